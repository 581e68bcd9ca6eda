import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import { keyOf } from '#shared/event-log/items.ts';
import { partOf, partsOfDay } from '#shared/event-log/rules/day-parts.ts';
import { log } from '#shared/log.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { StoreUnavailable } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { hours } from '#shared/values/durations.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { dayRegistryIn } from './day-registry.ts';

type ListedClick = Pick<Click, 'sid' | 'accountId' | 'environment' | 'createdAt'>;

const writesAtOnce = 16;

/** By its click rows, a recount finds a UTC day's clicks. */
export function clickRowsIn(table: Table, { now, retentionDays }: { now: () => number; retentionDays: number }) {
  const registry = dayRegistryIn(table, { now });
  const dayNameOf = ({ accountId, environment, createdAt }: ListedClick) => `${accountId} ${environment} ${dayOf(createdAt)}`;
  const itemOf = ({ sid, accountId, environment, createdAt: at }: ListedClick, parts: number): Item => ({
    ...keyOf.clickRow(accountId, environment, dayOf(at), { at, id: sid, part: partOf(sid, parts) }),
    kind: 'click_row',
    ttl: Math.ceil((Date.parse(at) + hours(24 * retentionDays)) / 1000),
  });

  async function writeDay(clicks: readonly ListedClick[], parts: number): Promise<void> {
    await table.putMany(
      clicks.map((click) => itemOf(click, parts)),
      2,
    );
  }

  return {
    /** The totals do not wait for rows that the store rejects: a recount keeps the click cells of such a day. */
    async write(clicks: readonly ListedClick[]): Promise<void> {
      const retainedClicks = clicks.filter(({ createdAt }) => Date.parse(createdAt) + hours(24 * retentionDays) > now());
      await forEachConcurrent([...Map.groupBy(retainedClicks, dayNameOf).values()], writesAtOnce, async (same) => {
        const [first] = same as [ListedClick];
        const day = dayOf(first.createdAt);
        try {
          await writeDay(same, await registry.note(day, first, same.length)).catch(async (error: Error) => {
            if (!(error instanceof StoreUnavailable)) throw error;
            await registry.spread(day, first);
            await writeDay(same, await registry.note(day, first, 0));
          });
        } catch (error) {
          if (!(error instanceof StoreUnavailable)) throw error;
          log.warn('rows of clicks left out', { rows: same.length, error });
        }
      });
    },

    async *ofDay(accountId: AccountId, environment: Environment, day: string): AsyncGenerator<string> {
      const parts = await registry.partsOf(day, { accountId, environment }, { consistent: true });
      const seen = new Set<string>();
      for (const part of partsOfDay(parts)) {
        const { pk } = keyOf.clickRow(accountId, environment, day, { at: '', id: '', part });
        for await (const { sk } of table.query<Item>(pk, [' ', afterPrefix('')], { consistent: true })) {
          const sid = sk.slice(sk.indexOf('#') + 1);
          if (!seen.has(sid)) yield sid;
          seen.add(sid);
        }
      }
    },
  };
}
