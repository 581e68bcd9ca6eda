import type { JoinLevel } from '#shared/spend/rules/joins.ts';
import type { SpendOfAccount } from './object-names.ts';

/** The newest name of an ID at its network, if the IDs of no other account are equal. */
export function networkNames(spend: readonly SpendOfAccount[]) {
  type Named = { name: string; day: string; account: string };
  let index: Map<string, Named | null> | undefined;

  function indexed(): Map<string, Named | null> {
    const names = new Map<string, Named | null>();
    for (const { network, adAccount, day, rows } of spend) {
      const account = JSON.stringify([network, adAccount]);
      const add = (level: JoinLevel, id: string | null, name: string | null) => {
        if (id === null || name === null) return;
        const before = names.get(`${level} ${id}`);
        if (before === null) return;
        if (before && before.account !== account) names.set(`${level} ${id}`, null);
        else if (!before || day >= before.day) names.set(`${level} ${id}`, { name, day, account });
      };
      for (const row of rows) {
        add('campaign', row.campaignId, row.campaign);
        add('ad_group', row.adGroupId, row.adGroup);
        add('ad', row.adId, row.ad);
      }
    }
    return names;
  }

  return (level: JoinLevel, id: string): string | null => {
    index ??= indexed();
    return index.get(`${level} ${id}`)?.name ?? null;
  };
}
export type NetworkNames = ReturnType<typeof networkNames>;

export type SpendKnown = { network: string; account: string; to: string };

/** The last day with spend of each ad account up to the end of the period. */
export function spendKnownIn(spend: readonly SpendOfAccount[], to: string): SpendKnown[] {
  const lastDays = new Map<string, SpendKnown>();
  for (const { network, adAccount: account, day } of spend) {
    const key = JSON.stringify([network, account]);
    const before = lastDays.get(key);
    if (day <= to && (!before || day > before.to)) lastDays.set(key, { network, account, to: day });
  }
  return [...lastDays.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, known]) => known);
}
