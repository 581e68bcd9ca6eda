import { signedDynamo } from '#shared/aws/signed-dynamo.ts';
import { fromWire, toWire } from '#shared/store/attribute-values.ts';
import { DynamoRefusal } from '#shared/store/dynamo.ts';
import { keyOfRestore } from '#shared/store/keys.ts';
import { tableNames } from '#shared/store/tables.ts';
import { region } from './environment.ts';
import { HostError } from './host-error.ts';

/** Throws `HostError` when a restore into the tables was started and not finished: it would find what others wrote meanwhile. */
export async function refuseHalfRestored(endpoint: string, directory: string): Promise<void> {
  const credentials = () => ({ accessKeyId: 'local', secretAccessKey: 'local' });
  const dynamo = signedDynamo({ region, endpoint, credentials });
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
