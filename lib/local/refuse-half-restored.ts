import { fromWire, toWire } from '#shared/store/attribute-values.ts';
import { type Dynamo, DynamoRefusal } from '#shared/store/dynamo.ts';
import { keyOfRestore } from '#shared/store/items.ts';
import { tableNames } from '#shared/store/tables.ts';
import { HostError } from './host-error.ts';

/** The host does not start on an unfinished restore, which must not find a host's writes. */
export async function refuseHalfRestored(dynamo: Dynamo, directory: string): Promise<void> {
  for (const TableName of tableNames) {
    const Key = toWire(keyOfRestore.head());
    const { Item } = await dynamo('GetItem', { TableName, Key, ConsistentRead: true }).catch(unlessMissing);
    if (!Item) continue;
    const { backupId, command } = fromWire(Item);
    throw new HostError(
      `The table ${TableName} in ${directory} is half restored from the backup ${backupId}. To finish the restore: ${command}`,
    );
  }
}

function unlessMissing(error: unknown): { Item?: never } {
  if (error instanceof DynamoRefusal && error.type === 'ResourceNotFoundException') return {};
  throw error;
}
