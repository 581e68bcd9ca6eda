import type { Decimal } from '#shared/values/decimal.ts';
import { dayAfter } from '#shared/values/zone-calendar.ts';

/** A day without spend has 0, not `null`. */
type DaySpend = { spend: Decimal; currency: string } | null;
export type SpendOn = (day: string) => Promise<DaySpend>;

export type Covered = { from: string; to: string };
export type SpendStop = { lastDay: string; stoppedOn: string; spend: Decimal; currency: string };

/** Only after seven days with spend is a day without spend a stop. */
const daysWithSpend = 7;
/** A stop of spend longer ago is no news, as in a report of last year. */
export const daysBack = 40;
const maxLagDays = 2;

/** `today` is the import's incomplete day, and `present` the day now. `earlierLag` counts complete days. */
export async function stopOf(
  { from, to }: Covered,
  { today, present }: { today: string; present: string },
  spendOn: SpendOn,
  earlierLag: (lastDay: string) => Promise<number | null>,
): Promise<SpendStop | null> {
  const last = await lastSpend(present, spendOn);
  if (!last || last.day >= dayAfter(today, -1)) return null;
  const { day: lastDay, spend, currency } = last;
  for (let at = 1; at < daysWithSpend; at++) if (!isSpent(await spendOn(dayAfter(lastDay, -at)))) return null;
  const next = dayAfter(lastDay);
  const stop = (stoppedOn: string) => ({ lastDay, stoppedOn, spend, currency });
  const first = from > next ? from : next;
  if (first <= to && first < today) return stop(first);
  // Networks omit days without spend, so a report's last day is the last with spend.
  if (from > lastDay || to < lastDay) return null;
  const lag = await earlierLag(lastDay);
  const isExpected = lag !== null && lag <= maxLagDays && next <= dayAfter(today, -1 - lag);
  return isExpected ? stop(next) : null;
}

async function lastSpend(present: string, spendOn: SpendOn) {
  for (let at = 0; at <= daysBack; at++) {
    const day = dayAfter(present, -at);
    const daySpend = await spendOn(day);
    if (daySpend && isSpent(daySpend)) return { day, ...daySpend };
  }
  return null;
}

const isSpent = (day: DaySpend): boolean => day !== null && day.spend !== '0';

export const lagOf = (to: string, today: string): number => Math.max(0, Math.round((Date.parse(today) - Date.parse(to)) / 86_400_000) - 1);
