import { attribute } from '#shared/conversions/rules/attribution.ts';
import { type Credit, clickOf } from '#shared/conversions/rules/conversions.ts';
import { openReasons } from '#shared/conversions/rules/late-match.ts';
import type { AccountSettingsStore } from '#shared/conversions/store/account-settings.ts';
import type { Identities } from '#shared/conversions/store/identities.ts';
import type { Arrival } from './arrival.ts';

export type CreditDeps = { identities: Identities; accountSettings: AccountSettingsStore };

/** With `answer`, the last click of the event's user is considered; otherwise the table's stream finds it later. */
export async function creditOf(
  { event, caller, click, receivedAt }: Arrival,
  { identities, accountSettings }: CreditDeps,
): Promise<Credit | { outcome: 'out_of_scope' }> {
  const { clickId, externalUserHash } = event;
  const occurredAt = event.occurredAt ?? receivedAt;
  const attribution = attribute(click, caller, { clickId, occurredAt, receivedAt });
  if (attribution.outcome === 'matched') return { outcome: 'matched', click: clickOf(attribution.click) };
  if (attribution.outcome === 'out_of_scope' || !externalUserHash) return attribution;
  if (!openReasons.includes(attribution.reason)) return attribution;
  const settings = await accountSettings.cached(caller.accountId);
  if (settings.identityAttribution !== 'answer') return attribution;
  const { identityWindowDays: windowDays } = settings;
  const before = Math.min(occurredAt, receivedAt);
  const last = await identities.lastClick(externalUserHash, caller, { before, windowDays });
  return last ? { outcome: 'matched', click: last, by: 'external_user_id' } : attribution;
}
