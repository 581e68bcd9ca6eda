import { attribute } from '#shared/conversions/rules/attribution.ts';
import { type Credit, clickOf } from '#shared/conversions/rules/conversions.ts';
import type { AccountSettingsStore } from '#shared/conversions/store/account-settings.ts';
import type { Identities } from '#shared/conversions/store/identities.ts';
import type { Arrival } from './arrival.ts';

export type CreditDeps = { identities: Identities; accountSettings: AccountSettingsStore };

/**
 * The click that earned an event: the one that it names, else the last one of its user. Reads only for an event of a
 * known user whose click is missing or unknown.
 */
export async function creditOf(
  { event, caller, session, receivedAt }: Arrival,
  { identities, accountSettings }: CreditDeps,
): Promise<Credit | { outcome: 'out_of_scope' }> {
  const { clickId, externalUserHash } = event;
  const occurredAt = event.occurredAt ?? receivedAt;
  const attribution = attribute(session, caller, { clickId, occurredAt, receivedAt });
  if (attribution.outcome === 'matched') return { outcome: 'matched', click: clickOf(attribution.session) };
  if (attribution.outcome === 'out_of_scope' || !externalUserHash) return attribution;
  if (attribution.reason === 'expired_svc_click_id' || attribution.reason === 'no_ad_click')
    return attribution;
  const { identityWindowDays: windowDays } = await accountSettings.cached(caller.accountId);
  if (windowDays === 0) return attribution;
  const before = Math.min(occurredAt, receivedAt);
  const click = await identities.lastClick(externalUserHash, caller, { before, windowDays });
  return click ? { outcome: 'matched', click, by: 'external_user_id' } : attribution;
}
