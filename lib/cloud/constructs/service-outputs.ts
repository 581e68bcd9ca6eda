import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Alarms } from './alarms.ts';
import type { Edge } from './edge.ts';
import type { Resources } from './resources.ts';
import type { RestApi } from './rest-api.ts';

type Props = { api: RestApi; edge: Edge; resources: Resources; alarms: Alarms };

export function serviceOutputs(scope: Construct, { api, edge, resources, alarms }: Props): void {
  const output = (name: string, value: string, description: string) => new CfnOutput(scope, name, { value, description });
  output('ApiUrl', edge.baseUrl, 'Where the API answers.');
  output('ConsoleUrl', `${edge.baseUrl}/console/`, 'The console for advertisers.');
  output('DocsUrl', `${edge.baseUrl}/docs`, 'The documentation of the API.');
  output('RestApiUrl', api.baseUrl, 'The API without CloudFront, for servers.');
  for (const [name, { tableName }] of resources.tables) output(`Table${pascal(name)}`, tableName, `The ${name} table.`);
  for (const [name, { queue, dead }] of resources.queues) {
    output(`Queue${pascal(name)}`, queue.queueUrl, `The ${name} queue.`);
    output(`Queue${pascal(name)}Dead`, dead.queueUrl, `What queue ${name} gave up on.`);
  }
  output('FilesBucket', resources.filesBucket.bucketName, 'Where files are that stay.');
  output('ExportBucket', resources.exportBucket.bucketName, 'Where exports are.');
  output('BackupBucket', resources.backupBucket.bucketName, 'Where backups of the tables are.');
  for (const [kind, { secretArn }] of resources.secrets) output(`Secret${pascal(kind)}`, secretArn, `The secret ${kind}.`);
  output('AlarmTopicArn', alarms.topic.topicArn, 'Where alarms are published.');
  output('Region', Stack.of(scope).region, 'The region of everything above.');
}

const pascal = (name: string) => name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
