import { days } from '#shared/values/durations.ts';
import { dayOf } from '#shared/values/iso-date.ts';

/** A network takes an event for at most seven days, so the keys of a day end on the ninth day. */
const matchKeyDays = 8;

export const dayAt = (epoch: number): string => dayOf(new Date(epoch).toISOString());

/** The last day on which the match keys of an event can be read. */
export const lastDayOfEvent = (receivedAt: number): string => dayAt(receivedAt + days(matchKeyDays));

/** The visit of a click can be read on the days of its window. */
export const lastDayOfClick = ({ expiresAt }: { expiresAt: string }): string => dayOf(expiresAt);

export const endOfDay = (day: string): number => Date.parse(day) + days(1);
