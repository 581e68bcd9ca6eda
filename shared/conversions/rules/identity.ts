import { days } from '#shared/values/durations.ts';
import type { EarningClick } from './conversions.ts';
import { senderOf, type WaitingEvent } from './late-match.ts';

/** How long before an event a click of the same user may lie, in days, and how long an account may make that. */
export const defaultIdentityWindowDays = 30;
export const maxIdentityWindowDays = 400;

/** Users that pages may name for one click. A page is not trusted: it must not fill the store with made-up users. */
export const maxIdentifiedUsers = 20;

/** When an event happened, as far as its click goes: nobody clicks after the event has arrived. Epoch ms. */
export const eventInstant = ({ occurredAt, receivedAt }: Pick<WaitingEvent, 'occurredAt' | 'receivedAt'>) =>
  Math.min(Date.parse(occurredAt), Date.parse(receivedAt));

/** Whether a click of the same user earned an event: in the window before it, and in the scope of the key that sent it. */
export function isEarnedByUser(event: WaitingEvent, click: EarningClick, windowDays: number): boolean {
  const [clickedAt, at] = [Date.parse(click.clickedAt), eventInstant(event)];
  const { pixelKey } = senderOf(event);
  return (
    clickedAt <= at &&
    clickedAt >= at - days(windowDays) &&
    (pixelKey === null || pixelKey === click.pixelKey)
  );
}
