import { keyOf } from '#shared/llm/items.ts';
import type { Item } from '#shared/store/item.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { days, daysInSeconds, hours } from '#shared/values/durations.ts';

export type LlmSpend = ReturnType<typeof llmSpendIn>;

type SpendItem = Item & { micros: number; lastCall?: string };

const hourOf = (at: number) => new Date(at).toISOString().slice(0, 13);

const dayMs = days(1);

/** Each UTC hour has an item, in millionths of a US dollar. */
export const llmSpendIn = (table: Table, { now }: { now: () => number }) => ({
  /** Makes one write. A repeat counts once if no other call was counted in between. */
  async add(callId: string, micros: number): Promise<void> {
    const at = now();
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

  async byDay(days: number): Promise<{ day: string; micros: number }[]> {
    const today = Math.floor(now() / dayMs);
    const utcDays = Array.from({ length: days }, (_, ago) => new Date((today - days + 1 + ago) * dayMs).toISOString().slice(0, 10));
    const hoursOf = (day: string) => Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}`);
    const items = await table.getMany<SpendItem>(utcDays.flatMap((day) => hoursOf(day).map((hour) => keyOf.llmSpend(hour))));
    const micros = new Map(items.map((item) => [item.pk.slice('LLMSPEND#'.length), item.micros]));
    return utcDays.map((day) => ({
      day,
      micros: hoursOf(day).reduce((sum, hour) => sum + (micros.get(hour) ?? 0), 0),
    }));
  },

  /** Makes one strongly consistent read. */
  async thisHour(): Promise<{ micros: number; resetSeconds: number }> {
    const at = now();
    const item = await table.get<SpendItem>(keyOf.llmSpend(hourOf(at)), { consistent: true });
    return { micros: item?.micros ?? 0, resetSeconds: Math.ceil((hours(1) - (at % hours(1))) / 1000) };
  },
});
