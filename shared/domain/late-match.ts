import { aliasesOf, attribute, isAliasName, type Session } from './attribution.ts';
import type { Conversion } from './conversions.ts';

/** An accepted event whose click was not known, as far as the click must know it to claim it later. */
export type WaitingEvent = Pick<
  Conversion,
  | 'accountId'
  | 'environment'
  | 'keyId'
  | 'eventId'
  | 'eventType'
  | 'receivedAt'
  | 'occurredAt'
  | 'scopePixelKey'
>;

/** How long after its arrival an event waits for its click. */
const waitMs = 7 * 86_400_000;

/** Whether an event waits for its click. One that is organic or expired has met its click already. */
export const isWaiting = ({ reason, click }: Conversion) => reason === 'unknown_svc_click_id' && !click;

/** Whether a click that arrived after an event earned it: by the rules of acceptance, for the key that sent it. */
export function isEarnedLate(event: WaitingEvent, session: Session): boolean {
  const receivedAt = Date.parse(event.receivedAt);
  if (Date.parse(session.createdAt) > receivedAt + waitMs) return false;
  const { accountId, environment, keyId, scopePixelKey } = event;
  const caller = { accountId, environment, keyId, pixelKey: scopePixelKey ?? null };
  const times = { occurredAt: Date.parse(event.occurredAt), receivedAt };
  return attribute(session, caller, times).outcome === 'matched';
}

/** A click id that is another name of the click: `oppref:<value>`, as batch items carry it that have nothing else. */
export function aliasIn(clickId: string): { name: string; value: string } | null {
  const at = clickId.indexOf(':');
  const [name, value] = [clickId.slice(0, at), clickId.slice(at + 1)];
  return at > 0 && value && isAliasName(name) ? { name, value } : null;
}

/** Every click id by which events may have named a session. */
export const clickIdsOf = (session: Session): string[] => [
  session.sid,
  ...aliasesOf(session).map(({ name, value }) => `${name}:${value}`),
];
