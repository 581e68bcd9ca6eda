import type { UnmatchedReason } from './attribution.ts';
import type { Conversion } from './conversions.ts';
import type { Decimal } from './decimal.ts';
import type { Environment } from './keys.ts';

/** One line of the event log: an event as it was accepted, or why it was not. Holds neither click id nor user. */
export type LogEntry = {
  accountId: number;
  environment: Environment;
  /** ISO 8601 UTC. */
  receivedAt: string;
  /** With `receivedAt` and `environment` its name: of an accepted event made of its event id, else by chance. */
  id: string;
  outcome: 'matched' | 'unmatched' | 'rejected';
  /** Absent of a rejected event that had none. */
  eventId?: string;
  eventType?: string;
  reason?: UnmatchedReason;
  /** When a click that came later earned it. */
  matchedAt?: string;
  error?: { code: string; problems?: { type: string; loc: (string | number)[]; msg: string }[] };
  campaign?: string;
  adGroup?: string;
  adId?: string;
  value?: Decimal;
  currency?: string;
  counted: boolean;
  keyId: string;
  requestId?: string;
  /** Until when what was sent is kept, of a rejected event that is not too large. */
  replayableUntil?: string;
  replayedAt?: string;
};

/** An accepted event as the log shows it. */
export function logEntryOf(conversion: Conversion, id: string): LogEntry {
  const { accountId, environment, receivedAt, eventId, eventType, reason, matchedAt, click } = conversion;
  const { value, currency, counts, keyId, requestId } = conversion;
  return {
    accountId,
    environment,
    receivedAt,
    id,
    outcome: click ? 'matched' : 'unmatched',
    eventId,
    eventType,
    ...(reason && { reason }),
    ...(matchedAt && { matchedAt }),
    ...(click && { campaign: click.campaign, adGroup: click.adGroup, adId: click.adId }),
    value,
    currency,
    counted: counts,
    keyId,
    ...(requestId && { requestId }),
  };
}

type Named = Pick<LogEntry, 'environment' | 'receivedAt' | 'id'>;

/** The name by which callers know a log entry. It says where the entry lies, so that it is found with one read. */
export const logIdOf = ({ environment, receivedAt, id }: Named) =>
  `${environment}.${Date.parse(receivedAt)}.${id}`;

/** Where the entry of that name lies, or `null` when no entry can have it. */
export function placeOf(logId: string): Named | null {
  const [, environment, at, id = ''] = /^(live|test)\.(\d{1,14})\.([ar]_[0-9A-Za-z]{22})$/.exec(logId) ?? [];
  return environment
    ? { environment: environment as Environment, receivedAt: new Date(Number(at)).toISOString(), id }
    : null;
}
