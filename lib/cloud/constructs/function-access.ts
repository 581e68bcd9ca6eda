import type { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Access } from '#functions/access.ts';
import type { Stage } from '#lib/cloud/stages.ts';
import { inBackup } from '#shared/backup/rules/backup.ts';
import type { Resources } from './resources.ts';

export function statementsOf(
  access: Access,
  { tables, queues, secrets, exportBucket, filesBucket, backupBucket, mail }: Resources,
  stage: Stage,
): PolicyStatement[] {
  const statements: PolicyStatement[] = [];
  const allow = (actions: readonly string[], ...resources: string[]) =>
    void statements.push(new PolicyStatement({ actions: [...actions], resources }));
  const allowList = ({ bucketArn }: Pick<IBucket, 'bucketArn'>, folders: readonly string[]) =>
    void statements.push(
      new PolicyStatement({
        actions: ['s3:ListBucket'],
        resources: [bucketArn],
        conditions: { StringLike: { 's3:prefix': folders.map((folder) => `${folder}/*`) } },
      }),
    );

  for (const [name, actions] of Object.entries(access.tables ?? {})) {
    const { tableArn, description } = requiredEntry(tables, name);
    allow(
      actions.map((action) => `dynamodb:${action}`),
      tableArn,
    );
    if (actions.includes('ExportTableToPointInTime')) allow(['dynamodb:DescribeExport'], `${tableArn}/export/*`);
    if (description.indexes.length > 0 && actions.includes('Query')) allow(['dynamodb:Query'], `${tableArn}/index/*`);
  }
  for (const name of access.sends ?? []) allow(['sqs:SendMessage'], requiredEntry(queues, name).queue.queueArn);
  for (const name of access.works ?? []) allow(['sqs:ChangeMessageVisibility'], requiredEntry(queues, name).queue.queueArn);
  if (access.deadLetters) {
    const all = [...queues.values()];
    allow(['sqs:SendMessage', 'sqs:GetQueueAttributes'], ...all.map(({ queue }) => queue.queueArn));
    allow(
      ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ChangeMessageVisibility'],
      ...all.map(({ dead }) => dead.queueArn),
      queuesNamed(filesBucket.stack, 'failed'),
    );
    for (const { description, tableStreamArn } of tables.values())
      if (description.stream.length > 0) allow(['dynamodb:GetShardIterator', 'dynamodb:GetRecords'], tableStreamArn ?? '');
  }
  if (access.countsDeadLetters) allow(['sqs:GetQueueAttributes'], ...['dead', 'failed'].map((end) => queuesNamed(filesBucket.stack, end)));
  // CloudWatch grants these two actions only for all resources.
  if (access.metrics) allow(['cloudwatch:DescribeAlarms', 'cloudwatch:GetMetricData'], '*');
  for (const kind of access.secrets ?? []) allow(['secretsmanager:GetSecretValue'], requiredEntry(secrets, kind).secretArn);
  if (access.objects)
    allow(
      access.objects.filter((action) => action !== 'ListBucket').map((action) => `s3:${action}`),
      exportBucket.arnForObjects('exports/*'),
    );
  if (access.uploads)
    allow(
      access.uploads.filter((action) => action !== 'ListBucket').map((action) => `s3:${action}`),
      exportBucket.arnForObjects('uploads/*'),
    );
  const listed = [access.objects, access.uploads].map((actions) => actions?.includes('ListBucket'));
  const folders = ['exports', 'uploads'].filter((_, at) => listed[at]);
  if (folders.length > 0) allowList(exportBucket, folders);
  for (const [folder, actions] of Object.entries(access.files ?? {})) {
    const ofFiles = actions.filter((action) => action !== 'ListBucket');
    allow(
      ofFiles.map((action) => `s3:${action}`),
      filesBucket.arnForObjects(`${folder}/*`),
    );
  }
  const listedFiles = Object.entries(access.files ?? {}).filter(([, actions]) => actions.includes('ListBucket'));
  if (listedFiles.length > 0)
    allowList(
      filesBucket,
      listedFiles.map(([folder]) => folder),
    );
  if (access.backups) {
    const ofFiles = access.backups.filter((action) => action !== 'ListBucket');
    const objects = ofFiles.includes('PutObject')
      ? ['backups/*']
      : [inBackup.manifest, inBackup.checksum, inBackup.verified].map((name) => `backups/*/${name}`);
    allow(
      ofFiles.map((action) => `s3:${action}`),
      ...objects.map((object) => backupBucket.arnForObjects(object)),
    );
    if (access.backups.includes('ListBucket')) allow(['s3:ListBucket'], backupBucket.bucketArn);
  }
  for (const folder of ['deletions', 'erasures'] as const) {
    const actions = access[folder] ?? [];
    if (actions.length > 0)
      allow(
        actions.map((action) => `s3:${action}`),
        backupBucket.arnForObjects(`${folder}/*`),
      );
  }
  if (access.mailLimits) allow(['ses:GetAccount', 'cloudwatch:GetMetricData'], '*');
  if (access.mail) {
    const { transactional, lifecycle } = mail.sets;
    allow(['ses:SendEmail'], identityArn(filesBucket.stack, stage), transactional.arn, lifecycle.arn);
  }
  return statements;
}

/** These queues are created after the functions, so the policy matches the end of their names. */
const queuesNamed = (stack: Stack, end: string) => stack.formatArn({ service: 'sqs', resource: `${stack.stackName}-*-${end}` });

const identityArn = (stack: Stack, { mailDomain }: Stage) =>
  stack.formatArn({ service: 'ses', resource: 'identity', resourceName: mailDomain });

export function requiredEntry<T>(all: ReadonlyMap<string, T>, name: string): T {
  const entry = all.get(name);
  if (entry === undefined) throw new Error(`functions/access.ts names "${name}", which does not exist.`);
  return entry;
}
