import {
  DynamoDBStreamsClient,
  type DynamoDBStreamsClientConfig,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
  type SecretsManagerClientConfig,
} from '@aws-sdk/client-secrets-manager';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
  type SQSClientConfig,
} from '@aws-sdk/client-sqs';
import { type AwsCall, AwsRefusal } from '#shared/aws/aws-call.ts';
import { patience } from './patience.ts';
import { fromSdk } from './wire-values.ts';

export const sdkQueues = (config: SQSClientConfig = {}): AwsCall =>
  callsOf(new SQSClient({ ...patience, useQueueUrlAsEndpoint: false, ...config }), {
    ChangeMessageVisibility: ChangeMessageVisibilityCommand,
    DeleteMessage: DeleteMessageCommand,
    GetQueueAttributes: GetQueueAttributesCommand,
    GetQueueUrl: GetQueueUrlCommand,
    ReceiveMessage: ReceiveMessageCommand,
    SendMessage: SendMessageCommand,
  });

export const sdkSecrets = (config: SecretsManagerClientConfig = {}): AwsCall =>
  callsOf(new SecretsManagerClient({ ...patience, ...config }), {
    GetSecretValue: GetSecretValueCommand,
    PutSecretValue: PutSecretValueCommand,
  });

export const sdkStreams = (config: DynamoDBStreamsClientConfig = {}): AwsCall =>
  callsOf(new DynamoDBStreamsClient({ ...patience, ...config }), {
    GetRecords: GetRecordsCommand,
    GetShardIterator: GetShardIteratorCommand,
  });

type Client = { send(command: never): Promise<object> };

const callsOf =
  (client: Client, commands: Record<string, new (input: never) => object>): AwsCall =>
  async (target, input) => {
    const Command = commands[target.slice(target.indexOf('.') + 1)];
    if (!Command) throw new Error(`No tool calls ${target}.`);
    try {
      return fromSdk(await client.send(new Command(input as never) as never));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const { $metadata, name, message } = error;
      throw new AwsRefusal($metadata.httpStatusCode ?? 0, { __type: name, message });
    }
  };

const isRefusal = (error: unknown): error is Error & { $metadata: { httpStatusCode?: number } } =>
  error instanceof Error && '$fault' in error && '$metadata' in error;
