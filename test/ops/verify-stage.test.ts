import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main as limits } from '#lib/ops/limits.ts';
import { accountChecks } from '#lib/ops/verify/account-checks.ts';
import { addressChecks } from '#lib/ops/verify/address-checks.ts';
import { accountOf } from '#lib/ops/verify/aws-command.ts';
import type { Json } from '#lib/ops/verify/check.ts';
import { checkNames, runChecks } from '#lib/ops/verify/run-checks.ts';
import { main } from '#lib/ops/verify-stage.ts';
import { type SpawnedHost, spawnHost } from '#test/local/spawn-host.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';

const report = {
  outcome: 'passed',
  ms: 900,
  node: '24.19.0',
  code_cache: 'used',
  argon2: 'native',
  uncached_starts: 0,
};

const well: Record<string, Json> = {
  'cloudformation describe-stacks': {
    Stacks: [
      {
        Outputs: ['ApiUrl', 'AlarmTopicArn', 'TableAccounts', 'TableAttribution', 'TableAnalysis', 'TableTransient'].map((name) => ({
          OutputKey: name,
          OutputValue: name === 'ApiUrl' ? 'https://stage.example/' : `adtrail-${name}`,
        })),
      },
    ],
  },
  'lambda get-account-settings': { AccountLimit: { ConcurrentExecutions: 1000 } },
  'lambda get-function-concurrency': { ReservedConcurrentExecutions: 200 },
  'lambda get-function-url-config': { FunctionUrl: 'https://own.lambda-url.example/' },
  'lambda get-function-configuration': { Environment: { Variables: { EDGE_TOKEN: 'a'.repeat(43) } } },
  'lambda get-runtime-management-config': { UpdateRuntimeOn: 'FunctionUpdate' },
  'lambda invoke': report,
  'lambda list-event-source-mappings': {
    EventSourceMappings: [
      {
        FunctionArn: 'arn:aws:lambda:us-east-1:111122223333:function:adtrail-prod-outbox',
        State: 'Enabled',
        LastProcessingResult: 'No records processed',
      },
    ],
  },
  'sesv2 get-account': {
    ProductionAccessEnabled: true,
    SendingEnabled: true,
    SendQuota: { MaxSendRate: 14, Max24HourSend: 50_000 },
  },
  'sesv2 get-email-identity': { VerifiedForSendingStatus: true, DkimAttributes: { Status: 'SUCCESS' } },
  'cloudwatch describe-alarms': {
    MetricAlarms: [{ AlarmName: 'adtrail-prod-canary', StateValue: 'OK', ActionsEnabled: true, AlarmActions: ['topic'] }],
  },
  'sns list-subscriptions-by-topic': {
    Subscriptions: [{ SubscriptionArn: 'arn:aws:sns:us-east-1:1:topic:id' }],
  },
  'dynamodb describe-table': {
    Table: {
      TableStatus: 'ACTIVE',
      DeletionProtectionEnabled: true,
      StreamSpecification: { StreamEnabled: true },
      WarmThroughput: { WriteUnitsPerSecond: 40_000 },
    },
  },
  'dynamodb describe-continuous-backups': {
    ContinuousBackupsDescription: {
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'ENABLED' },
    },
  },
  'scheduler list-schedules': { Schedules: [{ Name: 'adtrail-prod-canary', State: 'ENABLED' }] },
};

async function verdictsWith(other: Record<string, Json>, { direct = 403 } = {}) {
  const answers = { ...well, ...other };
  const aws = async (...args: string[]) => {
    const name = args.slice(0, 2).join(' ');
    // The table that no backup holds has no recovery in time.
    const isTransient = name === 'dynamodb describe-continuous-backups' && args.at(-1) === 'adtrail-TableTransient';
    const answer = isTransient ? {} : answers[name];
    if (answer === undefined) throw new Error(`Nobody answers aws ${args.join(' ')}`);
    if (args[1] !== 'invoke') return answer;
    writeFileSync(args.at(-1) as string, JSON.stringify(answer));
    return { StatusCode: 200, ...(answer.errorMessage && { FunctionError: 'Unhandled' }) };
  };
  const account = await accountOf('adtrail-prod', aws);
  const fetched = (async () => new Response('', { status: direct })) as typeof fetch;
  return await runChecks(
    { url: 'https://stage.example', fetch: fetched, account },
    { only: accountChecks.map(({ name }) => name), onVerdict: () => {} },
  );
}
const failedOf = (verdicts: Awaited<ReturnType<typeof verdictsWith>>) =>
  verdicts.filter(({ isPassed }) => !isPassed).map(({ name }) => name);

