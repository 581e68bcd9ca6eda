import { isDeepStrictEqual } from 'node:util';
import { parseExactly } from '#shared/values/json.ts';
import type { Click } from './attribution.ts';
import type { Conflict, Conversion, ConversionEvent } from './conversions.ts';
import { type EventFieldName, eventFields, fieldNames, fieldsIn, storedIn } from './fields.ts';

type Fields = Omit<ConversionEvent, 'occurredAt'> & { occurredAt?: string };

/** Names of the fields in which a repeat differs from the accepted event. */
export function differences(event: ConversionEvent, accepted: Conversion): EventFieldName[] {
  if (accepted.erasedAt) return [];
  const { occurredAt, ...sent } = event;
  const sentFields: Fields = occurredAt === undefined ? sent : { ...sent, occurredAt: new Date(occurredAt).toISOString() };
  const { occurredAt: acceptedAt, ...stored } = accepted;
  const acceptedFields: Fields = accepted.occurredAtGiven ? { ...stored, occurredAt: acceptedAt } : stored;
  return fieldNames.filter(
    (name) => name !== 'event_id' && !isDeepStrictEqual(contentOf(name, sentFields), contentOf(name, acceptedFields)),
  );
}

function contentOf(name: EventFieldName, fields: Fields): unknown {
  const content = fields[eventFields[name].stored];
  return name === 'properties' && content ? parseExactly(String(content)) : content || undefined;
}

type Repeat = { event: ConversionEvent; click: Pick<Click, 'sid'> | null };

/** A repeated event ID with another type, click, value or currency is another event, not a retry. */
export function conflictOf(
  { event, click }: Repeat,
  accepted: Conversion,
  sender: Pick<Conflict, 'at' | 'keyId' | 'requestId'>,
): Conflict | null {
  const isSameClick = !event.clickId || (click !== null && click.sid === accepted.click?.sid);
  const conflicting: readonly EventFieldName[] = fieldsIn('inConflict');
  const fields = differences(event, accepted).filter((name) => conflicting.includes(name) && !(isSameClick && name === 'svc_click_id'));
  return fields.length > 0 ? { ...sender, fields, sent: storedIn('inConflict', event) } : null;
}
