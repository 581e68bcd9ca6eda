import type { ShownWord } from '#shared/consent/rules/consent.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import { type Conversion, consentOfEvent } from '#shared/conversions/rules/conversions.ts';
import type { Network } from '#shared/destinations/rules/destination.ts';
import { days } from '#shared/values/durations.ts';

/** A network recognizes its own click by these parameters of the landing page. */
const clickIds: Record<Network, readonly string[]> = {
  meta: ['fbclid'],
  google_ads: ['gclid', 'gbraid', 'wbraid'],
  openai_ads: ['oppref'],
};

/** A network credits its own clicks only, and orders without its click ID were earned elsewhere. */
type ClickId = 'present' | 'truncated' | 'absent' | 'unmatched';
type Reach = { network: Network; clickId: ClickId; consent: ShownWord; country: string };

export const tellingReasons = ['unmatched', 'no_click_id', 'click_id_truncated', 'no_consent'] as const;
export type TellingReason = (typeof tellingReasons)[number];

type ReachedClick = Pick<Click, 'networkClickIds' | 'truncated' | 'facts'>;

function clickIdOf(network: Network, click: ReachedClick | undefined): ClickId {
  if (!click) return 'absent';
  const sent = clickIds[network].filter((name) => click.networkClickIds[name]);
  if (sent.length === 0) return 'absent';
  return sent.some((name) => !click.truncated?.includes(name)) ? 'present' : 'truncated';
}

/**
 * The counter of an order. A country decides only where consent is unknown, so only then it is in the text.
 */
export function reachOf(network: Network, event: Conversion, click: ReachedClick | undefined): string {
  const clickId = event.click ? clickIdOf(network, click) : 'unmatched';
  const consent = consentOfEvent(event).adUserData ?? 'unknown';
  const country = consent === 'unknown' && clickId === 'present' ? (click?.facts?.country ?? '') : '';
  return [network, clickId, consent, country].join('|');
}

export const withMatchKeys = (network: Network): string => `${network}|match_keys`;

/** No network takes an event that is older, so no later change moves an order: each move leaves the counter that has it. */
const settledMs = days(8);

/** Returns true if a change of an order may change what can be sent to a network. */
export function isMoved(before: Conversion | null, after: Conversion): boolean {
  if (!before) return true;
  if (after.erasedAt) return false;
  const isMatched = after.click && !before.click;
  const consentChangedAt = after.consentChange?.at;
  const changedAt = isMatched ? after.matchedAt : consentChangedAt === before.consentChange?.at ? undefined : consentChangedAt;
  return changedAt !== undefined && Date.parse(changedAt) - Date.parse(after.receivedAt) <= settledMs;
}

type Counter = { day: string; detail: string; count: number };
type DayCoverage = {
  orders: number;
  with_click_id: number;
  with_consent: number;
  with_match_keys: number;
  tellable: number;
  reasons: Partial<Record<TellingReason, number>>;
};
/** The network gets more orders once this is solved. Orders of other networks' clicks are no loss. */
export const improvements = ['click_ids_missing', 'consent_unknown', 'click_id_truncated', 'orders_unmatched'] as const;
export type Improvement = { what: (typeof improvements)[number]; orders: number };

function reasonOf({ clickId, consent, country }: Reach, countries: ReadonlySet<string>): TellingReason | null {
  if (clickId === 'unmatched') return 'unmatched';
  if (clickId === 'absent') return 'no_click_id';
  if (clickId === 'truncated') return 'click_id_truncated';
  return consent === 'granted' || (consent === 'unknown' && countries.has(country)) ? null : 'no_consent';
}

/** In `countries`, unknown consent counts as granted. */
export function coverageIn(
  counters: readonly Counter[],
  network: Network,
  countries: ReadonlySet<string>,
): DayCoverage & { improvement: Improvement | null } {
  const sums: DayCoverage = { orders: 0, with_click_id: 0, with_consent: 0, with_match_keys: 0, tellable: 0, reasons: {} };
  const losses = { click_ids_missing: 0, consent_unknown: 0, click_id_truncated: 0, orders_unmatched: 0 };
  for (const { detail, count } of counters) {
    const [of, second = '', consent = '', country = ''] = detail.split('|');
    if (of !== network) continue;
    if (second === 'match_keys') {
      sums.with_match_keys += count;
      continue;
    }
    const reach = { network, clickId: second as ClickId, consent: consent as ShownWord, country };
    const reason = reasonOf(reach, countries);
    sums.orders += count;
    if (reach.clickId === 'present') sums.with_click_id += count;
    if (reach.consent === 'granted') sums.with_consent += count;
    if (reason === null) sums.tellable += count;
    else sums.reasons[reason] = (sums.reasons[reason] ?? 0) + count;
    if (reason === 'no_consent' && reach.consent === 'unknown') losses.consent_unknown += count;
    if (reason === 'click_id_truncated') losses.click_id_truncated += count;
    if (reason === 'unmatched') losses.orders_unmatched += count;
    if (reason === 'no_click_id') losses.click_ids_missing += count;
  }
  // Orders of other networks have no click ID of this network either, so they are a loss only where every order lacks it.
  if (sums.with_click_id + losses.click_id_truncated > 0) losses.click_ids_missing = 0;
  const [largest] = improvements.map((what) => ({ what, orders: losses[what] })).sort((a, b) => b.orders - a.orders);
  return { ...sums, improvement: largest && largest.orders > 0 ? largest : null };
}
