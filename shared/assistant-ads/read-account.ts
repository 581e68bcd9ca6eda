import { dayBefore } from '#shared/assistant-ads/rules/assistant-figures.ts';
import { type AccountReading, type DayOfAccount, seriesDays } from '#shared/assistant-ads/rules/assistant-report.ts';
import type { AdDays } from '#shared/assistant-ads/store/ad-days.ts';
import { TaskFailed } from '#shared/tasks/user-task.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { AssistantAdsAccount } from './assistant-ads.ts';

/** The vendor counts late (docs/api/vendors.md#assistant-ads), so each day is read again on this many days. */
const lateDays = 7;

type Wanted = { userId: AccountId; accountId: string | null; day: string };

export async function readAccount(
  { userId, accountId, day }: Wanted,
  api: AssistantAdsAccount,
  { adDays }: { adDays: AdDays },
): Promise<AccountReading> {
  const account = await api.account();
  if (accountId !== null && account.id !== accountId)
    throw new TaskFailed('The key of this ad account opens another account. Give the right one.');
  const first = dayBefore(day, seriesDays - 1);
  const storedDays = new Map((await adDays.between(userId, account.id, first, day)).map((storedDay) => [storedDay.day, storedDay]));
  const since = daysBetween(first, day).find((eachDay) => !isFinal(storedDays.get(eachDay))) ?? day;
  const [campaigns, adGroups, ads, rows, conversions] = await Promise.all([
    api.campaigns(),
    api.adGroups(),
    api.ads(),
    api.adDays({ since, until: day }),
    api.conversions({ since, until: day }),
  ]);

  const campaignOfGroup = new Map(adGroups.map(({ id, campaignId }) => [id, campaignId]));
  const before = [...storedDays.values()].flatMap((storedDay) => storedDay.ads);
  const campaignOfAd = new Map([
    ...before.map(({ adId, campaignId }) => [adId, campaignId] as const),
    ...ads.map(({ id, adGroupId }) => [id, campaignOfGroup.get(adGroupId) ?? ''] as const),
  ]);
  const campaignOf = (adId: string) => campaignOfAd.get(adId) ?? '';

  const rowsOfDay = Map.groupBy(rows, (row) => row.day);
  const conversionsOfDay = Map.groupBy(conversions, (row) => row.day);
  const readDays = daysBetween(since, day).map(
    (readDay): DayOfAccount => ({
      day: readDay,
      readFor: day,
      ads: (rowsOfDay.get(readDay) ?? []).map(({ day: _, ...row }) => ({
        ...row,
        campaignId: campaignOf(row.adId),
      })),
      conversions: (conversionsOfDay.get(readDay) ?? []).map(({ day: _, ...row }) => row),
    }),
  );
  await adDays.put(userId, account.id, readDays);
  const earlier = [...storedDays.values()].filter((storedDay) => storedDay.day < since);
  return {
    account,
    campaigns,
    days: [...earlier, ...readDays],
    ads: ads.map((ad) => ({ ...ad, campaignId: campaignOf(ad.id) })),
  };
}

const isFinal = (storedDay: DayOfAccount | undefined) =>
  storedDay !== undefined && storedDay.readFor >= dayBefore(storedDay.day, 1 - lateDays);

const daysBetween = (since: string, until: string) => {
  const days: string[] = [];
  for (let day = since; day <= until; day = dayBefore(day, -1)) days.push(day);
  return days;
};
