// Slow: it builds the cloud's template or bundles.
import { readFileSync } from 'node:fs';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import { CfnQueue } from 'aws-cdk-lib/aws-sqs';
import { service } from '#lib/cloud/service-description.ts';
import { developerStage, stages } from '#lib/cloud/stages.ts';
import { stack } from '#lib/tools/cost/page.ts';
import { identityProviderOf } from '#shared/accounts/sign-in/vendors/identity-provider-of.ts';
import { envFrom } from '#shared/env.ts';
import { rootedKinds, secretKinds } from '#shared/secrets.ts';
import { someOf } from '#test/kit/tier.ts';
import { type Json, stageNamed, synthesised } from './synthesised.ts';

const prod = synthesised(service, stageNamed('prod'));
const dev = synthesised(service, stageNamed('dev'));
const idpConsole = {
  name: 'Example',
  client_id: 'console',
  authorization_url: 'https://idp.example/authorize',
  token_url: 'https://idp.example/token',
};
const configured = synthesised(service, {
  ...stageNamed('prod'),
  idpClientIds: ['phone-app', 'console'],
  idpConsole,
  settings: { ...stageNamed('prod').settings, LLM_BUDGET_PER_HOUR: '7' },
});
const holdsData = ['DynamoDB::GlobalTable', 'SecretsManager::Secret'];

