import { sdkDynamo } from '#lib/ops/aws/sdk-dynamo.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { ownDynamo } from './engine.ts';

/** Calls of the embedded engine skip the AWS SDK and HTTP, which would take most of the time. */
export const testDynamo = (): Dynamo => ownDynamo ?? sdkDynamo();
