import {
  type AliasName,
  aliasesOf,
  attribute,
  isAliasName,
  type Session,
  type UnmatchedReason,
} from './attribution.ts';
import type { Conversion } from './conversions.ts';
import { lateMatchMs } from './limits.ts';

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
  | 'clickId'
>;

/** Whether an event waits for the click that it names. One that is organic or expired has met its click already. */
export const isWaiting = ({ reason, click }: Conversion) => reason === 'unknown_svc_click_id' && !click;

/** The reasons that leave an event open: a click that arrives later, or one of its user, may still earn it. */
export const openReasons: readonly UnmatchedReason[] = [
  'unknown_svc_click_id',
  'no_click_id',
  'unreadable_svc_click_id',
];

/** Whether an event waits for a click of its user. */
export const isWaitingForUser = ({ reason, click, externalUserHash }: Conversion) =>
  Boolean(externalUserHash) && !click && reason !== undefined && openReasons.includes(reason);

/** Whether a click that arrived after an event earned it: by the rules of acceptance, for the key that sent it. */
export function isEarnedLate(event: WaitingEvent, session: Session): boolean {
  const receivedAt = Date.parse(event.receivedAt);
  if (Date.parse(session.createdAt) > receivedAt + lateMatchMs) return false;
  const { clickId, occurredAt } = event;
  const at = { clickId, occurredAt: Date.parse(occurredAt), receivedAt };
  return attribute(session, senderOf(event), at).outcome === 'matched';
}

/** The key that sent an event, as far as its clicks' scope goes. */
export const senderOf = ({ accountId, environment, keyId, scopePixelKey }: WaitingEvent) => ({
  accountId,
  environment,
  keyId,
  pixelKey: scopePixelKey ?? null,
});

/** Whether an event still waits, `now` in epoch ms. */
export const waitsStill = ({ receivedAt }: WaitingEvent, now: number) =>
  now <= Date.parse(receivedAt) + lateMatchMs;

/** A click id that is another name of the click: a network's parameter and its value, `gclid:<value>`. */
export function aliasIn(clickId: string): { name: AliasName; value: string } | null {
  const at = clickId.indexOf(':');
  const [name, value] = [clickId.slice(0, at), clickId.slice(at + 1)];
  return at > 0 && value && isAliasName(name) ? { name, value } : null;
}

/** Every click id by which events may have named a session. */
export const clickIdsOf = (session: Session): string[] => [
  session.sid,
  ...aliasesOf(session).map(({ name, value }) => `${name}:${value}`),
];
