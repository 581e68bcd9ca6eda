import { days } from '#shared/values/durations.ts';
import type { EarningClick } from './conversions.ts';
import { senderOf, type WaitingEvent } from './late-match.ts';

export const defaultIdentityWindowDays = 30;
export const maxIdentityWindowDays = 400;

/** A click has at most this many users, because a page could fill the store with invented users. */
export const maxIdentifiedUsers = 20;

/** A click counts for an event only if it precedes the event's time and arrival. */
export const eventInstant = ({ occurredAt, receivedAt }: Pick<WaitingEvent, 'occurredAt' | 'receivedAt'>) =>
  Math.min(Date.parse(occurredAt), Date.parse(receivedAt));

export function isEarnedByUser(event: WaitingEvent, click: EarningClick, windowDays: number): boolean {
  const [clickedAt, at] = [Date.parse(click.clickedAt), eventInstant(event)];
  const { pixelKey } = senderOf(event);
  return clickedAt <= at && clickedAt >= at - days(windowDays) && (pixelKey === null || pixelKey === click.pixelKey);
}
