import { setTimeout as pause } from 'node:timers/promises';
import { fromWire, toWire, type WireMap } from '#shared/store/attribute-values.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { keyOfRestore } from '#shared/store/items.ts';
import { tableScan } from '#shared/store/table-scan.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { type Contents, contentsOf, sumOf } from './contents.ts';
import { RestoreRefused } from './restore-refused.ts';

const segments = 4;
const batchItems = 25;
const batchesAtOnce = 8;
const maxTries = 10;
const { pk: ownPartition } = keyOfRestore.head();
const isOwn = ({ pk }: WireMap) => pk !== undefined && 'S' in pk && pk.S === ownPartition;

export type TargetTable = ReturnType<typeof targetTable>;

export function targetTable(name: string, dynamo: Dynamo) {
  const scan = tableScan(name, dynamo);
  async function batchWrite(requests: readonly object[]): Promise<void> {
    const batches = Array.from({ length: Math.ceil(requests.length / batchItems) }, (_, i) =>
      requests.slice(i * batchItems, (i + 1) * batchItems),
    );
    await forEachConcurrent(batches, batchesAtOnce, async (batch) => {
      let remainingItems: object[] = batch;
      for (let tries = 1; remainingItems.length > 0; tries++) {
        const { UnprocessedItems } = await dynamo('BatchWriteItem', {
          RequestItems: { [name]: remainingItems },
        });
        remainingItems = UnprocessedItems?.[name] ?? [];
        if (remainingItems.length === 0) return;
        if (tries === maxTries) throw new Error(`The table ${name} takes no more writes.`);
        await pause(Math.random() * 50 * 2 ** tries);
      }
    });
  }

  return {
    async isEmpty(): Promise<boolean> {
      const { items } = await scan({ segment: 0, segments: 1 }, { start: undefined, limit: 1 });
      return items.length === 0;
    },

    async contents(onRead: (items: number) => void = () => {}): Promise<Contents> {
      const parts: Contents[] = [];
      await forEachConcurrent([...Array(segments).keys()], segments, async (segment) => {
        let start: WireMap | undefined;
        do {
          const page = await scan({ segment, segments }, { start, limit: 1000 });
          parts.push(contentsOf(page.items.filter((item) => !isOwn(item))));
          onRead(page.items.length);
          start = page.next;
        } while (start);
      });
      return sumOf(parts);
    },

    write: (items: readonly WireMap[]): Promise<void> => batchWrite(items.map((Item) => ({ PutRequest: { Item } }))),
    remove: (keys: readonly WireMap[]): Promise<void> => batchWrite(keys.map((Key) => ({ DeleteRequest: { Key } }))),

    async note(key: { pk: string; sk: string }): Promise<Record<string, unknown> | null> {
      const { Item } = await dynamo('GetItem', { TableName: name, Key: toWire(key), ConsistentRead: true });
      return Item ? fromWire(Item) : null;
    },
    async putNote(key: { pk: string; sk: string }, fields: Record<string, unknown>): Promise<void> {
      await dynamo('PutItem', { TableName: name, Item: toWire({ ...key, kind: 'restore', ...fields }) });
    },
    async removeNote(key: { pk: string; sk: string }): Promise<void> {
      await dynamo('DeleteItem', { TableName: name, Key: toWire(key) });
    },

    async isClaimed(backupId: string, { isImported = false } = {}): Promise<boolean> {
      const head = await this.note(keyOfRestore.head());
      if (head && head.backupId !== backupId)
        throw new RestoreRefused(
          `The table ${name} is half restored from another backup (${head.backupId}). To finish that: ${head.command}`,
        );
      if (!head && !isImported && !(await this.isEmpty()))
        throw new RestoreRefused(`The table ${name} is not empty: a backup is restored into empty tables only.`);
      return head !== null;
    },

    async claim(backupId: string, command: string, options: { isImported?: boolean } = {}): Promise<void> {
      if (!(await this.isClaimed(backupId, options))) await this.putNote(keyOfRestore.head(), { backupId, command });
    },
  };
}

/** If a table is rejected, no table keeps a note of this restore. */
export async function claimTables(
  tables: readonly TargetTable[],
  backupId: string,
  command: string,
  options: { isImported?: boolean } = {},
): Promise<void> {
  for (const table of tables) await table.isClaimed(backupId, options);
  for (const table of tables) await table.claim(backupId, command, options);
}
