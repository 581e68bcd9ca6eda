// Slow: it builds the cloud's template or bundles.
import type { ServiceFunction } from '#lib/cloud/functions.ts';
import { givenByStack, stages } from '#lib/cloud/stages.ts';
import { envFrom, variables } from '#shared/env.ts';
import { type Json, stageNamed, synthesised, widerService } from './synthesised.ts';

const { ofType, inWords } = synthesised();
const functions = new Map(
  ofType('Lambda::Function').map(({ id, properties }) => [inWords({ Ref: id }).replace('function ', ''), properties]),
);
const roleOf = (name: string): string => functions.get(name).Role['Fn::GetAtt'][0];
const described = widerService.functions.map((f) => [f.name, f] as const);
const stage = stageNamed('prod');
const isTraced = (name: string) => !['conversions', 'conversion-totals', 'pixel'].includes(name);

describe('the functions', () => {
  it('the functions are those of the description', () => {
    expect([...functions.keys()].sort()).toEqual(described.map(([name]) => name).sort());
  });

  it.each(described)('%s runs on Node 24 and arm64 with its time, its memory and its own expiring log', (name, f) => {
    const made = functions.get(name);
    expect(made).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      RuntimeManagementConfig: { UpdateRuntimeOn: 'FunctionUpdate' },
      Timeout: f.timeoutSeconds,
      MemorySize: f.memoryMb,
      LoggingConfig: { LogFormat: 'JSON', SystemLogLevel: stage.lambdaLogLevel },
    });
    expect(inWords(made.LoggingConfig.LogGroup)).toBe(`logs ${name}`);
    // For events, Lambda would trace one call in 20, whatever X-Ray's rules.
    expect(made.TracingConfig).toEqual(isTraced(name) ? { Mode: 'Active' } : undefined);
  });

  it('the functions that hand their work on to themselves may do so without end, and no other may', () => {
    const allowed = described.map(([name]) => name).filter((name) => functions.get(name).RecursiveLoop === 'Allow');
    expect(allowed.sort()).toEqual([
      'account-erasure',
      'backup',
      'click-verdicts',
      'discovery',
      'erasure',
      'export',
      'grants',
      'keyword-plan',
      'prune',
      'reconciliation',
      'recount',
      'spend-import',
      'webhook-deliveries',
    ]);
  });

  it('the functions write only to logs that expire', () => {
    for (const { properties } of ofType('Logs::LogGroup')) expect(properties.RetentionInDays).toBe(stage.logRetentionDays);
  });

  it.each(described)(
    '%s is told where everything is that it may touch, and nothing that shared/env.ts does not know',
    (name, { access }) => {
      const environment: Json = functions.get(name).Environment.Variables;
      const knownVariables = [...Object.keys(variables), 'TABLE_INDEXED'];
      for (const variable of Object.keys(environment)) expect(knownVariables).toContain(variable);
      const tables = Object.keys(environment).filter((variable) => variable.startsWith('TABLE_'));
      expect(tables.map((variable) => inWords(environment[variable])).sort()).toEqual(
        Object.keys(access.tables ?? {})
          .map((t) => `table ${t}`)
          .sort(),
      );
      const queues = [...new Set([...(access.sends ?? []), ...(access.works ?? [])])];
      const urls = JSON.parse(inWords(environment.QUEUE_URLS ?? '{}'));
      expect(urls).toEqual(Object.fromEntries(queues.map((queue) => [queue, `queue ${queue}`])));
      expect(environment.STAGE).toBe('prod');
      const secrets = JSON.parse(inWords(environment.SECRET_ARNS ?? '{}'));
      expect(secrets).toEqual(Object.fromEntries((access.secrets ?? []).map((kind) => [kind, `secret ${kind}`])));
      const buckets = ['EXPORT_BUCKET', 'FILES_BUCKET', 'BACKUP_BUCKET'].map(
        (variable) => environment[variable] && inWords(environment[variable]),
      );
      expect(buckets).toEqual([
        access.objects || access.uploads ? 'bucket export' : undefined,
        access.files ? 'bucket files' : undefined,
        access.backups || access.deletions || access.erasures ? 'bucket backup' : undefined,
      ]);
      expect(environment.QUEUE_URL_PREFIX !== undefined).toBe(
        Boolean(access.deadLetters || access.countsDeadLetters || access.reportsFailures),
      );
      expect(environment.MAIL_FROM).toBe(access.mail ? stage.mailFrom : undefined);
    },
  );
});

