import { levelOf } from '#shared/spend/rules/spend-rows.ts';
import { dayAfter } from '#shared/values/zone-calendar.ts';
import type { ClickedAd } from './click-book.ts';
import { joinDays } from './limits.ts';
import type { SpendOfAccount } from './object-names.ts';
import type { SpendOfDay } from './place-spend.ts';

type Priced = { day: string; account: string; row: SpendOfDay; currency: string; timeZone: string };

const accountOf = ({ network, adAccount }: { network: string; adAccount: string }) => JSON.stringify([network, adAccount]);

/** An ad without human clicks cost nothing on a stored day of the account that priced it last. */
export function priceHistory(days: readonly SpendOfAccount[], adsOf: (row: SpendOfDay) => readonly ClickedAd[]) {
  const stored = new Set(days.map((day) => `${day.day} ${accountOf(day)}`));
  let pricesOfAd: Map<ClickedAd, Map<string, Priced[]>> | undefined;

  function prices() {
    const all = new Map<ClickedAd, Map<string, Priced[]>>();
    for (const { rows, ...facts } of days)
      for (const names of rows) {
        const row = { ...names, ...facts, level: levelOf(names) };
        const { day, currency, timeZone } = facts;
        for (const ad of adsOf(row)) {
          const byDay = all.get(ad) ?? new Map<string, Priced[]>();
          all.set(ad, byDay);
          const priced = byDay.get(day) ?? [];
          byDay.set(day, priced);
          priced.push({ day, account: accountOf(facts), row, currency, timeZone });
        }
      }
    return all;
  }

  return {
    /** The row that priced the ad last, if its account has no row of the ad for this stored day. */
    freeSince(ad: ClickedAd, day: string): Priced | null {
      pricesOfAd ??= prices();
      const byDay = pricesOfAd.get(ad);
      const [from, to] = [dayAfter(day, -joinDays), day];
      let last: string | undefined;
      for (const other of byDay?.keys() ?? []) if (other >= from && other < to && (last === undefined || other > last)) last = other;
      if (last === undefined) return null;
      const priced = byDay?.get(last) ?? [];
      if (!priced.every(({ account }) => stored.has(`${day} ${account}`))) return null;
      return priced.reduce((a, b) => (JSON.stringify(b) < JSON.stringify(a) ? b : a));
    },
  };
}
