import type { Dynamo } from '#shared/store/dynamo.ts';
import type { TableName } from '#shared/store/tables.ts';
export type RestoreTarget = {
  dynamo: Dynamo;
  tableNames: Record<TableName, string>;
  isStreamed(tableName: string): Promise<boolean>;
};
