import type { ConversionChange } from '#shared/conversions/conversion-changes.ts';
import { type Conversion, pixelOf } from '#shared/conversions/rules/conversions.ts';
import type { AccountSettingsStore } from '#shared/conversions/store/account-settings.ts';
import type { Clicks } from '#shared/conversions/store/clicks.ts';
import type { Destination } from '#shared/destinations/rules/destination.ts';
import type { KeptMatchKeys } from '#shared/destinations/store/kept-match-keys.ts';
import { type CountedRecord, countEach } from '#shared/reports/count-each.ts';
import type { ActivityStore } from '#shared/reports/store/activity.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { isMoved, reachOf, withMatchKeys } from './rules/coverage.ts';

type Deps = {
  accountSettings: Pick<AccountSettingsStore, 'cached'>;
  activity: Pick<ActivityStore, 'count'>;
  clicks: Pick<Clicks, 'stored'>;
  cachedDestinations(accountId: AccountId): Promise<readonly Destination[]>;
  keptMatchKeys: Pick<KeptMatchKeys, 'among'>;
};

/**
 * Counts the orders of accounts whose destinations collect, on the day of their arrival. A late match or a changed consent moves
 * an order. An order from before a destination collected was never counted, so it moves nothing.
 */
export async function countCoverage(changes: readonly ConversionChange[], shardId: string, deps: Deps): Promise<void> {
  const collecting = new Map<AccountId, readonly Destination[]>();
  const orders: ConversionChange[] = [];
  for (const [accountId, some] of Map.groupBy(changes, ({ after }) => after.accountId)) {
    const destinations = (await deps.cachedDestinations(accountId)).filter(({ state }) => state === 'collecting');
    if (destinations.length === 0) continue;
    const { primaryEventType } = await deps.accountSettings.cached(accountId);
    collecting.set(accountId, destinations);
    orders.push(...some.filter(({ before, after }) => after.eventType === primaryEventType && isMoved(before, after)));
  }
  if (orders.length === 0) return;
  const newOrders = orders.flatMap(({ before, after }) => (before ? [] : [after]));
  const [clicks, ordersWithKeys] = await Promise.all([
    deps.clicks.stored(orders.flatMap(({ after }) => after.click?.sid ?? [])),
    deps.keptMatchKeys.among(newOrders),
  ]);
  const withKeys = new Set(ordersWithKeys);
  const clickById = new Map(clicks.map((click) => [click.sid, click]));
  const counted = orders.flatMap(({ sequence, before, after }) =>
    (collecting.get(after.accountId) ?? [])
      .filter(({ collectingSince = '' }) => after.receivedAt >= collectingSince)
      .flatMap(({ network }): CountedRecord[] => {
        const record = (detail: string, count = 1) => ({ sequence, cell: cellOf(after, detail), at: after.receivedAt, count });
        const reach = (event: Conversion) => reachOf(network, event, clickById.get(event.click?.sid ?? ''));
        if (before) return reach(before) === reach(after) ? [] : [record(reach(before), -1), record(reach(after))];
        return [record(reach(after)), ...(withKeys.has(after) ? [record(withMatchKeys(network))] : [])];
      }),
  );
  await countEach(counted, shardId, deps);
}

function cellOf(order: Conversion, detail: string): CountedRecord['cell'] {
  const { accountId, environment, receivedAt } = order;
  const pixelKey = pixelOf(order);
  return { accountId, environment, ...(pixelKey && { pixelKey }), day: dayOf(receivedAt), metric: 'coverage', detail };
}