describe('the checks that only AWS can answer', () => {
  it('all pass for a stage that is well', async () => {
    const verdicts = await verdictsWith({});
    expect(verdicts.filter(({ isPassed }) => !isPassed)).toEqual([]);
    expect(verdicts).toHaveLength(accountChecks.length);
  });

  it('the checks that only AWS can answer are twenty and more with those of the address, each with a name of its own', () => {
    expect(new Set(checkNames).size).toBe(checkNames.length);
    expect(checkNames.length).toBeGreaterThanOrEqual(20);
  });

  const table = (fields: object) => ({ Table: { ...well['dynamodb describe-table'].Table, ...fields } });
  it.each<[string, string, Json]>([
    ['executions', 'lambda get-account-settings', { AccountLimit: { ConcurrentExecutions: 10 } }],
    ['reserve', 'lambda get-function-concurrency', {}],
    [
      'dynamic-references',
      'lambda get-function-configuration',
      { Environment: { Variables: { EDGE_TOKEN: '{{resolve:secretsmanager:arn:SecretString:::}}' } } },
    ],
    ['runtime', 'lambda get-runtime-management-config', { UpdateRuntimeOn: 'Auto' }],
    ['code-cache', 'lambda invoke', { ...report, code_cache: 'refused' }],
    ['argon2', 'lambda invoke', { ...report, argon2: 'wasm' }],
    ['canary', 'lambda invoke', { ...report, outcome: 'failed' }],
    ['mail-limits', 'sesv2 get-account', { ...well['sesv2 get-account'], ProductionAccessEnabled: false }],
    ['mail-limits', 'sesv2 get-account', { ...well['sesv2 get-account'], SendQuota: { MaxSendRate: 1 } }],
    ['mail-domain', 'sesv2 get-email-identity', { VerifiedForSendingStatus: false }],
    [
      'alarms',
      'cloudwatch describe-alarms',
      { MetricAlarms: [{ AlarmName: 'a', StateValue: 'ALARM', ActionsEnabled: true, AlarmActions: ['t'] }] },
    ],
    ['alarm-mail', 'sns list-subscriptions-by-topic', { Subscriptions: [{ SubscriptionArn: 'PendingConfirmation' }] }],
    ['tables', 'dynamodb describe-table', table({ DeletionProtectionEnabled: false })],
    ['tables', 'dynamodb describe-continuous-backups', {}],
    ['warm-tables', 'dynamodb describe-table', table({ WarmThroughput: { WriteUnitsPerSecond: 4000 } })],
    [
      'streams',
      'lambda list-event-source-mappings',
      {
        EventSourceMappings: [{ FunctionArn: 'arn:aws:lambda:r:1:function:adtrail-prod-outbox', State: 'Disabled' }],
      },
    ],
    ['schedules', 'scheduler list-schedules', { Schedules: [{ Name: 'backup', State: 'DISABLED' }] }],
  ])('%s fails, and it alone, when `aws %s` says otherwise', async (name, command, answer) => {
    expect(failedOf(await verdictsWith({ [command]: answer }))).toEqual([name]);
  });

  it('the checks that only AWS can answer fail where a function answers at its own address without the token of CloudFront', async () => {
    expect(failedOf(await verdictsWith({}, { direct: 401 }))).toEqual(['function-urls']);
  });

  it('the checks that only AWS can answer fail one by one when the canary cannot be called, and the others are made all the same', async () => {
    const verdicts = await verdictsWith({ 'lambda invoke': { errorMessage: 'The report is late' } });
    expect(failedOf(verdicts)).toEqual(['canary', 'code-cache', 'argon2']);
    expect(verdicts.find(({ name }) => name === 'canary')?.words).toContain('The report is late');
  });
});

describe('npm run ops -- verify-stage', () => {
  let host: SpawnedHost;
  beforeAll(async () => {
    host = spawnHost(['--port', '0', '--data', join(temporaryFolder(), 'data'), '--json']);
  });
  afterAll(() => host?.end('SIGTERM'));
  const run = async (...args: string[]) => {
    let text = '';
    const code = await main(args, { write: (part: string) => (text += part) });
    return { code, text };
  };

  it('npm run ops -- verify-stage prints pass or fail for each check of the address of a host, and ends with 0 or 1', async () => {
    const { api } = await host.ready();
    const { code, text } = await run('--url', `${api}/`);
    expect(text).not.toContain('fail');
    expect(text.match(/^pass /gm)).toHaveLength(addressChecks.length);
    expect(code).toBe(0);
    const wrong = await run('--url', `${api}/elsewhere`, '--only', 'health,unknown-path');
    expect(wrong.code).toBe(1);
    expect(wrong.text).toMatch(/^fail {2}health .*\n[\s\S]*of 2 passed\.\n$/);
  });

  it('npm run ops -- verify-stage says how it is used, and refuses a check that it does not have', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, text: expect.stringContaining('--stack') });
    expect((await run()).code).toBe(2);
    expect(await run('--url', 'http://127.0.0.1:9', '--only', 'nothing')).toMatchObject({
      code: 2,
      text: expect.stringContaining('There is no check "nothing"'),
    });
    expect((await run('--unknown')).code).toBe(2);
  });
});

describe('npm run ops -- limits', () => {
  it('npm run ops -- limits prints what follows from the peak of each stage, or of one', async () => {
    let text = '';
    const out = { write: (part: string) => (text += part) };
    expect(await limits([], out)).toBe(0);
    expect(text).toContain('# dev: 50 requests with conversions');
    expect(text).toContain('# prod: 2,000 requests with conversions');
    text = '';
    expect(await limits(['--stage', 'prod'], out)).toBe(0);
    expect(text).not.toContain('# dev');
    expect(await limits(['--stage', 'nowhere'], out)).toBe(2);
    expect(await limits(['--bad'], out)).toBe(2);
  });
});
