import { signedAws } from '#shared/aws/signed-aws.ts';

export type EngineCall = (operation: string, input: object) => Promise<object>;

/**
 * The engine sends stream records in Lambda's form. Only the embedded engine of an exposed host verifies the
 * signature.
 */
export function engineAt(endpoint: string, secretAccessKey = 'local'): EngineCall {
  const call = signedAws({
    service: 'dynamodb',
    jsonVersion: '1.0',
    region: 'us-east-1',
    endpoint,
    credentials: () => ({ accessKeyId: 'local', secretAccessKey }),
  });
  return (operation, input) => {
    const api = /Stream$|Shard|Records/.test(operation) ? 'DynamoDBStreams_20120810' : 'DynamoDB_20120810';
    return call(`${api}.${operation}`, input) as Promise<object>;
  };
}
