import { randomText } from '#shared/ids.ts';
import { keyOf } from './keys.ts';
import { ConditionFailed } from './store-errors.ts';
import type { Item, Table } from './table.ts';

export type RateLimits = ReturnType<typeof rateLimitsIn>;

/**
 * At most `limit` uses in a window that starts with the first one; some thousands at most, since each use is remembered
 * by its name. `name` is what the headers call it.
 */
export type RateLimit = { name: string; limit: number; windowSeconds: number };
/** What a caller has left, and when it starts anew; `use` names the one that was taken. */
export type Taken = {
  isAllowed: boolean;
  remaining: number;
  resetSeconds: number;
  use: string;
  /** How many uses will not be given back any more. */
  settled: number;
};

/** Without a use the attribute is not there: the store keeps no empty set. `settled` are some of `uses`. */
type LimitItem = Item & { uses?: Set<string>; settled?: Set<string>; endsAt: number };

/** Whoever has not settled or given back a use after so long has died over it. */
const mostInFlightMs = 10_000;
/** A use's name begins with its time, in epoch milliseconds, for who must tell it from one in flight. */
const newUse = (at: number) => `${at.toString(36)}.${randomText(8)}`;
const isSettled = (use: string, { settled }: LimitItem, at: number) =>
  settled?.has(use) || at - Number.parseInt(use, 36) >= mostInFlightMs;

/**
 * Counters of uses, exact however many callers count at once: uses are a set of names, so that a write which is sent
 * again after its answer was lost counts, and gives back, once.
 */
export const rateLimitsIn = (table: Table, { now }: { now: () => number }) => ({
  /** Takes one use of a caller's; one that is named counts once however often it is taken. One write. */
  async take({ name, limit, windowSeconds }: RateLimit, caller: string, named?: string): Promise<Taken> {
    const at = now();
    const endsAt = at + windowSeconds * 1000;
    const key = keyOf.rateLimit(name, caller);
    const use = named ?? newUse(at);
    const answer = (item: LimitItem, isAllowed: boolean): Taken => ({
      isAllowed,
      remaining: Math.max(0, limit - (item.uses?.size ?? 0)),
      resetSeconds: Math.max(1, Math.ceil((item.endsAt - at) / 1000)),
      use,
      settled: [...(item.uses ?? [])].filter((one) => isSettled(one, item, at)).length,
    });
    const values = { ':use': new Set([use]), ':kind': 'rate_limit', ':now': at, ':ends': endsAt };
    const first = { ...values, ':ttl': Math.ceil(endsAt / 1000) };
    for (;;) {
      try {
        const item = await table.update<LimitItem>({
          key,
          update:
            'SET kind = :kind, endsAt = if_not_exists(endsAt, :ends), #ttl = if_not_exists(#ttl, :ttl) ADD uses :use',
          condition:
            'attribute_not_exists(endsAt) OR (endsAt > :now AND (attribute_not_exists(uses) OR size(uses) < :limit OR contains(uses, :name)))',
          names: { '#ttl': 'ttl' },
          values: { ...first, ':limit': limit, ':name': use },
        });
        return answer(item, true);
      } catch (error) {
        if (!(error instanceof ConditionFailed) || !error.item) throw error;
        if ((error.item as LimitItem).endsAt > at) return answer(error.item as LimitItem, false);
      }
      try {
        const item = await table.update<LimitItem>({
          key,
          update: 'SET kind = :kind, uses = :use, endsAt = :ends, #ttl = :ttl REMOVE settled',
          condition: 'endsAt <= :now',
          names: { '#ttl': 'ttl' },
          values: first,
        });
        return answer(item, true);
      } catch (error) {
        // Another caller has started the new window, or this one did and its answer was lost.
        if (!(error instanceof ConditionFailed)) throw error;
      }
    }
  },

  /** Tells that a use will not be given back, so that nobody waits for it. One write. */
  async settle({ name }: RateLimit, caller: string, { use }: Pick<Taken, 'use'>): Promise<void> {
    try {
      await table.update({
        key: keyOf.rateLimit(name, caller),
        update: 'ADD settled :use',
        condition: 'contains(uses, :name)',
        values: { ':use': new Set([use]), ':name': use },
      });
    } catch (error) {
      // Its window is over.
      if (!(error instanceof ConditionFailed)) throw error;
    }
  },

  /** Gives back what was taken, as if it had not been; a window without another use is over. One write, seldom more. */
  async giveBack(
    { name, limit }: RateLimit,
    caller: string,
    { use, remaining }: Pick<Taken, 'use' | 'remaining'>,
  ): Promise<Pick<Taken, 'remaining'>> {
    const key = keyOf.rateLimit(name, caller);
    const mine = { condition: 'contains(uses, :name)', values: { ':name': use } };
    if (remaining === limit - 1) {
      const condition = `${mine.condition} AND size(uses) = :one`;
      if (await table.remove(key, { condition, values: { ...mine.values, ':one': 1 } }))
        return { remaining: limit };
    }
    try {
      const item = await table.update<LimitItem>({
        key,
        update: 'DELETE uses :use',
        condition: mine.condition,
        values: { ...mine.values, ':use': new Set([use]) },
      });
      if (!item.uses) await table.remove(key, { condition: 'attribute_not_exists(uses)' });
      return { remaining: limit - (item.uses?.size ?? 0) };
    } catch (error) {
      // Its window is over, or this was done and its answer was lost.
      if (!(error instanceof ConditionFailed)) throw error;
      return { remaining: Math.min(limit, remaining + 1) };
    }
  },
});
