import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { days, daysInSeconds, hours } from '#shared/values/durations.ts';

export type LlmSpend = ReturnType<typeof llmSpendIn>;

type SpendItem = Item & { micros: number; lastCall?: string };

const hourOf = (at: number) => new Date(at).toISOString().slice(0, 13);

const dayMs = days(1);

/** The cost of model calls per clock hour (UTC), in millionths of a US dollar, with one item per hour. */
export const llmSpendIn = (table: Table, { now }: { now: () => number }) => ({
  /** Adds the cost of a call once, even if the write is sent again after a lost response. One write. */
  async add(callId: string, micros: number): Promise<void> {
    const at = now();
    // A failed condition means that the cost was added and the response was lost.
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

  /** Returns the cost of each of the last days (UTC), newest last. Hours are stored for seven days. */
  async byDay(days: number): Promise<{ day: string; micros: number }[]> {
    const today = Math.floor(now() / dayMs);
    const wanted = Array.from({ length: days }, (_, ago) =>
      new Date((today - days + 1 + ago) * dayMs).toISOString().slice(0, 10),
    );
    const hoursOf = (day: string) =>
      Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}`);
    const items = await table.getMany<SpendItem>(
      wanted.flatMap((day) => hoursOf(day).map((hour) => keyOf.llmSpend(hour))),
    );
    const micros = new Map(items.map((item) => [item.pk.slice('LLMSPEND#'.length), item.micros]));
    return wanted.map((day) => ({
      day,
      micros: hoursOf(day).reduce((sum, hour) => sum + (micros.get(hour) ?? 0), 0),
    }));
  },

  /**
   * Returns the cost of the current hour, and the seconds until the next hour. One strongly consistent read.
   */
  async thisHour(): Promise<{ micros: number; resetSeconds: number }> {
    const at = now();
    const item = await table.get<SpendItem>(keyOf.llmSpend(hourOf(at)), { consistent: true });
    return { micros: item?.micros ?? 0, resetSeconds: Math.ceil((hours(1) - (at % hours(1))) / 1000) };
  },
});