describe('the stages', () => {
  it.each(someOf([...stages, developerStage('ada')], 1))(
    'the stages pass the validation of CDK and of cdk-nag without a finding: $name',
    (stage) => {
      expect(synthesised(service, stage, { isValidated: true }).findings).toEqual([]);
    },
  );

  it('the stages would not pass it with a mistake in them', () => {
    const mistake = () =>
      synthesised(service, stageNamed('dev'), {
        change: (stack) => void new CfnQueue(stack, 'mistake', { delaySeconds: 99_999 }),
        isValidated: true,
      });
    expect(mistake).toThrow(/validation/i);
    const open = () => synthesised(service, stageNamed('dev'), { change: (stack) => void new CfnBucket(stack, 'open', {}) });
    expect(open).toThrow(/AwsSolutions-S1/);
  });

  it('the stages differ in prod: what holds data cannot be deleted and stays', () => {
    for (const type of holdsData) {
      const kept = prod.ofType(type).filter(({ id }) => !id.startsWith('edgetoken'));
      expect(kept.map((r) => r.deletionPolicy)).toEqual(kept.map(() => 'Retain'));
      expect(dev.ofType(type).map((r) => r.deletionPolicy)).toEqual(dev.ofType(type).map(() => 'Delete'));
    }
    const isProtected = (stage: typeof prod) =>
      stage.ofType('DynamoDB::GlobalTable').map((t) => t.properties.Replicas[0].DeletionProtectionEnabled);
    expect(new Set(isProtected(prod))).toEqual(new Set([true]));
    expect(new Set(isProtected(dev))).toEqual(new Set([false]));
  });

  it('the stages name the countries whose phones are sent codes, in prod', () => {
    const unnamed = { ...stageNamed('prod'), settings: {} };
    expect(() => synthesised(service, unnamed)).toThrow('must name PHONE_COUNTRIES');
  });

  it('the stages require a second factor of operators, in prod', () => {
    const { OPERATOR_MFA_REQUIRED: _, ...settings } = stageNamed('prod').settings;
    expect(() => synthesised(service, { ...stageNamed('prod'), settings })).toThrow('OPERATOR_MFA_REQUIRED');
    for (const { properties } of prod.ofType('Lambda::Function'))
      if (properties.Environment?.Variables.OPERATOR_TOKEN_HASHES !== undefined)
        expect(properties.Environment.Variables.OPERATOR_MFA_REQUIRED).toBe('true');
  });

  it('the stages give the console the provider that is configured, and none otherwise', () => {
    const clientOf = ({ ofType }: typeof prod) => {
      const auth = ofType('Lambda::Function').find(({ id }) => /^functionauth|^auth/i.test(id));
      const { variables } = Object.fromEntries([['variables', auth?.properties.Environment.Variables]]);
      const plain = Object.entries(variables).filter(([, value]) => typeof value === 'string');
      const env = envFrom(Object.fromEntries(plain) as Record<string, string>);
      return identityProviderOf(env, {}, { ofVendor: async () => '' })?.client;
    };
    expect(clientOf(configured)).toEqual(idpConsole);
    expect(clientOf(prod)).toBeUndefined();
    expect(configured.text).toMatch(/connect-src 'self' https:\/\/\\?"/);
  });

  it('the stages let the console sign in with no client of the identity provider whose tokens are refused', () => {
    const stage = { ...stageNamed('dev'), idpClientIds: ['phone-app'], idpConsole };
    expect(() => synthesised(service, stage)).toThrow('must contain the client of idpConsole');
    const plain = { ...idpConsole, authorization_url: 'javascript:alert(1)' };
    const wrong = { ...stageNamed('dev'), idpClientIds: ['console'], idpConsole: plain };
    expect(() => synthesised(service, wrong)).toThrow('authorization_url');
  });

  it('the stages allow no front end by a pattern, whatever somebody configures', () => {
    for (const origin of ['http://localhost:*', '*'])
      expect(() => synthesised(service, { ...stageNamed('prod'), frontEndOrigins: [origin] })).toThrow('must not contain *');
    for (const stage of [prod, dev])
      for (const { properties } of stage.ofType('Lambda::Function'))
        expect(properties.Environment?.Variables.FRONT_END_ORIGINS ?? '').not.toContain('*');
  });

  it('the stages are otherwise the same resources', () => {
    const types = (stage: typeof prod) => [...stage.text.matchAll(/"Type":"(AWS::[\w:]+)"/g)].map(([, type]) => type).sort();
    const mailed = types(prod).indexOf('AWS::SNS::Subscription');
    expect(types(prod).toSpliced(mailed, 1)).toEqual(types(dev));
  });

  it('the stages have as much that is paid for by the month as docs/cost.md counts', () => {
    const firewalls = prod.ofType('WAFv2::WebACL');
    expect({
      alarmMetrics: prod
        .ofType('CloudWatch::Alarm')
        .flatMap(({ properties }) => properties.Metrics?.filter((one: Json) => one.MetricStat) ?? [properties]).length,
      dashboards: prod.ofType('CloudWatch::Dashboard').length,
      workedQueues: prod
        .ofType('Lambda::EventSourceMapping')
        .filter(({ properties }) => prod.inWords(properties.EventSourceArn).startsWith('queue ')).length,
      firewalls: firewalls.length,
      firewallRules: firewalls.flatMap(({ properties }) => properties.Rules).length,
      keys: prod.ofType('KMS::Key').length,
      secrets: prod.ofType('SecretsManager::Secret').length,
      deadLetterQueues: prod.ofType('SQS::Queue').filter(({ properties }) => /-(dead|failed)$/.test(properties.QueueName)).length,
    }).toEqual(stack);
  });

  it('the stages have room for 13 more workers: at most 420 resources of the 500 that CloudFormation takes', () => {
    const count = ({ text }: typeof prod) => Object.keys(JSON.parse(text).Resources).length;
    for (const stage of [prod, dev]) expect(count(stage)).toBeLessThanOrEqual(420);
    const { queues, functions } = service;
    const [worker] = functions.filter(({ name }) => name === 'effects');
    const more = Array.from({ length: 13 }, (_, at) => `more${at}`);
    const added = more.map((name) => [name, { ...queues.effects, function: name }]);
    const wider = synthesised(
      {
        ...service,
        queues: { ...queues, ...Object.fromEntries(added) },
        functions: [...functions, ...more.flatMap((name) => (worker ? { ...worker, name } : []))],
      },
      stageNamed('prod'),
    );
    expect(count(wider) - count(prod)).toBe(13 * 6);
    expect(420 + 13 * 6).toBeLessThanOrEqual(500);
    // CloudFormation accepts a template of 1 MB.
    expect(wider.text.length).toBeLessThan(1_000_000);
  });

  it('the stages hold no secret: AWS makes it at the first deployment', () => {
    for (const { ofType } of [prod, dev]) {
      const secrets = ofType('SecretsManager::Secret')
        .filter(({ id }) => !id.startsWith('edgetoken'))
        .map(({ properties }) => properties);
      const generated = secrets.filter(({ SecretString }) => SecretString === undefined);
      expect(generated.map(({ GenerateSecretString }) => GenerateSecretString)).toEqual(
        rootedKinds.map(() => ({
          SecretStringTemplate: '{}',
          GenerateStringKey: 'root',
          PasswordLength: 64,
          ExcludePunctuation: true,
        })),
      );
      const empty = secrets.filter(({ SecretString }) => SecretString === '{}');
      expect(generated.length + empty.length).toBe(secretKinds.length);
    }
    for (const { text } of [prod, dev]) expect(text).not.toMatch(/SECRETS_JSON|sk_live_|AKIA|BEGIN [A-Z ]*PRIVATE KEY/);
  });

  it('the stages say where the API, its documentation and the tables are', () => {
    const tables = prod.ofType('DynamoDB::GlobalTable').map(({ id }) => id);
    expect(Object.keys(prod.outputs)).toEqual(
      expect.arrayContaining(['ApiUrl', 'DocsUrl', 'AlarmTopicArn', 'SecretSessions', 'SecretLlm']),
    );
    expect(
      Object.entries(prod.outputs)
        .filter(([name]) => name.startsWith('Table'))
        .map(([, o]) => o.Value.Ref)
        .sort(),
    ).toEqual(tables.sort());
    expect(prod.inWords(prod.outputs.DocsUrl?.Value)).toMatch(/\/docs$/);
  });
});

describe('the alarms', () => {
  const alarms = prod.ofType('CloudWatch::Alarm').map(({ properties }) => properties);

  it('the alarms ring at half of what models may cost an hour', () => {
    const budget = (of: typeof prod) =>
      of
        .ofType('CloudWatch::Alarm')
        .map(({ properties }) => properties)
        .find(({ MetricName }) => MetricName === 'llm_cost_micros');
    expect(budget(prod)).toMatchObject({
      Namespace: 'adtrail',
      Statistic: 'Sum',
      Period: 3600,
      Threshold: 10_000_000,
      Dimensions: [
        { Name: 'service', Value: 'adtrail' },
        { Name: 'stage', Value: 'prod' },
      ],
    });
    expect(budget(configured)?.Threshold).toBe(3_500_000);
  });

  it('the alarms watch every dead letter, all functions, every lag and the API, for few metrics', () => {
    const watched = alarms.map((a) => `${a.MetricName} ${(a.Dimensions ?? []).map((d: { Value: unknown }) => prod.inWords(d.Value))}`);
    const letters = alarms.find(({ MetricName }) => MetricName === 'dead_letters');
    expect(letters).toMatchObject({ Namespace: 'adtrail', Statistic: 'Maximum', Threshold: 1 });
    expect(letters.Dimensions).toHaveLength(2);
    const errors = ['adtrail-prod-unanswered ', 'Errors function conversions', 'Errors function canary'];
    expect(watched).toEqual(expect.arrayContaining(errors));
    expect(alarms.length).toBeLessThanOrEqual(20);
    for (const table of Object.values(service.tables))
      for (const consumer of table.stream) expect(watched).toContain(`IteratorAge function ${consumer.function}`);
  });

  it('the alarms ring for their own stage: none reads a metric of the whole account', () => {
    for (const stage of [prod, dev]) {
      const metrics = stage
        .ofType('CloudWatch::Alarm')
        .map(({ properties }) => properties)
        .flatMap(({ Metrics, ...one }) =>
          Metrics ? Metrics.flatMap(({ MetricStat }: Json) => (MetricStat ? [MetricStat.Metric] : [])) : [one],
        );
      for (const { Namespace, MetricName, Dimensions = [] } of metrics) {
        const names = Dimensions.map(({ Name }: Json) => Name);
        const isOfStage = names.includes('stage') || names.includes('FunctionName');
        expect([Namespace, MetricName, isOfStage || MetricName.startsWith('adtrail-')]).toEqual([Namespace, MetricName, true]);
      }
    }
  });

  it('the alarms count what no function answered from the access log of their own gateway', () => {
    const [filter] = prod.ofType('Logs::MetricFilter').map(({ properties }) => properties);
    expect(filter).toMatchObject({
      FilterPattern: '{ $.status = "5*" && $.gateway_error != "-" }',
      MetricTransformations: [{ MetricNamespace: 'adtrail', MetricName: 'adtrail-prod-unanswered' }],
    });
    const throttles = alarms.find(({ AlarmName }) => AlarmName === 'adtrail-prod-function-throttles');
    const watched = throttles.Metrics.flatMap(({ MetricStat }: Json) =>
      (MetricStat?.Metric.Dimensions ?? []).map(({ Value }: Json) => prod.inWords(Value)),
    );
    expect(watched.sort()).toEqual(['auth', 'conversion-totals', 'conversions', 'outbox', 'pixel'].map((name) => `function ${name}`));
  });

  it('the alarms count 5xx answers as the functions do: those of the Conversion API too, which no gateway sees', () => {
    const alarm = alarms.find(({ AlarmName }) => AlarmName === 'adtrail-prod-api-5xx');
    expect(alarm).toMatchObject({ Namespace: 'adtrail', MetricName: 'server_errors', Statistic: 'Sum' });
    expect(alarm.Dimensions).toEqual([
      { Name: 'service', Value: 'adtrail' },
      { Name: 'stage', Value: 'prod' },
    ]);
  });

  it('each lead to a page of the operators and to a section of the runbook', () => {
    const heading = (line: string) =>
      line
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-');
    const sections = readFileSync('docs/runbook.md', 'utf8')
      .split('\n')
      .flatMap((line) => /^#+ (.*)$/.exec(line)?.[1] ?? [])
      .map(heading);
    const routes = readFileSync('web/console/operators/routes.ts', 'utf8');
    for (const { AlarmDescription } of alarms) {
      const [, page = '', section = ''] =
        /\/console(\/operators[\w/-]*)[^ ]*\. What to do: docs\/runbook\.md#([\w-]+)$/.exec(AlarmDescription) ?? [];
      expect(routes).toContain(`'${page}'`);
      expect(sections).toContain(section);
      expect(AlarmDescription.length).toBeLessThanOrEqual(1024);
    }
  });

  it('the alarms say what it means and tell somebody, when it starts and when it is over', () => {
    for (const alarm of alarms) {
      expect(alarm.AlarmDescription.length).toBeGreaterThan(60);
      expect([alarm.AlarmActions, alarm.OKActions].flat().map(prod.inWords)).toEqual(['topic', 'topic']);
      const isCanary = alarm.AlarmName.endsWith('-canary');
      expect(alarm.TreatMissingData).toBe(isCanary ? 'breaching' : 'notBreaching');
    }
    const told = (stage: typeof prod) =>
      stage.ofType('SNS::Subscription').filter(({ properties }) => properties.Protocol === 'email').length;
    expect([told(prod), told(dev)]).toEqual([1, 0]);
  });
});
