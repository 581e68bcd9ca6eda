import type { Dynamo } from '#shared/data/dynamo.ts';
import type { TableName } from '#shared/data/tables.ts';
export type RestoreTarget = {
  dynamo: Dynamo;
  tableNames: Record<TableName, string>;
  isStreamed(tableName: string): Promise<boolean>;
};
