import { lastDayOfClick } from '#shared/destinations/rules/day-keys.ts';
import { readVisit, type Visit, visitText } from '#shared/destinations/rules/sealed-texts.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { DayKeys } from './day-keys.ts';

type Click = { accountId: AccountId; createdAt: string; expiresAt: string };

/** A click's user agent and landing address cannot be read once its window has ended. */
export const visitsIn = (dayKeys: DayKeys) => ({
  seal: (click: Click, visit: Visit): Promise<string> => dayKeys.seal(placeOf(click), visitText(visit)),

  async open(click: Click & { visit?: string }): Promise<Visit | null> {
    const text = click.visit === undefined ? null : await dayKeys.open(placeOf(click), click.visit);
    return text === null ? null : readVisit(text);
  },
});

const placeOf = (click: Click) => ({
  accountId: click.accountId,
  lastDay: lastDayOfClick(click),
  context: JSON.stringify(['visit', click.accountId, click.createdAt]),
});
