import type { Dynamo } from '#shared/store/dynamo.ts';
import type { DurableTableName } from '#shared/store/tables.ts';
export type RestoreTarget = {
  dynamo: Dynamo;
  tableNames: Record<DurableTableName, string>;
  isStreamed(tableName: string): Promise<boolean>;
};
