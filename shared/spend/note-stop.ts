import type { Effect } from '#shared/messages/effects.ts';
import { webhookEvent } from '#shared/messages/webhook-event.ts';
import { money } from '#shared/values/decimal.ts';
import { sha256 } from '#shared/values/ids.ts';
import { ownerOf } from '#shared/values/tenant.ts';
import { dayAfter, dayIn } from '#shared/values/zone-calendar.ts';
import { spendOf } from './rules/difference.ts';
import type { SpendOrder } from './rules/spend-imports.ts';
import { type Covered, daysBack, lagOf, type SpendOn, type SpendStop, stopOf } from './rules/spend-stop.ts';
import type { SpendDays, StoredDay } from './store/spend-days.ts';
import type { SpendImports } from './store/spend-imports.ts';
import type { SpendStops } from './store/spend-stops.ts';

type Deps = { spendDays: SpendDays; spendImports: SpendImports; spendStops: SpendStops; now(): number };
type Order = Omit<SpendOrder, 'id'> & { id: string | null };

/** A stop is reported by a webhook event and an e-mail, once until spend returns. */
export async function noteStop(order: Order, covered: Covered, deps: Deps): Promise<void> {
  const today = dayIn(order.timeZone, Date.parse(order.createdAt));
  const present = dayIn(order.timeZone, deps.now());
  const days = Array.from({ length: daysBack + 7 }, (_, at) => dayAfter(present, -at));
  const storedDays = await deps.spendDays.on(order, days);
  const spendOn: SpendOn = async (day) => {
    const storedDay = storedDays.get(day);
    if (!storedDay) return null;
    const rows = await deps.spendDays.rowsOf(order.accountId, order.environment, storedDay);
    return { spend: spendOf(rows), currency: storedDay.currency };
  };
  const lag = (lastDay: string) => earlierLag(order, lastDay, storedDays, deps);
  const stop = await stopOf(covered, { today, present }, spendOn, lag);
  if (!stop) return;
  const { lastDay, stoppedOn } = stop;
  const at = new Date(deps.now()).toISOString();
  await deps.spendStops.claim(order, { lastDay, stoppedOn, importId: order.id, at }, effectsOf(order, stop, at));
}

async function earlierLag(
  order: Order,
  lastDay: string,
  storedDays: ReadonlyMap<string, StoredDay>,
  { spendImports }: Deps,
): Promise<number | null> {
  const ids: string[] = [];
  for (const { day, importId } of storedDays.values())
    if (day <= lastDay && day > dayAfter(lastDay, -7) && importId !== order.id) ids.push(importId);
  if (order.id !== null)
    for await (const { replaces } of spendImports.versions({ ...order, id: order.id })) if (replaces !== null) ids.push(replaces);
  const newest = ids.sort().at(-1);
  const earlier = newest && (await spendImports.byId(order.accountId, order.environment, newest));
  const to = earlier && (earlier.coversTo ?? earlier.to);
  return to ? lagOf(to, dayIn(order.timeZone, Date.parse(earlier.createdAt))) : null;
}

/** The IDs of the effects name the last day with spend, so that no retry reports a stop again. */
function effectsOf(order: Order, { lastDay, stoppedOn, spend, currency }: SpendStop, at: string): Effect[] {
  const { accountId, environment, network, adAccount } = order;
  const ofAccount = sha256(JSON.stringify([environment, network, adAccount])).slice(0, 32);
  const source = `${accountId}#${ofAccount}#${lastDay}`;
  const facts = { last_day: lastDay, stopped_on: stoppedOn, currency };
  const event = webhookEvent('spend.stopped', source, {
    accountId,
    environment,
    at,
    data: { network, account: adAccount, ...facts, last_day_spend: money(spend) },
  });
  const mail: Effect = {
    kind: 'mail',
    id: `spend_stopped#${source}`,
    to_user: ownerOf(accountId),
    template: 'spend_stopped',
    data: { network, ad_account: adAccount, ...facts, spend: money(spend) },
  };
  return environment === 'live' ? [event, mail] : [event];
}
