import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { keyOf } from '#shared/reports/items.ts';
import type { ActivityMetric } from '#shared/reports/rules/activity.ts';
import { countersOfEvents, isOpen, type PartName, type Recount, relevantRecounts } from '#shared/reports/rules/recounts.ts';
import { timeBases } from '#shared/reports/rules/totals.ts';
import type { Item, Key } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { isFull, overflowKeysOf } from '#shared/store/overflow-shards.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Part, Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { streamScaleIn } from './stream-scale.ts';

export type Claim = {
  accountId: AccountId;
  environment: Environment;
  generation: number;
  eventId: string;
  part: PartName;
};

type StateItem = Item & { accountId: AccountId; last: number; version: number; recounts: Recount[] };
type ClaimItem = Item & { by: 'live' | 'recount' };

const writesAtOnce = 16;
const removedAtOnce = 100;
const environments: readonly Environment[] = ['live', 'test'];
/** No recount takes longer than this, even with the time that the stream keeps its records. */
const claimKeptMs = days(7);
/** The claims of a recount expire, so after this time it cannot continue. */
const resumableMs = days(2);
/** A stream keeps its records for a day, half of this time. */
export const claimedAfterMs = days(2);

/**
 * A part counts once, by the recount or the projection. Claims continue until the stream holds no record from
 * before the recount's end.
 */
