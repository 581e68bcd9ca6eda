import { log } from '#shared/log.ts';
import type { Sender } from '#shared/messages/sender.ts';
import { applyImport, contentOf, noteStopIn } from '#shared/spend/apply-import.ts';
import type { SpendDeps } from '#shared/spend/continue-import.ts';
import { spendImportQueue } from '#shared/spend/queues.ts';
import type { SpendOrder } from '#shared/spend/rules/spend-imports.ts';
import { dayDigest, type SpendDay, summedRows } from '#shared/spend/rules/spend-rows.ts';
import { newImportId } from '#shared/spend/store/spend-imports.ts';
import { type Decimal, decimalOf } from '#shared/values/decimal.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { AccountReading } from './rules/assistant-report.ts';

export type FeedDeps = SpendDeps & { queues: Pick<Sender, 'send'> };

/** A download's import never takes this long, so a worker then checks it. */
const continueSeconds = 120;

/** If another import is running, the days of this feed wait for the next download. */
export async function feedSpend(userId: AccountId, reading: AccountReading, deps: FeedDeps): Promise<void> {
  const order: SpendOrder = {
    id: newImportId(deps.now()),
    accountId: userId,
    environment: 'live',
    network: 'assistant',
    adAccount: reading.account.id,
    mode: 'replace_days',
    currency: reading.account.currency,
    timeZone: reading.account.timeZone,
    pixelKey: null,
    by: { kind: 'system', id: null },
    createdAt: new Date(deps.now()).toISOString(),
  };
  const all = spendDaysOf(reading);
  const storedDays = await deps.spendDays.on(
    order,
    all.map(({ day }) => day),
  );
  const days = all.filter((day) => {
    const before = storedDays.get(day.day);
    return before ? before.digest !== dayDigest(day) : day.rows.length > 0;
  });
  const coversTo = all.at(-1)?.day;
  if (days.length === 0) {
    await noteStopIn(order, { days: all, ...(coversTo && { coversTo }) }, deps);
    return;
  }
  await deps.queues.send(
    spendImportQueue,
    { account_id: userId, environment: 'live', import_id: order.id },
    { delaySeconds: continueSeconds },
  );
  const content = {
    days,
    rows: days.reduce((sum, { rows }) => sum + rows.length, 0),
    summed: 0,
    skipped: null,
    ...(coversTo && { coversTo }),
  };
  const { kind } = await applyImport(order, content, deps);
  if (kind !== 'applied')
    log.info('spend of the assistant waits for the next download', {
      account_id: userId,
      kind,
      ...contentOf(content),
    });
}

export function spendDaysOf({ account, campaigns, ads, days }: AccountReading): SpendDay[] {
  const campaignName = new Map(campaigns.map(({ id, name }) => [id, name]));
  const title = new Map(ads.map(({ id, title: text }) => [id, text]));
  return days.map(({ day, ads: ofDay }) => ({
    day,
    level: 'ad',
    currency: account.currency,
    timeZone: account.timeZone,
    pixelKey: null,
    rows: summedRows(
      ofDay.map(({ adId, campaignId, impressions, clicks, spendMicros }) => ({
        campaignId: campaignId || null,
        campaign: campaignName.get(campaignId) ?? null,
        // The ad group is omitted, because the account may no longer list it, which would change the row.
        adGroupId: null,
        adGroup: null,
        adId,
        ad: title.get(adId) ?? null,
        spend: ofMicros(spendMicros),
        impressions,
        clicks,
        reportedConversions: null,
        reportedValue: null,
      })),
    ),
  }));
}

function ofMicros(micros: number): Decimal {
  const digits = String(Math.max(0, Math.round(micros))).padStart(7, '0');
  return decimalOf(`${digits.slice(0, -6)}.${digits.slice(-6)}`);
}
