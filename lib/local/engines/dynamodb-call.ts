import { signedAws } from '#shared/aws/signed-aws.ts';

/** An operation of a DynamoDB engine by its name, in DynamoDB's own words. */
export type EngineCall = (operation: string, input: object) => Promise<object>;

/**
 * Calls a DynamoDB engine over HTTP without the SDK: on the wire a stream record has the very form that Lambda hands to
 * a function. Engines of others accept any signature, but require one; ours asks for its folder's key where others reach
 * the host.
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
