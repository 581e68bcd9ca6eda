import { type AccountErasureParameters, erasureSegments } from '#shared/accounts/deletion/order-account-erasure.ts';
import { licenceKeyOf } from '#shared/licences/items.ts';
import { fromWire } from '#shared/store/attribute-values.ts';
import type { Item, Key } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { unlessRefused } from '#shared/store/put-each.ts';
import type { Table } from '#shared/store/table.ts';
import { type TableName, tableNames } from '#shared/store/tables.ts';
import type { Task } from '#shared/tasks/rules/tasks.ts';
import type { ShardedWork } from '#shared/tasks/sharded-task.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { type ErasureAct, erasureOf } from './erasure-of.ts';
import type { Deps } from './needs.ts';

const itemsAtOnce = 8;
const keysAtOnce = 100;

type Subject = { table: TableName; key: Key; act: ErasureAct };

/**
 * No index lists an account's items, so one pass over every table serves all accounts. Accounts leave their
 * licences first, because a licence's items must agree with the links to them.
 */
export function accountSlices(task: Task, { scan, tables, licences, teams, sizes, now }: Deps): Omit<ShardedWork<Subject>, 'effects'> {
  const { userIds } = task.parameters as AccountErasureParameters;
  const erasedIds = new Set(userIds);
  return {
    async page(shard, start) {
      const table = tableNames[Math.floor(shard / erasureSegments)] as TableName;
      if (table === 'accounts' && !start)
        for (const userId of userIds) {
          await teams.leaveAll(userId);
          await licences.release(userId);
        }
      const segment = { segment: shard % erasureSegments, segments: erasureSegments };
      const { items, next } = await scan[table](segment, { start, limit: sizes.pageItems });
      const subjects = items.flatMap((wire): Subject[] => {
        const item = fromWire(wire) as Item;
        const act = erasureOf(item, erasedIds, now());
        return act ? [{ table, key: { pk: item.pk, sk: item.sk }, act }] : [];
      });
      return { subjects, next };
    },

    async processPage(subjects) {
      for (const name of tableNames) {
        const ofTable = subjects.filter(({ table }) => table === name);
        const table = tables[name];
        await table.removeMany(ofTable.filter(({ act }) => act === 'remove').map(({ key }) => key));
        const others = ofTable.filter(({ act }) => act !== 'remove');
        await forEachConcurrent(others, itemsAtOnce, ({ key, act }) => {
          if (act === 'end_invitations') return teams.endExpired(licenceKeyOf(key.pk));
          return act === 'blank' ? blank(table, key) : removePartition(table, key);
        });
      }
      return { counts: {}, failures: [] };
    },
  };
}

const blank = (table: Table, key: Key) =>
  table
    .update({
      key,
      update: 'SET reason = :none',
      condition: 'attribute_exists(pk)',
      values: { ':none': '' },
    })
    .then(() => {}, unlessRefused);

/** The item `last` is removed at the end, because a restarted run finds the partition by this item. */
async function removePartition(table: Table, last: Key): Promise<void> {
  let after = '';
  for (;;) {
    const keys = await table.firstKeys(last.pk, [`${after} `, afterPrefix('')], keysAtOnce);
    await table.removeMany(keys.filter(({ sk }) => sk !== last.sk));
    if (keys.length < keysAtOnce) break;
    after = keys.at(-1)?.sk ?? after;
  }
  await table.remove(last);
}
