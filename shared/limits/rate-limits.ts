import type { Item } from '#shared/store/item.ts';
import { ConditionFailed, resultOrNull, tookEffect } from '#shared/store/store-errors.ts';
import type { Part, Table } from '#shared/store/table.ts';
import { isAhead, latestAhead } from '#shared/values/ahead.ts';
import { randomText } from '#shared/values/ids.ts';
import { keyOf } from './items.ts';
import type { RateLimit } from './rate-limit.ts';

export type RateLimits = ReturnType<typeof rateLimitsIn>;

/** Each use is stored by name, so a limit is some thousands at most. */
export type { RateLimit };
export type Share = { id: string; limit: number };
export type Taken = {
  isAllowed: boolean;
  remaining: number;
  resetSeconds: number;
  use: string;
  isOnly: boolean;
  isSpent: boolean;
  share?: Share | undefined;
};

type LimitItem = Item & {
  uses?: Set<string>;
  settled?: Set<string>;
  endsAt: number;
  [share: `share_${string}`]: Set<string>;
};
const shareOf = ({ id }: Share) => `share_${id}` as const;

/** A use that is unsettled for longer than this is from a crashed request. */
const maxInFlightMs = 10_000;
/** A use's name begins with epoch milliseconds, which reveal uses in flight. */
const newUse = (at: number) => `${at.toString(36)}.${randomText(8)}`;
const isSettled = (use: string, { settled }: LimitItem, at: number) => settled?.has(use) || at - Number.parseInt(use, 36) >= maxInFlightMs;

const isMine = 'contains(uses, :name)';

function leftOf(item: LimitItem, { limit, share, at }: { limit: number; share?: Share | undefined; at: number }) {
  const counts = [{ most: limit, uses: item.uses }, ...(share ? [{ most: share.limit, uses: item[shareOf(share)] }] : [])];
  return {
    remaining: Math.max(0, Math.min(...counts.map(({ most, uses }) => most - (uses?.size ?? 0)))),
    isSpent: counts.some(({ most, uses = [] }) => [...uses].filter((use) => isSettled(use, item, at)).length >= most),
  };
}

