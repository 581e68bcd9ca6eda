import { signedAws } from '#shared/aws/signed-aws.ts';

export type EngineCall = (operation: string, input: object) => Promise<object>;

/**
 * Calls a DynamoDB engine over HTTP without the SDK, because stream records on the wire have the form that
 * Lambda receives. Other engines accept any signature; the embedded engine verifies it with the key of its
 * data folder when the host is reachable from outside.
 */
export function engineAt(endpoint: string, secretAccessKey = 'local'): EngineCall {
  const call = signedAws({
    ...{ service: 'dynamodb', jsonVersion: '1.0', region: 'us-east-1', endpoint },
    credentials: () => ({ accessKeyId: 'local', secretAccessKey }),
  });
  return (operation, input) => {
    const api = /Stream$|Shard|Records/.test(operation) ? 'DynamoDBStreams_20120810' : 'DynamoDB_20120810';
    return call(`${api}.${operation}`, input) as Promise<object>;
  };
}