describe('the settings of a stage', () => {
  const given: readonly string[] = [...givenByStack, 'SECRETS_JSON'];
  const settings = Object.fromEntries(
    Object.keys(variables)
      .filter((name) => !given.includes(name))
      .map((name) => [name, validFor(name as keyof typeof variables)]),
  );
  const set = synthesised(widerService, { ...stage, settings });

  it.each(set.ofType('Lambda::Function').map(({ id, properties }) => [set.inWords({ Ref: id }), properties]))(
    'the settings of a stage reach the %s, whose other variables are those that the stack gives',
    (_, { Environment }) => {
      const others = Object.keys(Environment.Variables).filter((name) => !(name in settings));
      expect(Environment.Variables).toMatchObject(settings);
      for (const name of others) expect([...givenByStack, 'TABLE_INDEXED']).toContain(name);
    },
  );

  it.each(stages)('the settings of a stage of $name are valid', ({ name, settings: own }) => {
    expect(() => envFrom({ ...own, STAGE: name })).not.toThrow();
  });
});

describe('the rights', () => {
  it.each(described)('the rights of %s are exactly its access and what its event sources need', (name, f) => {
    expect([...new Set(grantsOf(roleOf(name)))].sort()).toEqual([...new Set(expectedGrants(f))].sort());
  });

  it('the rights come from no policy of AWS, save the one by which API Gateway writes logs', () => {
    const managed = ofType('IAM::Role').flatMap(({ properties }) => (properties.ManagedPolicyArns ?? []).map(inWords));
    expect(managed).toEqual([expect.stringMatching(/service-role\/AmazonAPIGatewayPushToCloudWatchLogs$/)]);
  });

  it('the rights of the scheduler are to start the functions of jobs and to keep what it could not start', () => {
    const schedulers = new Set(ofType('Scheduler::Schedule').map(({ properties }) => properties.Target.RoleArn['Fn::GetAtt'][0]));
    const started = new Set(Object.values(widerService.jobs).map((job) => job.function));
    expect(started.size).toBeGreaterThan(1);
    expect([...schedulers].flatMap((role) => grantsOf(role)).sort()).toEqual(
      [...started]
        .flatMap((name) => [
          `lambda:InvokeFunction function ${name}`,
          `lambda:InvokeFunction function ${name}:*`,
          ...(name === 'canary' ? [] : [`sqs:SendMessage queue ${name}-failed`]),
        ])
        .sort(),
    );
  });
});

function validFor(name: keyof typeof variables): string {
  if (name === 'OPERATOR_MFA_REQUIRED') return 'true';
  if (name === 'PHONE_COUNTRIES') return 'IN';
  if (isValid({ [name]: `set ${name}` })) return `set ${name}`;
  const usual: unknown = variables[name][0]().parse(undefined);
  if (Array.isArray(usual)) return usual.join(',');
  return typeof usual === 'object' ? JSON.stringify(usual) : String(usual);
}

function isValid(settings: Record<string, string>): boolean {
  try {
    return envFrom({ ...settings, STAGE: 'prod' }) !== undefined;
  } catch {
    return false;
  }
}

function grantsOf(role: string): string[] {
  const asList = (value: Json) => (Array.isArray(value) ? value : [value]);
  const attached = ofType('IAM::Policy').filter(({ properties }) => properties.Roles.some((r: Json) => r.Ref === role));
  const inline = ofType('IAM::Role')
    .filter(({ id }) => id === role)
    .flatMap(({ properties }) => properties.Policies ?? []);
  return [...attached.map(({ properties }) => properties), ...inline]
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .flatMap((s: Json) =>
      asList(s.Action).flatMap((action: string) =>
        asList(s.Resource).map((r: Json) => `${s.Effect === 'Allow' ? '' : 'NOT '}${action} ${inWords(r)}`),
      ),
    );
}

