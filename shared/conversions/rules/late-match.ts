import { attribute, type Click, type UnmatchedReason } from './attribution.ts';
import type { Conversion } from './conversions.ts';
import { lateMatchMs } from './limits.ts';

export type WaitingEvent = Pick<
  Conversion,
  'accountId' | 'environment' | 'keyId' | 'eventId' | 'eventType' | 'receivedAt' | 'occurredAt' | 'scopePixelKey' | 'clickId'
>;

export const isWaiting = ({ reason, click }: Conversion) => reason === 'unknown_svc_click_id' && !click;

export const openReasons: readonly UnmatchedReason[] = ['unknown_svc_click_id', 'no_click_id', 'unreadable_svc_click_id'];

export const isWaitingForUser = ({ reason, click, externalUserHash }: Conversion) =>
  Boolean(externalUserHash) && !click && reason !== undefined && openReasons.includes(reason);

export function isEarnedLate(event: WaitingEvent, click: Click): boolean {
  const receivedAt = Date.parse(event.receivedAt);
  if (Date.parse(click.createdAt) > receivedAt + lateMatchMs) return false;
  const { clickId, occurredAt } = event;
  const at = { clickId, occurredAt: Date.parse(occurredAt), receivedAt };
  return attribute(click, senderOf(event), at).outcome === 'matched';
}

export const senderOf = ({ accountId, environment, keyId, scopePixelKey }: WaitingEvent) => ({
  accountId,
  environment,
  keyId,
  pixelKey: scopePixelKey ?? null,
});

/** `now` is in epoch milliseconds. */
export const waitsStill = ({ receivedAt }: WaitingEvent, now: number) => now <= Date.parse(receivedAt) + lateMatchMs;
