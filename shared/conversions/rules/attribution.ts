import type { ConversionCaller, Environment } from '#shared/api-keys/rules/keys.ts';
import type { ClickFacts } from '#shared/clicks/rules/click-facts.ts';
import { deliveryGraceMs } from './limits.ts';

/** An ad click as the landing page saw it. Fixed from the click: nothing later moves `expiresAt`. */
export type Session = {
  /** The click id, at least 128 random bits. */
  sid: string;
  /** The visitor, over several clicks; absent without consent. */
  vid?: string;
  accountId: number;
  environment: Environment;
  pixelKey: string;
  /** Empty for an organic visit. */
  campaign: string;
  adGroup: string;
  adId: string;
  /** Click ids of ad networks found in the landing address, by parameter name. */
  networkClickIds: Record<string, string>;
  /** Origin and path, without query. */
  landingPage: string;
  /** Where it came from. Clicks from before these facts have none. */
  facts?: ClickFacts;
  /** Which application of channel rules moved it last, and from which channel. */
  moved?: string;
  /** What is wrong with the link of the ad, as `linkFaultOf` says it; absent for a sound link. */
  linkFault?: string;
  /** ISO 8601 UTC, as `expiresAt`. */
  createdAt: string;
  expiresAt: string;
  /** Set when the visitor asked to be forgotten. */
  erasedAt?: string;
  /** How many users pages have named for it. */
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
  | { outcome: 'matched'; session: Session }
  | { outcome: 'unmatched'; reason: UnmatchedReason }
  | { outcome: 'out_of_scope' };

/**
 * Which click earned an event (docs/api/conversions.md#the-result): scope before activity, so that a foreign click
 * reveals nothing. Times in epoch ms; `clickId` is empty when the event names none.
 */
export function attribute(
  session: Session | null,
  caller: ConversionCaller,
  { clickId, occurredAt, receivedAt }: { clickId: string; occurredAt: number; receivedAt: number },
): Attribution {
  if (!clickId) return { outcome: 'unmatched', reason: 'no_click_id' };
  if (!session || session.erasedAt)
    return {
      outcome: 'unmatched',
      reason: isUnreadable(clickId) ? 'unreadable_svc_click_id' : 'unknown_svc_click_id',
    };
  if (!inScope(session, caller)) return { outcome: 'out_of_scope' };
  if (!session.campaign) return { outcome: 'unmatched', reason: 'no_ad_click' };
  const expiresAt = Date.parse(session.expiresAt);
  const active = Math.min(occurredAt, receivedAt) <= expiresAt && receivedAt <= expiresAt + deliveryGraceMs;
  return active ? { outcome: 'matched', session } : { outcome: 'unmatched', reason: 'expired_svc_click_id' };
}

/** Whether a click id can be none: what is left of a cookie, or no id at all. IDs of networks are `gclid:<value>`. */
export const isUnreadable = (clickId: string): boolean =>
  !/^[a-z]+:/.test(clickId) && (/[^!-~]|[{}[\]"'\\%<>,;&]/.test(clickId) || clickId.startsWith('svc_sid='));

const inScope = (session: Session, { accountId, environment, pixelKey }: ConversionCaller) =>
  session.accountId === accountId &&
  session.environment === environment &&
  (pixelKey === null || session.pixelKey === pixelKey);

/** Parameters by which ad networks hand their click over. The browser pixel reads them too. */
export const networkParameters = [
  'oppref',
  'gclid',
  'gbraid',
  'wbraid',
  'fbclid',
  'ttclid',
  'msclkid',
  'li_fat_id',
  'twclid',
  'rdt_cid',
  'ScCid',
  'epik',
];

/** Those by which a conversion may name its click, as `<parameter>:<value>` or as a field of a batch item. */
export const aliasParameters = ['oppref', 'gclid', 'fbclid', 'msclkid', 'ttclid'] as const;
export type AliasName = (typeof aliasParameters)[number];
export const isAliasName = (name: string): name is AliasName =>
  (aliasParameters as readonly string[]).includes(name);

/** Our own parameters, and the utm ones that replace them, each independently. */
export const adParameters = {
  campaign: ['svc_campaign', 'utm_campaign'],
  adGroup: ['svc_ad_group', 'utm_term'],
  adId: ['svc_ad_id', 'utm_content'],
} as const;

/** Whether a landing named the campaign that it came from. */
export const isTagged = ({ campaign }: Pick<Session, 'campaign'>) => campaign !== '';

/** The ad networks whose click id a landing carried that names no campaign: a paid click that no campaign is credited with. */
export const untaggedNetworks = (session: Pick<Session, 'campaign' | 'networkClickIds'>): string[] =>
  isTagged(session) ? [] : Object.keys(session.networkClickIds).slice(0, 1);

/** Placeholders as ad networks write them: `{{campaign.name}}`, `{campaignid}`, `__CAMPAIGN_NAME__`, `%%CAMPAIGN%%`, `${id}`. */
const macro = /\{\{?\s*[\w.:-]+\s*\}?\}|__[A-Z][A-Z0-9_]*__|%%[\w.]+%%|\$\{[\w.]+\}/;

/** Where a landing's link still has a placeholder that the ad network should have replaced: `campaign={{campaign.name}}`. */
export const unreplacedMacros = ({
  campaign,
  adGroup,
  adId,
}: Pick<Session, 'campaign' | 'adGroup' | 'adId'>): string[] =>
  Object.entries({ campaign, ad_group: adGroup, ad_id: adId }).flatMap(([field, text]) => {
    const [found] = macro.exec(text.replace(/%7b/gi, '{').replace(/%7d/gi, '}')) ?? [];
    return found ? [`${field}=${found.slice(0, 80)}`] : [];
  });

/** The other names under which a session can be found. */
export const aliasesOf = ({
  networkClickIds,
}: Pick<Session, 'networkClickIds'>): { name: AliasName; value: string }[] =>
  aliasParameters.flatMap((name) => {
    const value = networkClickIds[name];
    return value ? [{ name, value }] : [];
  });

/** An ad network's click id as it is kept and looked up: `oppref:` before it still makes a click id of at most 512 characters. */
export const networkClickId = (value: string | null) => cleanText(value, 500);

// A lone surrogate cannot be stored, and a visitor must not be turned away for a broken link.
export const cleanText = (text: string | null, length: number) =>
  (text ?? '').trim().slice(0, length).toWellFormed();
