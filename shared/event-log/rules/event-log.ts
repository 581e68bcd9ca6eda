import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { Channel } from '#shared/clicks/rules/channels.ts';
import type { ConsentWord, ShownWord } from '#shared/consent/rules/consent.ts';
import type { UnmatchedReason } from '#shared/conversions/rules/attribution.ts';
import type { Conversion, EventFacts, EventTraffic } from '#shared/conversions/rules/conversions.ts';
import { consentOfEvent, eventFactsOf, pixelOf } from '#shared/conversions/rules/conversions.ts';
import { storedIn } from '#shared/conversions/rules/fields.ts';
import type { Decimal } from '#shared/values/decimal.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export const outcomes = ['matched', 'unmatched', 'duplicate', 'conflict', 'rejected'] as const;

/** An entry holds neither click ID nor user. */
export type LogEntry = {
  accountId: AccountId;
  environment: Environment;
  /** The time is ISO 8601 in UTC. */
  receivedAt: string;
  id: string;
  outcome: (typeof outcomes)[number];
  pixelKey?: string;
  eventId?: string;
  eventType?: string;
  reason?: UnmatchedReason;
  matchedBy?: Conversion['matchedBy'];
  matchedAt?: string;
  conflict?: {
    fields: string[];
    accepted: Pick<Conversion, 'eventType' | 'value' | 'currency' | 'receivedAt'>;
    storedAs?: string;
  };
  error?: { code: string; problems?: { type: string; loc: (string | number)[]; msg: string }[] };
  campaign?: string;
  adGroup?: string;
  adId?: string;
  channel?: Channel;
  paid?: boolean;
  traffic?: EventTraffic;
  /** The consent that counts for the event is absent while it is unknown. */
  adUserData?: ConsentWord;
  value?: Decimal;
  currency?: string;
  counted: boolean;
  keyId: string;
  requestId?: string;
  replayableUntil?: string;
  replayedAt?: string;
};

export function logEntryOf(conversion: Conversion, id: string): LogEntry {
  const { accountId, environment, receivedAt, reason, matchedAt, click } = conversion;
  const { counts, keyId, requestId, matchedBy } = conversion;
  const pixelKey = pixelOf(conversion);
  const { adUserData } = consentOfEvent(conversion);
  return {
    accountId,
    environment,
    receivedAt,
    id,
    outcome: click ? 'matched' : 'unmatched',
    ...storedIn('inLog', conversion),
    ...(reason && { reason }),
    ...(pixelKey && { pixelKey }),
    ...(matchedBy && { matchedBy }),
    ...(matchedAt && { matchedAt }),
    ...(click && { campaign: click.campaign, adGroup: click.adGroup, adId: click.adId }),
    ...eventFactsOf(conversion),
    ...(adUserData && { adUserData }),
    counted: counts,
    keyId,
    ...(requestId && { requestId }),
  };
}

export function conflictEntryOf(conversion: Conversion, id: string): LogEntry[] {
  const { accountId, environment, eventId, conflict } = conversion;
  if (!conflict) return [];
  const pixelKey = pixelOf(conversion);
  const { eventType, value, currency, receivedAt } = conversion;
  return [
    {
      accountId,
      environment,
      receivedAt: conflict.at,
      id,
      outcome: 'conflict',
      ...(pixelKey && { pixelKey }),
      eventId,
      eventType: conflict.sent.eventType,
      value: conflict.sent.value,
      currency: conflict.sent.currency,
      conflict: {
        fields: conflict.fields,
        accepted: { eventType, value, currency, receivedAt },
        ...(conflict.storedAs && { storedAs: conflict.storedAs }),
      },
      counted: false,
      keyId: conflict.keyId,
      ...(conflict.requestId && { requestId: conflict.requestId }),
    },
  ];
}

export function entryFactsOf({ outcome, channel, paid, traffic, counted }: LogEntry): EventFacts {
  if (outcome !== 'matched') return {};
  if (channel !== undefined) return { channel, paid: paid ?? false, ...(traffic && { traffic }) };
  return { channel: 'unknown', paid: false, ...(counted && { traffic: 'human' as const }) };
}

/** Only an accepted event has a person who can allow anything. */
export const consentOfEntry = ({ outcome, adUserData }: LogEntry): ShownWord | undefined =>
  outcome === 'matched' || outcome === 'unmatched' ? (adUserData ?? 'unknown') : undefined;

type LogIdParts = Pick<LogEntry, 'environment' | 'receivedAt' | 'id'>;

/** The log entry's ID contains its place, so one read finds it. */
export const logIdOf = ({ environment, receivedAt, id }: LogIdParts) => `${environment}.${Date.parse(receivedAt)}.${id}`;

export function placeOf(logId: string): LogIdParts | null {
  const [, environment, at, id = ''] = /^(live|test)\.(\d{1,14})\.([acdr]_[0-9A-Za-z]{22})$/.exec(logId) ?? [];
  return environment ? { environment: environment as Environment, receivedAt: new Date(Number(at)).toISOString(), id } : null;
}
