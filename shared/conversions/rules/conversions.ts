import type { ConversionCaller, Environment } from '#shared/api-keys/rules/keys.ts';
import { type Channel, isPaid } from '#shared/clicks/rules/channels.ts';
import type { ClickFacts } from '#shared/clicks/rules/click-facts.ts';
import { channelOfOlderClick } from '#shared/clicks/rules/older-clicks.ts';
import { type Consent, consentOf, type StoredConsent } from '#shared/consent/rules/consent.ts';
import type { Decimal } from '#shared/values/decimal.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { Adjustment } from './adjustments.ts';
import type { Click, UnmatchedReason } from './attribution.ts';

export type ConversionEvent = {
  eventType: string;
  eventId: string;
  clickId: string;
  /** The event's time (epoch milliseconds) is absent when the client sent none. */
  occurredAt?: number;
  externalUserHash?: string;
  value: Decimal;
  currency: string;
  currencyGiven: boolean;
  properties?: string;
  /** The event's own consent beats its click's. */
  consent?: Consent;
};

/** An accepted event's item is its claim, result and receipt at once. */
export type Conversion = Omit<ConversionEvent, 'occurredAt'> & {
  accountId: AccountId;
  environment: Environment;
  keyId: string;
  scopePixelKey?: string;
  requestId?: string;
  receivedAt: string;
  occurredAt: string;
  occurredAtGiven: boolean;
  reason?: UnmatchedReason;
  click?: EarningClick;
  matchedBy?: 'external_user_id';
  matchedAt?: string;
  conflict?: Conflict;
  /** The newest adjustment is last. `value` is the gross value, and never changes. */
  adjustments?: readonly Adjustment[];
  adjustmentsVersion?: number;
  /** Later statements about the event's click or user are kept apart from the event's own consent. */
  consentChange?: StoredConsent;
  /** An erased event has no properties, user or click ID, but keeps its claim. */
  erasedAt?: string;
  counts: boolean;
  /** By this ID, a write that is repeated after a lost response recognizes itself. */
  writtenBy: string;
};

export type Conflict = {
  at: string;
  fields: string[];
  sent: Pick<ConversionEvent, 'eventType' | 'value' | 'currency' | 'clickId'>;
  keyId: string;
  requestId?: string;
  storedAs?: string;
};

export type EarningClick = Pick<Click, 'sid' | 'pixelKey' | 'campaign' | 'adGroup' | 'adId' | 'consent'> &
  Partial<Pick<ClickFacts, 'channel' | 'traffic'>> & {
    clickedAt: string;
  };

export const defaultConversionTypes = ['order_created', 'signup_completed', 'subscription_started', 'purchase_completed'];

export const defaultPrimaryType = 'order_created';

export type Credit =
  | { outcome: 'matched'; click: EarningClick; by?: 'external_user_id' }
  | { outcome: 'unmatched'; reason: UnmatchedReason };

export function conversionOf(
  event: ConversionEvent,
  caller: ConversionCaller,
  credit: Credit,
  { receivedAt, counts, ...request }: { receivedAt: number; counts: boolean; writtenBy: string; requestId?: string },
): Conversion {
  const { occurredAt, ...rest } = event;
  return {
    ...rest,
    accountId: caller.accountId,
    environment: caller.environment,
    keyId: caller.keyId,
    ...(caller.pixelKey && { scopePixelKey: caller.pixelKey }),
    receivedAt: new Date(receivedAt).toISOString(),
    occurredAt: new Date(occurredAt ?? receivedAt).toISOString(),
    occurredAtGiven: occurredAt !== undefined,
    ...(credit.outcome === 'matched' ? { click: credit.click, ...(credit.by && { matchedBy: credit.by }) } : { reason: credit.reason }),
    counts: counts && credit.outcome === 'matched',
    ...request,
  };
}

export const clickOf = (click: Click): EarningClick => {
  const { sid, pixelKey, campaign, adGroup, adId, createdAt, facts, consent } = click;
  const channel = facts?.channel ?? channelOfOlderClick(click).channel;
  return {
    sid,
    pixelKey,
    campaign,
    adGroup,
    adId,
    channel,
    ...(facts && { traffic: facts.traffic }),
    clickedAt: createdAt,
    ...(consent && { consent }),
  };
};

/** A counted event proves its click human, except for clicks of staff. */
export function eventFactsOf({ click, counts }: Pick<Conversion, 'click' | 'counts'>): EventFacts {
  if (!click) return {};
  const channel = click.channel ?? 'unknown';
  const traffic = click.traffic === 'internal' ? ('internal' as const) : ('human' as const);
  return { channel, paid: isPaid(channel), ...(counts && { traffic }) };
}
export type EventFacts = { channel?: Channel; paid?: boolean; traffic?: EventTraffic };
export const eventTraffics = ['human', 'internal'] as const;
export type EventTraffic = (typeof eventTraffics)[number];

/** The event's copy of its click's consent can be a moment older than the click. */
export const consentOfEvent = (
  event: Pick<Conversion, 'consent' | 'consentChange' | 'occurredAt' | 'receivedAt' | 'click'>,
  clickConsent: StoredConsent | undefined = event.click?.consent,
): Consent => consentOf({ event: { ...event, clickedAt: event.click?.clickedAt }, click: clickConsent, change: event.consentChange });

export const pixelOf = ({ click, scopePixelKey }: Pick<Conversion, 'click' | 'scopePixelKey'>) => click?.pixelKey ?? scopePixelKey;
