// Slow: it starts processes.
import { localEnvironment } from '#lib/local/environment.ts';
import { envFrom } from '#shared/env.ts';

const at = 'http://127.0.0.1:1';
const endpoints = { dynamodb: at, sqs: at, s3: at, ses: at, oidc: at };
const secrets = {
  secrets: { sessions: {}, operators: {}, deck: {}, hashing: {}, sealing: {}, webhooks: {} },
  operator_token: 'op_d',
  engine_key: 'local',
};
const originsWith = (given: Record<string, string>) =>
  envFrom(localEnvironment(given, endpoints, secrets)).FRONT_END_ORIGINS;

describe('the front ends of the local host', () => {
  const own = ['http://localhost:*', 'http://127.0.0.1:*'];

  it('are pages on any port of this machine', () => {
    expect(originsWith({})).toEqual(own);
    expect(originsWith({ FRONT_END_ORIGINS: '' })).toEqual(own);
  });

  it('and those that a person configures', () => {
    expect(originsWith({ FRONT_END_ORIGINS: 'https://app.example' })).toEqual([
      'https://app.example',
      ...own,
    ]);
  });
});
