import { keyOf } from '#shared/conversions/items.ts';
import { type Charge, sharedCapacity } from '#shared/limits/event-limiter.ts';
import type { Item } from '#shared/store/item.ts';
import { ConditionFailed } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { isAhead, latestAhead } from '#shared/values/ahead.ts';
import { hourInSeconds } from '#shared/values/durations.ts';

type CounterItem = Item & { busyUntil: number };

const maxTries = 3;

/**
 * The counter stores the time when it has drained; a far later time is from a wrong clock. A repeated write counts
 * twice.
 */
export const eventCountersIn = (table: Table, { now, name }: { now: () => number; name: string }): { charge: Charge } => ({
  async charge(id, events, limit, seenUntil) {
    const at = now();
    const milliseconds = (count: number) => Math.round((count * 1e6) / limit.perSecond) / 1000;
    const cost = milliseconds(events);
    const capacityMs = milliseconds(sharedCapacity(limit));
    const latest = at + capacityMs - cost;
    const common = {
      key: keyOf.eventCounter(name, id, limit.perSecond),
      names: { '#kind': 'kind', '#ttl': 'ttl' },
    };
    const values = {
      ':kind': 'event_counter',
      ':now': at,
      ':ttl': Math.ceil((latest + cost) / 1000) + hourInSeconds,
    };
    let until = seenUntil;
    for (let tries = 1; ; tries++) {
      try {
        const { busyUntil } = await table.update<CounterItem>(
          isAhead(until, at, capacityMs)
            ? {
                ...common,
                update: 'SET #kind = :kind, #ttl = :ttl, busyUntil = busyUntil + :cost',
                condition: 'busyUntil > :now AND busyUntil <= :latest',
                values: { ...values, ':cost': cost, ':latest': latest },
              }
            : {
                ...common,
                update: 'SET #kind = :kind, #ttl = :ttl, busyUntil = :end',
                condition: 'attribute_not_exists(busyUntil) OR busyUntil <= :now OR busyUntil > :absurd',
                values: { ...values, ':end': at + cost, ':absurd': latestAhead(at, capacityMs) },
              },
        );
        return { isCharged: true, until: busyUntil };
      } catch (error) {
        if (!(error instanceof ConditionFailed) || tries === maxTries) throw error;
        until = Number(error.item?.busyUntil ?? 0);
        if (until > latest && isAhead(until, at, capacityMs)) return { isCharged: false, until };
      }
    }
  },
});
