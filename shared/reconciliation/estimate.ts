import type { ConversionCaller } from '#shared/api-keys/rules/keys.ts';
import { attribute } from '#shared/conversions/rules/attribution.ts';
import { openReasons } from '#shared/conversions/rules/late-match.ts';
import type { Order } from '#shared/orders/rules/order.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { ReconciliationDeps } from './deps.ts';
import { isNamed } from './rules/packed-rows.ts';
import type { Reconciliation } from './rules/reconciliations.ts';

type Deps = Pick<ReconciliationDeps, 'clicks' | 'identities' | 'accountSettings' | 'now'>;
const readsAtOnce = 16;

export const callerOf = ({ accountId, environment, id }: Pick<Reconciliation, 'accountId' | 'environment' | 'id'>) =>
  ({ accountId, environment, keyId: id, pixelKey: null }) satisfies ConversionCaller;

export async function attributableOf(
  orders: readonly Order[],
  current: Reconciliation,
  { clicks, identities, accountSettings, now }: Deps,
): Promise<Set<string>> {
  const caller = callerOf(current);
  const receivedAt = now();
  const namedOrders = orders.filter(isNamed);
  const attributable = new Set<string>();
  if (namedOrders.length === 0) return attributable;
  const clicksById = await clicks.named(
    namedOrders.map(({ clickId }) => clickId ?? ''),
    caller,
  );
  const settings = await accountSettings.read(current.accountId);
  await forEachConcurrent(namedOrders, readsAtOnce, async ({ orderId, clickId, userHash, occurredAt }) => {
    const of = { clickId: clickId ?? '', occurredAt, receivedAt };
    const attribution = attribute(clicksById.get(of.clickId) ?? null, caller, of);
    if (attribution.outcome === 'matched') attributable.add(orderId);
    const isOpen = attribution.outcome === 'unmatched' && openReasons.includes(attribution.reason);
    if (!isOpen || userHash === null || settings.identityAttribution === 'off') return;
    const { identityWindowDays: windowDays } = settings;
    const before = Math.min(occurredAt, receivedAt);
    if (await identities.lastClick(userHash, caller, { before, windowDays })) attributable.add(orderId);
  });
  return attributable;
}
