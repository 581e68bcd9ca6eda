import { keyOf } from './keys.ts';
import { ConditionFailed } from './store-errors.ts';
import type { Item, Table } from './table.ts';

export type RateLimits = ReturnType<typeof rateLimitsIn>;

/** At most `limit` uses in a window that starts with the first one. `name` is what the headers call it. */
export type RateLimit = { name: string; limit: number; windowSeconds: number };
/** What a caller has left, and when it starts anew. */
export type Taken = { isAllowed: boolean; remaining: number; resetSeconds: number };

type LimitItem = Item & { uses: number; endsAt: number };

/** Counters of uses, exact however many callers count at once. */
export const rateLimitsIn = (table: Table, { now }: { now: () => number }) => ({
  /** Takes one use of a caller's. */
  async take({ name, limit, windowSeconds }: RateLimit, caller: string): Promise<Taken> {
    const at = now();
    const endsAt = at + windowSeconds * 1000;
    const key = keyOf.rateLimit(name, caller);
    const answer = (item: LimitItem, isAllowed: boolean): Taken => ({
      isAllowed,
      remaining: Math.max(0, limit - item.uses),
      resetSeconds: Math.max(1, Math.ceil((item.endsAt - at) / 1000)),
    });
    const first = { ':one': 1, ':now': at, ':ends': endsAt, ':ttl': Math.ceil(endsAt / 1000) };
    for (;;) {
      try {
        const item = await table.update<LimitItem>({
          key,
          update:
            'SET uses = if_not_exists(uses, :zero) + :one, endsAt = if_not_exists(endsAt, :ends), #ttl = if_not_exists(#ttl, :ttl)',
          condition: 'attribute_not_exists(endsAt) OR (endsAt > :now AND uses < :limit)',
          names: { '#ttl': 'ttl' },
          values: { ...first, ':zero': 0, ':limit': limit },
        });
        return answer(item, true);
      } catch (error) {
        if (!(error instanceof ConditionFailed) || !error.item) throw error;
        if ((error.item as LimitItem).endsAt > at) return answer(error.item as LimitItem, false);
      }
      try {
        const item = await table.update<LimitItem>({
          key,
          update: 'SET uses = :one, endsAt = :ends, #ttl = :ttl',
          condition: 'endsAt <= :now',
          names: { '#ttl': 'ttl' },
          values: first,
        });
        return answer(item, true);
      } catch (error) {
        // Another caller has started the new window.
        if (!(error instanceof ConditionFailed)) throw error;
      }
    }
  },

  /** Gives one use back, as if it had not been taken. `remaining` is what `take` answered. */
  async giveBack({ name, limit }: RateLimit, caller: string, { remaining }: Taken): Promise<void> {
    const key = keyOf.rateLimit(name, caller);
    // The only use of its window: nothing is left to count.
    if (remaining === limit - 1) {
      const values = { ':one': 1 };
      if (await table.remove(key, { condition: 'uses = :one', values })) return;
    }
    try {
      await table.update({
        key,
        update: 'ADD uses :back',
        condition: 'uses > :zero',
        values: { ':back': -1, ':zero': 0 },
      });
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
  },
});