function expectedGrants({ name, access }: ServiceFunction): string[] {
  const each = (actions: string[], resource: string) => actions.map((action) => `${action} ${resource}`);
  const toSend = (queue: string) => each(['sqs:SendMessage', 'sqs:GetQueueAttributes', 'sqs:GetQueueUrl'], `queue ${queue}`);
  const grants = [
    ...each(['logs:CreateLogStream', 'logs:PutLogEvents'], `logs ${name}`),
    // X-Ray has no resources, so its two writing actions need "*".
    ...(isTraced(name) ? each(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], '*') : []),
    ...(access.sends ?? []).map((queue) => `sqs:SendMessage queue ${queue}`),
    ...(access.works ?? []).map((queue) => `sqs:ChangeMessageVisibility queue ${queue}`),
    ...(access.metrics ? each(['cloudwatch:DescribeAlarms', 'cloudwatch:GetMetricData'], '*') : []),
    ...(access.mailLimits ? each(['ses:GetAccount', 'cloudwatch:GetMetricData'], '*') : []),
    ...(access.deadLetters
      ? Object.keys(widerService.queues).flatMap((queue) => [
          ...each(['sqs:SendMessage', 'sqs:GetQueueAttributes'], `queue ${queue}`),
          ...each(
            ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ChangeMessageVisibility'],
            `queue ${queue}-dead`,
          ),
        ])
      : []),
    ...(access.deadLetters
      ? [
          ...each(
            ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ChangeMessageVisibility'],
            'arn:<AWS::Partition>:sqs:<AWS::Region>:<AWS::AccountId>:adtrail-prod-*-failed',
          ),
          ...Object.entries(widerService.tables)
            .filter(([, { stream }]) => stream.length > 0)
            .flatMap(([table]) => each(['dynamodb:GetShardIterator', 'dynamodb:GetRecords'], `stream ${table}`)),
        ]
      : []),
    ...(access.countsDeadLetters
      ? ['dead', 'failed'].map(
          (end) => `sqs:GetQueueAttributes arn:<AWS::Partition>:sqs:<AWS::Region>:<AWS::AccountId>:adtrail-prod-*-${end}`,
        )
      : []),
    ...(access.secrets ?? []).map((kind) => `secretsmanager:GetSecretValue secret ${kind}`),
    ...(['exports', 'uploads'] as const).flatMap((folder) =>
      (access[folder === 'exports' ? 'objects' : folder] ?? [])
        .filter((action) => action !== 'ListBucket')
        .map((action) => `s3:${action} bucket export/${folder}/*`),
    ),
    ...(access.objects?.includes('ListBucket') || access.uploads?.includes('ListBucket') ? ['s3:ListBucket bucket export'] : []),
    ...Object.entries(access.files ?? {}).flatMap(([folder, actions]) =>
      actions.filter((action) => action !== 'ListBucket').map((action) => `s3:${action} bucket files/${folder}/*`),
    ),
    ...(Object.values(access.files ?? {}).some((actions) => actions.includes('ListBucket')) ? ['s3:ListBucket bucket files'] : []),
    ...(access.deletions ?? []).map((action) => `s3:${action} bucket backup/deletions/*`),
    ...(access.erasures ?? []).map((action) => `s3:${action} bucket backup/erasures/*`),
    ...(access.backups ?? []).flatMap((action) => {
      if (action === 'ListBucket') return ['s3:ListBucket bucket backup'];
      const files = access.backups?.includes('PutObject') ? ['*'] : ['*/manifest.json', '*/manifest.sha256', '*/verified.txt'];
      return files.map((file) => `s3:${action} bucket backup/backups/${file}`);
    }),
    ...(access.mail
      ? [`identity/${stage.mailDomain}`, 'configuration-set/adtrail-prod-transactional', 'configuration-set/adtrail-prod-lifecycle'].map(
          (name) => `ses:SendEmail arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:${name}`,
        )
      : []),
  ];
  for (const [table, actions] of Object.entries(access.tables ?? {})) {
    grants.push(
      ...each(
        actions.map((action) => `dynamodb:${action}`),
        `table ${table}`,
      ),
    );
    if (actions.includes('ExportTableToPointInTime')) grants.push(`dynamodb:DescribeExport table ${table}/export/*`);
    const hasIndexes = (widerService.tables[table]?.indexes.length ?? 0) > 0;
    if (hasIndexes && actions.includes('Query')) grants.push(`dynamodb:Query table ${table}/index/*`);
  }
  for (const [queue, description] of Object.entries(widerService.queues))
    if (description.function === name)
      grants.push(
        ...each(
          ['ReceiveMessage', 'DeleteMessage', 'ChangeMessageVisibility', 'GetQueueAttributes', 'GetQueueUrl'].map((a) => `sqs:${a}`),
          `queue ${queue}`,
        ),
      );
  for (const [table, { stream }] of Object.entries(widerService.tables))
    if (stream.some((consumer) => consumer.function === name))
      grants.push(
        ...each(
          ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((a) => `dynamodb:${a}`),
          `stream ${table}`,
        ),
        ...toSend(`${table}-${name}-failed`),
      );
  if (Object.values(widerService.jobs).some((job) => job.function === name && !job.isRepeatedAnyway))
    grants.push(...toSend(`${name}-failed`));
  return grants;
}

it('keeps executions for the Conversion API in prod, whatever floods the others, and gives the pixel no more than its own', () => {
  const reserved = (of: ReturnType<typeof synthesised>) =>
    of
      .ofType('Lambda::Function')
      .filter(({ properties }) => properties.ReservedConcurrentExecutions !== undefined)
      .map(({ id, properties }) => [of.inWords({ Ref: id }), properties.ReservedConcurrentExecutions]);
  expect(reserved(synthesised(widerService, stageNamed('prod')))).toEqual([
    ['function conversions', 200],
    ['function pixel', 200],
  ]);
  expect(reserved(synthesised(widerService, stageNamed('dev')))).toEqual([]);
});
