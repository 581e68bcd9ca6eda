import { sdkDynamo } from '#lib/ops/aws/sdk-dynamo.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { ownDynamo } from './engine.ts';

/** The AWS SDK and HTTP would take most of a call's time. */
export const testDynamo = (): Dynamo => ownDynamo ?? sdkDynamo();
