import type { JoinLevel, TheirNames, Theirs } from '#shared/spend/rules/joins.ts';
import type { SpendDay, SpendNames } from '#shared/spend/rules/spend-rows.ts';
import { dayAfter } from '#shared/values/zone-calendar.ts';
import { joinDays } from './limits.ts';

export type SpendOfAccount = SpendDay & { network: string; adAccount: string };
type AccountRow = SpendNames & { network: string; adAccount: string; day: string };

/** The names of an id in its account, with the days on which a row has them. */
export function objectNames() {
  const namesOfId = new Map<string, Map<string, Set<string>>>();
  const keyOf = (row: AccountRow, level: JoinLevel, id: string) => `${level} ${JSON.stringify([row.network, row.adAccount, id])}`;

  function add(row: AccountRow, level: JoinLevel, id: string | null, name: string | null): void {
    if (id === null || name === null) return;
    const key = keyOf(row, level, id);
    const names = namesOfId.get(key) ?? new Map<string, Set<string>>();
    namesOfId.set(key, names);
    names.set(name, (names.get(name) ?? new Set()).add(row.day));
  }

  function theirs(row: AccountRow, level: JoinLevel, id: string | null, name: string | null): Theirs {
    const rowNames = name === null ? [] : [name];
    const names = id === null ? undefined : namesOfId.get(keyOf(row, level, id));
    if (!names || (names.size === 1 && name !== null && names.has(name))) return { id, names: rowNames };
    const [from, to] = [dayAfter(row.day, -joinDays), dayAfter(row.day, joinDays)];
    const near = [...names].filter(([, days]) => days.values().some((day) => day >= from && day <= to));
    return { id, names: [...new Set([...rowNames, ...near.map(([other]) => other)])].sort() };
  }

  return {
    add({ network, adAccount, day, rows }: SpendOfAccount): void {
      for (const names of rows) {
        const row = { ...names, network, adAccount, day };
        add(row, 'campaign', row.campaignId, row.campaign);
        add(row, 'ad_group', row.adGroupId, row.adGroup);
        add(row, 'ad', row.adId, row.ad);
      }
    },
    of: (row: AccountRow): TheirNames => ({
      campaign: theirs(row, 'campaign', row.campaignId, row.campaign),
      ad_group: theirs(row, 'ad_group', row.adGroupId, row.adGroup),
      ad: theirs(row, 'ad', row.adId, row.ad),
    }),
  };
}
