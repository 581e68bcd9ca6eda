import { isDeepStrictEqual } from 'node:util';
import { parseExactly } from '#shared/values/json.ts';
import type { Click } from './attribution.ts';
import type { Conflict, Conversion, ConversionEvent } from './conversions.ts';

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
  return pairs
    .filter(([, sentValue, storedValue]) => !isDeepStrictEqual(sentValue, storedValue))
    .map(([field]) => field);
}

/** A repeated event ID with another type, click, value or currency is another event, not a retry. */
const conflictingFields = ['event_type', 'svc_click_id', 'value', 'currency'];

type Repeat = { event: ConversionEvent; click: Pick<Click, 'sid'> | null };

export function conflictOf(
  { event: { eventType, value, currency, clickId, ...event }, click }: Repeat,
  accepted: Conversion,
  sender: Pick<Conflict, 'at' | 'keyId' | 'requestId'>,
): Conflict | null {
  const sentFields = { eventType, value, currency, clickId };
  const isSameClick = !clickId || (click !== null && click.sid === accepted.click?.sid);
  const fields = differences({ ...event, ...sentFields }, accepted).filter(
    (field) => conflictingFields.includes(field) && !(isSameClick && field === 'svc_click_id'),
  );
  return fields.length > 0 ? { ...sender, fields, sent: sentFields } : null;
}
