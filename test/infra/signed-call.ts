import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';

/** Bundled by a test: one signed call to `AWS_ENDPOINT_URL_DYNAMODB`. */
export const handler = () => new DynamoDBClient({ maxAttempts: 1 }).send(new ListTablesCommand());