export type Recounts = ReturnType<typeof recountsIn>;
export const recountsIn = (table: Table, { now }: { now: () => number }) => {
  const scale = streamScaleIn(table, { now });
  const stateOf = (accountId: AccountId) => table.get<StateItem>(keyOf.recounts(accountId), { consistent: true });

  async function change(
    accountId: AccountId,
    next: (state: Pick<StateItem, 'last' | 'recounts'>) => Pick<StateItem, 'last' | 'recounts'> | null,
  ): Promise<void> {
    await retryOnConflict('busy', async () => {
      const before = await stateOf(accountId);
      const after = next(before ?? { last: 0, recounts: [] });
      if (!after) return null;
      const item = {
        ...keyOf.recounts(accountId),
        kind: 'recounts',
        accountId,
        version: (before?.version ?? 0) + 1,
        ...after,
      };
      const write = before
        ? table.put(item, 'version = :version', { values: { ':version': before.version } })
        : table.put(item, 'attribute_not_exists(pk)');
      return (await tookEffect(write)) ? null : conflict;
    });
  }

  return {
    /** Makes one strongly consistent read per account, a hundred a call. */
    async of(accountIds: readonly number[]): Promise<ReadonlyMap<number, readonly Recount[]>> {
      const keys = [...new Set(accountIds)].map(keyOf.recounts);
      const items = await table.getMany<StateItem>(keys, { consistent: true });
      return new Map(items.map(({ accountId, recounts }) => [accountId, recounts]));
    },

    /** An unfinished recount of the task or days continues. Another open recount is dropped. */
    async open(accountId: AccountId, { from, to, taskId }: Pick<Recount, 'from' | 'to' | 'taskId'>): Promise<Recount> {
      let opened: Recount | undefined;
      const age = ({ openedAt }: Recount) => now() - Date.parse(openedAt);
      const isOwn = (recount: Recount) =>
        taskId === undefined
          ? isOpen(recount) && !recount.taskId && recount.from === from && recount.to === to && age(recount) < resumableMs
          : recount.taskId === taskId;
      await change(accountId, ({ last, recounts }) => {
        opened = recounts.find(isOwn);
        if (opened) return null;
        const openedAt = new Date(now()).toISOString();
        opened = { generation: last + 1, from, to, openedAt, ...(taskId && { taskId }) };
        const others = recounts
          .filter((recount) => !recount.isDropped || age(recount) < claimKeptMs)
          .map((recount) => (isOpen(recount) ? { ...recount, isDropped: true as const } : recount));
        return { last: last + 1, recounts: [...others, opened] };
      });
      return opened as Recount;
    },

    async close(accountId: AccountId, generation: number): Promise<boolean> {
      let isClosed = false;
      await change(accountId, ({ last, recounts }) => {
        const closedRecount = recounts.find((recount) => recount.generation === generation);
        isClosed = closedRecount !== undefined && !closedRecount.isDropped;
        if (!closedRecount || !isOpen(closedRecount)) return null;
        const closed = { ...closedRecount, closedAt: new Date(now()).toISOString() };
        return {
          last,
          recounts: relevantRecounts(recounts.map((recount) => (recount === closedRecount ? closed : recount))),
        };
      });
      return isClosed;
    },

    async claimLive(claims: readonly Claim[]): Promise<ReadonlySet<string>> {
      const ownClaims = new Set<string>();
      await forEachConcurrent(claims, writesAtOnce, async (claim) => {
        const earlier = await table.putNew<ClaimItem>(itemOf(claim, 'live', now()));
        if (!earlier || earlier.by === 'live') ownClaims.add(nameOf(claim));
      });
      return ownClaims;
    },

    async unclaimed(claims: readonly Claim[]): Promise<Claim[]> {
      const items = await table.getMany<ClaimItem>(claims.map(keyOfClaim), { consistent: true });
      const claimedNames = new Set(items.map(({ pk, sk }) => `${pk} ${sk}`));
      return claims.filter((claim) => !claimedNames.has(nameOf(claim)));
    },

    async count(claims: readonly Claim[], additions: readonly Part[]): Promise<boolean> {
      const puts = claims.map((claim) => ({
        put: itemOf(claim, 'recount', now()),
        condition: 'attribute_not_exists(pk)',
      }));
      return await tookEffect(table.transact([...puts, ...additions]));
    },

    /**
     * Removes in pages until this time, and returns whether nothing is left. Each call removes at least a page, and a
     * repeated call continues.
     */
    async removeOlder(accountId: AccountId, { generation, from, to }: Recount, until = Number.POSITIVE_INFINITY): Promise<boolean> {
      const range = [from, afterPrefix(to)] as const;
      const largeFrom = await scale.largeFrom();
      const countersIn = (pk: string) => table.query<Item>(pk, range, { consistent: true });
      const removePages = async (pk: string, isWanted: (item: Item) => boolean) => {
        let page: Item[] = [];
        for await (const item of countersIn(pk)) {
          if (isWanted(item)) page.push(item);
          if (page.length < removedAtOnce) continue;
          await table.removeMany(page);
          page = [];
          if (now() >= until) return false;
        }
        await table.removeMany(page);
        return page.length === 0 || now() < until;
      };
      const removed = async (pk: string, isWanted: (item: Item) => boolean) => {
        const leads = async () => {
          for await (const counter of countersIn(pk)) if (isFull(counter)) return [counter];
          return [];
        };
        // Items that lead to other items are removed last.
        for (const overflowPk of overflowKeysOf(pk, await leads(), range, largeFrom))
          if (!(await removePages(overflowPk, isWanted))) return false;
        return await removePages(pk, isWanted);
      };
      const nothing = { day: '', metric: '', detail: '' };
      const isOfEvents = (item: Item) => countersOfEvents.has((item.cell as { metric: ActivityMetric }).metric);
      for (let older = 0; older < generation; older++)
        for (const environment of environments) {
          for (const basis of timeBases)
            if (!(await removed(keyOf.total(accountId, environment, basis, '', '', older).pk, () => true))) return false;
          if (!(await removed(keyOf.activity(accountId, environment, nothing, older).pk, isOfEvents))) return false;
        }
      return true;
    },
  };
};

const keyOfClaim = ({ accountId, environment, generation, eventId, part }: Claim): Key =>
  keyOf.recountClaim(accountId, environment, generation, eventId, part);

export function nameOf(claim: Claim): string {
  const { pk, sk } = keyOfClaim(claim);
  return `${pk} ${sk}`;
}

const itemOf = (claim: Claim, by: ClaimItem['by'], now: number): Item => ({
  ...keyOfClaim(claim),
  kind: 'recount_claim',
  by,
  ttl: Math.ceil((now + claimKeptMs) / 1000),
});

export async function recountsOf(table: Table, accountId: AccountId): Promise<readonly Recount[]> {
  const state = await table.get<StateItem>(keyOf.recounts(accountId), { consistent: true });
  return state?.recounts ?? [];
}
