import { isDeepStrictEqual } from 'node:util';
import { parseExactly } from '#shared/json.ts';
import type { Attribution, Session, UnmatchedReason } from './attribution.ts';
import type { Decimal } from './decimal.ts';
import type { ConversionCaller, Environment } from './keys.ts';

/** A valid conversion event, as the Conversion API understood it. */
export type ConversionEvent = {
  eventType: string;
  eventId: string;
  clickId: string;
  /** Epoch milliseconds; absent when the client left it to the time of arrival. */
  occurredAt?: number;
  /** Keyed hash; the id itself is never kept. */
  externalUserHash?: string;
  value: Decimal;
  /** Upper case. */
  currency: string;
  /** False when the client named none and `currency` is the default. */
  currencyGiven: boolean;
  /** Compact JSON of the redacted properties. */
  properties?: string;
};

/** What is stored of an accepted event. It is the claim on its event id, its result and its receipt in one. */
export type Conversion = Omit<ConversionEvent, 'occurredAt'> & {
  accountId: number;
  environment: Environment;
  keyId: string;
  /** The public key that the sending key was scoped to: a click of another pixel never earns it. */
  scopePixelKey?: string;
  requestId?: string;
  /** ISO 8601 UTC, as `occurredAt`. */
  receivedAt: string;
  occurredAt: string;
  /** False when the client sent no time and `occurredAt` is that of arrival. */
  occurredAtGiven: boolean;
  /** Why it earned no ad its credit when it was accepted; absent when it matched at once. */
  reason?: UnmatchedReason;
  /** The click that earned it. */
  click?: EarningClick;
  /** When a click that arrived after the event earned it; `reason` stays, since a retry answers the original. */
  matchedAt?: string;
  /** Since when it holds nothing personal any more: no properties, user or click id. It stays the claim on its event id. */
  erasedAt?: string;
  /** Whether it belongs into the conversion totals. */
  counts: boolean;
  /** Which request wrote it: a write repeated after a lost answer recognises itself and is no duplicate. */
  writtenBy: string;
};

export type EarningClick = Pick<Session, 'sid' | 'pixelKey' | 'campaign' | 'adGroup' | 'adId'> & {
  clickedAt: string;
};

/** Event types that count unless the account chooses others (contract 7). */
export const defaultConversionTypes = [
  'order_created',
  'signup_completed',
  'subscription_started',
  'purchase_completed',
];

export function conversionOf(
  event: ConversionEvent,
  caller: ConversionCaller,
  attribution: Exclude<Attribution, { outcome: 'out_of_scope' }>,
  {
    receivedAt,
    counts,
    ...request
  }: { receivedAt: number; counts: boolean; writtenBy: string; requestId?: string },
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
    ...(attribution.outcome === 'matched'
      ? { click: clickOf(attribution.session) }
      : { reason: attribution.reason }),
    counts: counts && attribution.outcome === 'matched' && caller.environment === 'live',
    ...request,
  };
}

/** What is kept of the click that earned an event. */
export const clickOf = ({ sid, pixelKey, campaign, adGroup, adId, createdAt }: Session): EarningClick => ({
  sid,
  pixelKey,
  campaign,
  adGroup,
  adId,
  clickedAt: createdAt,
});

/**
 * Wire names of the fields in which a repeated event differs from the one that was accepted. Properties compare as
 * values. Of an erased event nothing is left to compare with.
 */
export function differences(event: ConversionEvent, accepted: Conversion): string[] {
  if (accepted.erasedAt) return [];
  const occurredAt = event.occurredAt === undefined ? undefined : new Date(event.occurredAt).toISOString();
  const parsed = (properties: string | undefined): unknown =>
    properties ? parseExactly(properties) : undefined;
  const pairs: [field: string, sent: unknown, stored: unknown][] = [
    ['event_type', event.eventType, accepted.eventType],
    ['svc_click_id', event.clickId, accepted.clickId],
    ['occurred_at', occurredAt, accepted.occurredAtGiven ? accepted.occurredAt : undefined],
    ['external_user_id', event.externalUserHash, accepted.externalUserHash],
    ['value', event.value, accepted.value],
    ['currency', event.currency, accepted.currency],
    ['properties', parsed(event.properties), parsed(accepted.properties)],
  ];
  return pairs.filter(([, sent, stored]) => !isDeepStrictEqual(sent, stored)).map(([field]) => field);
}
