import { keyOf } from '#shared/accounts/items.ts';
import { newAccount } from '#shared/accounts/rules/users.ts';
import { activeShards, usersIn } from '#shared/accounts/store/users.ts';
import { signedDynamo } from '#shared/aws/signed-dynamo.ts';
import { creditsIn } from '#shared/credits/store/credits.ts';
import type { Item } from '#shared/store/item.ts';
import { tableAt } from '#shared/store/table.ts';
import { tasksIn } from '#shared/tasks/store/tasks.ts';

const now = Date.now;
const firstId = 1_000_000;
const inactiveOneOf = 50;
const written = 1000;

export function accountsAt(endpoint: string) {
  const credentials = () => ({ accessKeyId: 'local', secretAccessKey: 'local' });
  const table = tableAt('accounts', signedDynamo({ region: 'us-east-1', endpoint, credentials }));
  const [users, credits, tasks] = [usersIn(table), creditsIn(table, { now }), tasksIn(table, { now })];
  return {
    async populate(count: number): Promise<void> {
      for (let at = 0; at < count; at += written) {
        const some = Array.from({ length: Math.min(written, count - at) }, (_, i) => userItem(at + i));
        await table.putMany(some);
      }
    },

    async activeIds(): Promise<number[]> {
      const ids = await Promise.all(activeShards.map((shard) => everyId(users, shard)));
      return ids.flat();
    },

    async paidOtherwise(userIds: readonly number[], amount: number): Promise<number[]> {
      const wrong: number[] = [];
      for (let at = 0; at < userIds.length; at += written) {
        const some = userIds.slice(at, at + written);
        const balances = await credits.balances(some);
        for (const id of some) {
          const { balance = 0, seq = 0 } = balances.get(id) ?? {};
          if (balance !== amount || seq !== (amount === 0 ? 0 : 1)) wrong.push(id);
        }
      }
      return wrong;
    },

    audit: credits.audit,

    async progressWrites(taskId: string): Promise<number> {
      const parts = await tasks.progress({ id: taskId, shards: activeShards.length });
      return parts.reduce((sum, { version }) => sum + version, 0);
    },
  };
}

export const inactiveIds = (count: number) => Array.from({ length: count }, (_, i) => firstId + i).filter(isInactive);

const isInactive = (id: number) => id % inactiveOneOf === 7;

async function everyId(users: ReturnType<typeof usersIn>, shard: number): Promise<number[]> {
  const all: number[] = [];
  let start: Parameters<typeof users.activePage>[1] = {};
  for (;;) {
    const { ids, next } = await users.activePage(shard, { ...start, limit: 1000 });
    all.push(...ids);
    if (!next) return all;
    start = { start: next };
  }
}

function userItem(place: number): Item {
  const id = firstId + place;
  const isActive = !isInactive(id);
  const createdAt = new Date(Date.parse('2026-01-01T00:00:00Z') + place * 1000).toISOString();
  const user = newAccount({ id, email: `user${id}@company.example`, createdAt, isActive });
  const activeShard = `ACTIVE#${id % activeShards.length}`;
  return { ...keyOf.user(id), kind: 'user', ...user, ...(isActive && { activeShard }) };
}
