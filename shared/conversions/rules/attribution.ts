import type { ConversionCaller, Environment } from '#shared/api-keys/rules/keys.ts';
import type { ClickFacts } from '#shared/clicks/rules/click-facts.ts';
import type { StoredConsent } from '#shared/consent/rules/consent.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { isUnreadable } from './click-id.ts';
import { deliveryGraceMs } from './limits.ts';

/** The landing page's visit determines all values of a click: nothing later moves `expiresAt`. */
export type Click = {
  sid: string;
  /** The visitor ID is absent without consent. */
  vid?: string;
  accountId: AccountId;
  environment: Environment;
  pixelKey: string;
  campaign: string;
  adGroup: string;
  adId: string;
  networkClickIds: Record<string, string>;
  /** These IDs were longer than a click keeps, so they are stored cut, and no network may get them. */
  truncated?: readonly string[];
  landingPage: string;
  facts?: ClickFacts;
  /** The visitor's consent to ads is absent without a statement. */
  consent?: StoredConsent;
  /** The application that moved the click last is stored with the earlier channel. */
  moved?: string;
  /** The application that judged the click last is stored with the earlier verdict. */
  judged?: string;
  linkFault?: string;
  /** With consent, the sealed user agent and landing address. */
  visit?: string;
  /** The times are ISO 8601 UTC. */
  createdAt: string;
  expiresAt: string;
  erasedAt?: string;
  identifiedUsers?: number;
};

export const unmatchedReasons = [
  'unknown_svc_click_id',
  'expired_svc_click_id',
  'no_ad_click',
  'no_click_id',
  'unreadable_svc_click_id',
] as const;
export type UnmatchedReason = (typeof unmatchedReasons)[number];
export type Attribution =
  | { outcome: 'matched'; click: Click }
  | { outcome: 'unmatched'; reason: UnmatchedReason }
  | { outcome: 'out_of_scope' };

/** The scope is checked before the expiry, so that a foreign click reveals nothing. */
export function attribute(
  click: Click | null,
  caller: ConversionCaller,
  { clickId, occurredAt, receivedAt }: { clickId: string; occurredAt: number; receivedAt: number },
): Attribution {
  if (!clickId) return { outcome: 'unmatched', reason: 'no_click_id' };
  if (!click || click.erasedAt)
    return {
      outcome: 'unmatched',
      reason: isUnreadable(clickId) ? 'unreadable_svc_click_id' : 'unknown_svc_click_id',
    };
  if (!inScope(click, caller)) return { outcome: 'out_of_scope' };
  if (!click.campaign) return { outcome: 'unmatched', reason: 'no_ad_click' };
  const expiresAt = Date.parse(click.expiresAt);
  const active = Math.min(occurredAt, receivedAt) <= expiresAt && receivedAt <= expiresAt + deliveryGraceMs;
  return active ? { outcome: 'matched', click } : { outcome: 'unmatched', reason: 'expired_svc_click_id' };
}

const inScope = (click: Click, { accountId, environment, pixelKey }: ConversionCaller) =>
  click.accountId === accountId && click.environment === environment && (pixelKey === null || click.pixelKey === pixelKey);

export const adParameters = {
  campaign: ['svc_campaign', 'utm_campaign'],
  adGroup: ['svc_ad_group', 'utm_term'],
  adId: ['svc_ad_id', 'utm_content'],
} as const;

export const isTagged = ({ campaign }: Pick<Click, 'campaign'>) => campaign !== '';

export const untaggedNetworks = (click: Pick<Click, 'campaign' | 'networkClickIds'>): string[] =>
  isTagged(click) ? [] : Object.keys(click.networkClickIds).slice(0, 1);

/**
 * Ad networks write unreplaced macros as `{{campaign.name}}`, `{campaignid}`, `__CAMPAIGN_NAME__`, `%%CAMPAIGN%%`,
 * `${id}`.
 */
const macro = /\{\{?\s*[\w.:-]+\s*\}?\}|__[A-Z][A-Z0-9_]*__|%%[\w.]+%%|\$\{[\w.]+\}/;

export const unreplacedMacros = ({ campaign, adGroup, adId }: Pick<Click, 'campaign' | 'adGroup' | 'adId'>): string[] =>
  Object.entries({ campaign, ad_group: adGroup, ad_id: adId }).flatMap(([field, text]) => {
    const [macroText] = macro.exec(text.replace(/%7b/gi, '{').replace(/%7d/gi, '}')) ?? [];
    return macroText ? [`${field}=${macroText.slice(0, 80)}`] : [];
  });

// A broken link must turn no visitor away, so texts are repaired: a lone surrogate cannot be stored.
export const cleanText = (text: string | null, length: number) => (text ?? '').trim().slice(0, length).toWellFormed();
