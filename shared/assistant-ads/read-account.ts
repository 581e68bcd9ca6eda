import type { AdDays } from '#shared/data/ad-days.ts';
import {
  type AccountReading,
  type DayOfAccount,
  dayBefore,
  seriesDays,
} from '#shared/domain/assistant-report.ts';
import { TaskFailed } from '#shared/jobs/user-task.ts';
import type { AssistantAdsAccount } from '#shared/ports/assistant-ads.ts';

/** Days that are asked for again each time: spend and conversions are counted late (reference vendors 6.2). */
const lateDays = 7;

type Wanted = { userId: number; accountId: string | null; day: string };

/** Downloads an account, and writes its last days over what was known of them; at first, all that a report shows. */
export async function readAccount(
  { userId, accountId, day }: Wanted,
  api: AssistantAdsAccount,
  { adDays }: { adDays: AdDays },
): Promise<Omit<AccountReading, 'days'>> {
  const account = await api.account();
  if (accountId !== null && account.id !== accountId)
    throw new TaskFailed('The key of this ad account opens another account. Give the right one.');
  const known = await adDays.between(userId, account.id, dayBefore(day, seriesDays), dayBefore(day, 1));
  const since = dayBefore(day, (known.length === 0 ? seriesDays : lateDays) - 1);
  const [campaigns, adGroups, ads, rows] = await Promise.all([
    api.campaigns(),
    api.adGroups(),
    api.ads(),
    api.adDays({ since, until: day }),
  ]);
  const conversions = await api.conversions(
    { since, until: day },
    campaigns.map(({ id }) => id),
  );
  const days = new Map<
    string,
    { ads: DayOfAccount['ads'][number][]; conversions: DayOfAccount['conversions'][number][] }
  >();
  for (let one = since; one <= day; one = dayBefore(one, -1)) days.set(one, { ads: [], conversions: [] });
  for (const { day: of, ...figures } of rows) days.get(of)?.ads.push(figures);
  for (const { day: of, ...figures } of conversions) days.get(of)?.conversions.push(figures);
  await adDays.put(
    userId,
    account.id,
    [...days].map(([of, figures]) => ({ day: of, ...figures })),
  );
  return { account, campaigns, adGroups, ads };
}
