// Slow: it builds the cloud's template or bundles.
import { queueNames } from '#functions/queues.ts';
import { service } from '#lib/cloud/service-description.ts';
import { tables } from '#shared/store/tables.ts';
import { stageNamed, synthesised } from './synthesised.ts';

it('the outputs of a stage name each of its parts: addresses, tables, queues, buckets, secrets, topic', () => {
  const { outputs, inWords } = synthesised(service, stageNamed('dev'));
  const values = Object.fromEntries(Object.entries(outputs).map(([name, { Value }]) => [name, inWords(Value)]));
  const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', '');
  const edge = String(values.ApiUrl);
  expect(edge).toMatch(/^https:\/\/edge/);
  expect(values).toMatchObject({
    ConsoleUrl: `${edge}/console/`,
    DocsUrl: `${edge}/docs`,
    RestApiUrl: expect.stringMatching(/apirest/),
    ...Object.fromEntries(Object.keys(tables).map((name) => [`Table${pascal(name)}`, `table ${name}`])),
    ...Object.fromEntries(queueNames.map((name) => [`Queue${pascal(name)}`, `queue ${name}`])),
    ...Object.fromEntries(queueNames.map((name) => [`Queue${pascal(name)}Dead`, `queue ${name}-dead`])),
    FilesBucket: 'bucket files',
    ExportBucket: 'bucket export',
    BackupBucket: 'bucket backup',
    SecretSessions: 'secret sessions',
    SecretBilling: 'secret billing',
    AlarmTopicArn: 'topic',
    Region: '<AWS::Region>',
  });
});
