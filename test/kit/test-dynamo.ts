import { sdkDynamo } from '#shared/aws/sdk-dynamo.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { ownDynamo } from './engine.ts';

/** A test's own way to the tables: into this process's engine, since the AWS SDK and HTTP take most of a call's time. */
export const testDynamo = (): Dynamo => ownDynamo ?? sdkDynamo();
