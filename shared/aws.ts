import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

/** What carries a client's calls; tests put their own in to count calls or to let them fail. */
export type Transport = NonNullable<DynamoDBClientConfig['requestHandler']>;

/** Settings of every AWS client: a hanging call ends, and has been repeated, long before its function does. */
export const clientSettings = (transport: Transport = { connectionTimeout: 1000, requestTimeout: 5000 }) => ({
  maxAttempts: 3,
  requestHandler: transport,
});

export const dynamoDb = (transport?: Transport) => new DynamoDBClient(clientSettings(transport));
