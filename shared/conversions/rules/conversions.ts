import type { ConversionCaller, Environment } from '#shared/api-keys/rules/keys.ts';
import { type Channel, isPaid } from '#shared/clicks/rules/channels.ts';
import type { ClickFacts } from '#shared/clicks/rules/click-facts.ts';
import { channelOfOlderClick } from '#shared/clicks/rules/older-clicks.ts';
import type { Decimal } from '#shared/values/decimal.ts';
import type { Session, UnmatchedReason } from './attribution.ts';

/** A valid conversion event, as the Conversion API understood it. */
export type ConversionEvent = {
  eventType: string;
  eventId: string;
  /** Empty when the client named none. */
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
  /** How the click was found when the event itself did not name it. */
  matchedBy?: 'external_user_id';
  /** When a click that arrived after the event earned it; `reason` stays, since a retry answers the original. */
  matchedAt?: string;
  /** The first repeat of its event id that said something else. */
  conflict?: Conflict;
  /** Since when it holds nothing personal any more: no properties, user or click id. It stays the claim on its event id. */
  erasedAt?: string;
  /** Whether it belongs into the conversion totals. */
  counts: boolean;
  /** Which request wrote it: a write repeated after a lost answer recognises itself and is no duplicate. */
  writtenBy: string;
};

/** A repeat of an event id that differs in what is counted or in its click: nothing of it was stored, or it was under another id. */
export type Conflict = {
  /** ISO 8601 UTC. */
  at: string;
  /** Wire names of the fields of these that differ: `event_type`, `svc_click_id`, `value`, `currency`. */
  fields: string[];
  sent: Pick<ConversionEvent, 'eventType' | 'value' | 'currency' | 'clickId'>;
  keyId: string;
  requestId?: string;
  /** The event id that the repeat was stored under, from a batch. */
  storedAs?: string;
};

export type EarningClick = Pick<Session, 'sid' | 'pixelKey' | 'campaign' | 'adGroup' | 'adId'> &
  Partial<Pick<ClickFacts, 'channel' | 'traffic'>> & {
    clickedAt: string;
  };

/** Event types that count unless the account chooses others (docs/api/conversions.md#totals-and-reports). */
export const defaultConversionTypes = [
  'order_created',
  'signup_completed',
  'subscription_started',
  'purchase_completed',
];

/** The attribution of an event that is accepted; `by` when the click was found by the event's user. */
export type Credit =
  | { outcome: 'matched'; click: EarningClick; by?: 'external_user_id' }
  | { outcome: 'unmatched'; reason: UnmatchedReason };

export function conversionOf(
  event: ConversionEvent,
  caller: ConversionCaller,
  credit: Credit,
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
    ...(credit.outcome === 'matched'
      ? { click: credit.click, ...(credit.by && { matchedBy: credit.by }) }
      : { reason: credit.reason }),
    counts: counts && credit.outcome === 'matched',
    ...request,
  };
}

/** What is kept of the click that earned an event. */
export const clickOf = (session: Session): EarningClick => {
  const { sid, pixelKey, campaign, adGroup, adId, createdAt, facts } = session;
  const channel = facts?.channel ?? channelOfOlderClick(session).channel;
  return {
    ...{ sid, pixelKey, campaign, adGroup, adId, channel },
    ...(facts && { traffic: facts.traffic }),
    clickedAt: createdAt,
  };
};

/**
 * What reports know of an event's click. Any counted event proves its click human, whatever the first verdict was, unless
 * the click is of the account's own staff. An uncounted event has no traffic.
 */
export function eventFactsOf({ click, counts }: Pick<Conversion, 'click' | 'counts'>): EventFacts {
  if (!click) return {};
  const channel = click.channel ?? 'unknown';
  const traffic = click.traffic === 'internal' ? ('internal' as const) : ('human' as const);
  return { channel, paid: isPaid(channel), ...(counts && { traffic }) };
}
export type EventFacts = { channel?: Channel; paid?: boolean; traffic?: EventTraffic };
export const eventTraffics = ['human', 'internal'] as const;
export type EventTraffic = (typeof eventTraffics)[number];

/** The pixel that an event belongs to: of its click, else the one that its key is scoped to. */
export const pixelOf = ({ click, scopePixelKey }: Pick<Conversion, 'click' | 'scopePixelKey'>) =>
  click?.pixelKey ?? scopePixelKey;
