import { DynamoError } from '#packages/dynamo-sqlite/src/index.ts';
import type { WireMap } from '#shared/store/attribute-values.ts';
import { type Dynamo, DynamoRefusal, type Output } from '#shared/store/dynamo.ts';
import type { EngineCall } from './dynamodb-call.ts';

export const dynamoOf =
  (call: EngineCall): Dynamo =>
  (operation, input) =>
    call(operation, input).catch(asRefusal) as Promise<Output>;

function asRefusal(error: unknown): never {
  if (!(error instanceof DynamoError)) throw error;
  const { type, message, item, reasons } = error;
  throw new DynamoRefusal(type, message, {
    item: item as WireMap | undefined,
    reasons: reasons as DynamoRefusal['reasons'],
  });
}
