import { localEnvironment } from '#lib/local/environment.ts';
import { offersOf } from '#lib/local/machine-only.ts';
import { envFrom } from '#shared/env.ts';

const at = 'http://127.0.0.1:1';
const endpoints = { dynamodb: at, sqs: at, s3: at, ses: at, oidc: at };
const secrets = {
  secrets: { sessions: {}, operators: {}, deck: {}, hashing: {}, sealing: {}, webhooks: {} },
  operator_token: 'op_d',
  engine_key: 'local',
};
const originsWith = (given: Record<string, string>) => envFrom(localEnvironment(given, endpoints, secrets)).FRONT_END_ORIGINS;

describe('the front ends of the local host', () => {
  const own = ['http://localhost:*', 'http://127.0.0.1:*'];

  it('the front ends of the local host are pages on any port of this machine', () => {
    expect(originsWith({})).toEqual(own);
    expect(originsWith({ FRONT_END_ORIGINS: '' })).toEqual(own);
  });

  it('the front ends of the local host and those that a person configures', () => {
    expect(originsWith({ FRONT_END_ORIGINS: 'https://app.example' })).toEqual(['https://app.example', ...own]);
  });
});

describe('the settings of a person', () => {
  const settings = (given: Record<string, string>, isExposed = false) =>
    localEnvironment(given, endpoints, secrets, { api: 'https://ads.example' }, offersOf({ isExposed }));
  const own = settings({});
  const reserved = Object.keys(own).filter((name) => /^(AWS_|TABLE_|QUEUE_|STAGE$|[A-Z]+_BUCKET$|IDP_)/.test(name));

  it('never set an engine, a table, a queue, a bucket, the provider or the stage', () => {
    expect(reserved.length).toBeGreaterThan(15);
    for (const name of reserved) expect([name, settings({ [name]: 'given' })[name]]).toEqual([name, own[name]]);
    expect(settings({ AWS_PROFILE: 'mine', AWS_SESSION_TOKEN: 'x' })).toEqual(own);
  });

  it.each(['WEBHOOKS_TO_THIS_MACHINE', 'SITE_CHECKS_ON_THIS_MACHINE'])(
    'turn %s off on their own machine, and never on for others',
    (name) => {
      for (const [isExposed, given, expected] of [
        [false, undefined, 'true'],
        [false, 'true', 'true'],
        [false, 'false', 'false'],
        [true, undefined, 'false'],
        [true, 'true', 'false'],
        [true, 'false', 'false'],
      ] as const)
        expect([isExposed, given, settings(given ? { [name]: given } : {}, isExposed)[name]]).toEqual([isExposed, given, expected]);
    },
  );

  it('are set beside the vendors, which a person can replace by their address and key', () => {
    expect(settings({ LLM_BASE_URL: 'https://llm.example', POWERTOOLS_SERVICE_NAME: 'mine' })).toMatchObject({
      API_BASE_URL: 'https://ads.example',
      LLM_BASE_URL: 'https://llm.example',
      POWERTOOLS_SERVICE_NAME: 'mine',
    });
    const llmOf = (given: Record<string, string>, isExposed: boolean) =>
      /"llm_api_key":"(\w+)"/.exec(settings(given, isExposed).SECRETS_JSON ?? '')?.[1];
    expect([false, true].map((isExposed) => llmOf({}, isExposed))).toEqual(['local', undefined]);
    expect([false, true].map((isExposed) => llmOf({ LLM_API_KEY: 'mine' }, isExposed))).toEqual(['mine', 'mine']);
  });

  it('lead from mails to the console of this host, unless a front end is set', () => {
    for (const isExposed of [false, true])
      expect(settings({}, isExposed)).toMatchObject({
        FRONT_END_BASE_URL: 'https://ads.example/console',
        FRONT_END_PATHS: expect.stringContaining('"login":"/sign-in"'),
      });
    const front_end = 'https://app.example';
    expect(settings({ FRONT_END_BASE_URL: front_end }).FRONT_END_BASE_URL).toBe(front_end);
  });

  it('on a host for others let no local front end in', () => {
    const exposed = settings({ FRONT_END_ORIGINS: 'https://app.example' }, true);
    expect(exposed.FRONT_END_ORIGINS).toBe('https://app.example');
    expect(exposed.BILLING_PRICE_CREDITS).toBeUndefined();
  });

  it('add operator tokens to that of the machine', () => {
    const [ofMachine = ''] = (own.OPERATOR_TOKEN_HASHES ?? '').split(',');
    expect(ofMachine).toMatch(/^[0-9a-f]{64}$/);
    expect(settings({ OPERATOR_TOKEN_HASHES: 'mine' }).OPERATOR_TOKEN_HASHES).toBe(`mine,${ofMachine}`);
  });
});
