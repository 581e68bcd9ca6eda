import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { daysInSeconds, hours } from '#shared/values/durations.ts';

export type LlmSpend = ReturnType<typeof llmSpendIn>;

type SpendItem = Item & { micros: number; lastCall?: string };

const hourOf = (at: number) => new Date(at).toISOString().slice(0, 13);

/** What calls of models cost in an hour of the clock (UTC), in millionths of a US dollar: one item an hour. */
export const llmSpendIn = (table: Table, { now }: { now: () => number }) => ({
  /** Adds the cost of a call, once also when the write is sent again after a lost answer. One write. */
  async add(callId: string, micros: number): Promise<void> {
    const at = now();
    // It was added, and its answer was lost.
    await tookEffect(
      table.update({
        key: keyOf.llmSpend(hourOf(at)),
        update: 'SET kind = :kind, lastCall = :call, #ttl = :ttl ADD micros :micros',
        condition: 'attribute_not_exists(lastCall) OR lastCall <> :call',
        names: { '#ttl': 'ttl' },
        values: {
          ':kind': 'llm_spend',
          ':call': callId,
          ':ttl': Math.ceil(at / 1000) + daysInSeconds(7),
          ':micros': micros,
        },
      }),
    );
  },

  /** The cost of this hour so far, and when the next one begins. One strongly consistent read. */
  async thisHour(): Promise<{ micros: number; resetSeconds: number }> {
    const at = now();
    const item = await table.get<SpendItem>(keyOf.llmSpend(hourOf(at)), { consistent: true });
    return { micros: item?.micros ?? 0, resetSeconds: Math.ceil((hours(1) - (at % hours(1))) / 1000) };
  },
});