/** Uses are a set of names, so a repeated write counts once. */
export const rateLimitsIn = (table: Table, { now }: { now: () => number }) => ({
  async take({ name, limit, windowSeconds }: RateLimit, caller: string, useName?: string, share?: Share): Promise<Taken> {
    const at = now();
    const windowMs = windowSeconds * 1000;
    const endsAt = at + windowMs;
    // A window of uses that ends later than this is from a wrong clock.
    const absurd = latestAhead(at, windowMs);
    const key = keyOf.rateLimit(name, caller);
    const use = useName ?? newUse(at);
    const answer = (item: LimitItem, isAllowed: boolean): Taken => ({
      isAllowed,
      resetSeconds: Math.max(1, Math.ceil((item.endsAt - at) / 1000)),
      use,
      isOnly: item.uses?.size === 1,
      ...leftOf(item, { limit, share, at }),
      share,
    });
    const uses = new Set([use]);
    const ttl = Math.ceil(endsAt / 1000);
    const isFree = (set: string, most: string) => `(attribute_not_exists(${set}) OR size(${set}) < ${most} OR contains(${set}, :name))`;
    for (;;) {
      try {
        const item = await table.update<LimitItem>({
          key,
          update: `SET kind = :kind, endsAt = if_not_exists(endsAt, :ends), #ttl = if_not_exists(#ttl, :ttl) ADD uses :use${share ? ', #share :use' : ''}`,
          condition: `attribute_not_exists(endsAt) OR (endsAt > :now AND endsAt <= :absurd AND ${isFree('uses', ':limit')}${share ? ` AND ${isFree('#share', ':share')}` : ''})`,
          names: { '#ttl': 'ttl', ...(share && { '#share': shareOf(share) }) },
          values: {
            ':use': uses,
            ':kind': 'rate_limit',
            ':now': at,
            ':absurd': absurd,
            ':ends': endsAt,
            ':ttl': ttl,
            ':limit': limit,
            ':name': use,
            ...(share && { ':share': share.limit }),
          },
        });
        return answer(item, true);
      } catch (error) {
        if (!(error instanceof ConditionFailed) || !error.item) throw error;
        if (isAhead((error.item as LimitItem).endsAt, at, windowMs)) return answer(error.item as LimitItem, false);
      }
      const item: LimitItem = {
        ...key,
        kind: 'rate_limit',
        endsAt,
        ttl,
        uses,
        ...(share && { [shareOf(share)]: uses }),
      };
      if (
        await tookEffect(
          table.put(item, 'endsAt <= :now OR endsAt > :absurd', {
            values: { ':now': at, ':absurd': absurd },
          }),
        )
      )
        return answer(item, true);
    }
  },

  /** Rejected writes would load a shared item, so a used-up limit is only read. */
  async isUsedUp({ name, limit, windowSeconds }: RateLimit, caller: string, use: string): Promise<boolean> {
    const { uses, endsAt = 0 } = (await table.get<LimitItem>(keyOf.rateLimit(name, caller))) ?? {};
    return isAhead(endsAt, now(), windowSeconds * 1000) && uses !== undefined && uses.size >= limit && !uses.has(use);
  },

  /** Makes one write, after which no request waits for this use. */
  async settle({ name }: RateLimit, caller: string, { use }: Pick<Taken, 'use'>, effects: readonly object[] = []): Promise<void> {
    await tookEffect(
      table.update({
        key: keyOf.rateLimit(name, caller),
        update: `${effects.length > 0 ? 'SET effects = :effects ' : ''}ADD settled :use`,
        condition: isMine,
        values: {
          ':use': new Set([use]),
          ':name': use,
          ...(effects.length > 0 && { ':effects': JSON.stringify(effects) }),
        },
      }),
    );
  },

  /** Makes one write, seldom more. A window without another use is removed. */
  async giveBack(
    { name, limit }: RateLimit,
    caller: string,
    { use, remaining, isOnly, share }: Pick<Taken, 'use' | 'remaining' | 'isOnly' | 'share'>,
  ): Promise<Pick<Taken, 'remaining'>> {
    const key = keyOf.rateLimit(name, caller);
    const mine = { condition: isMine, values: { ':name': use } };
    if (isOnly) {
      const condition = `${mine.condition} AND size(uses) = :one`;
      if (await table.remove(key, { condition, values: { ...mine.values, ':one': 1 } }))
        return { remaining: Math.min(limit, share?.limit ?? limit) };
    }
    const item = await resultOrNull(
      table.update<LimitItem>({
        key,
        update: `DELETE uses :use${share ? ', #share :use' : ''}`,
        condition: mine.condition,
        ...(share && { names: { '#share': shareOf(share) } }),
        values: { ...mine.values, ':use': new Set([use]) },
      }),
    );
    if (!item) return { remaining: Math.min(limit, share?.limit ?? limit, remaining + 1) };
    if (!item.uses) await table.remove(key, { condition: 'attribute_not_exists(uses)' });
    return { remaining: leftOf(item, { limit, share, at: now() }).remaining };
  },

  async giveBackOnlyUse({ name }: Pick<RateLimit, 'name'>, caller: string, { use }: Pick<Taken, 'use'>, step: Part): Promise<boolean> {
    const condition = `${isMine} AND size(uses) = :one`;
    return await tookEffect(
      table.transact([{ remove: keyOf.rateLimit(name, caller), condition, values: { ':name': use, ':one': 1 } }, step]),
    );
  },

  clearPart: ({ name }: Pick<RateLimit, 'name'>, caller: string): Part => ({
    remove: keyOf.rateLimit(name, caller),
  }),
});
