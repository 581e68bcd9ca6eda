import { hours } from '#shared/values/durations.ts';
import type { Target } from './target.ts';

/** After this many failed deliveries in a row, the target is failing, and its deliveries wait in its lane. */
export const failuresOfTarget = 3;

export const disableAfterMs = hours(24);

export const hasFailedTooLong = ({ failingSince = '' }: Pick<Target, 'failingSince'>, now: number) =>
  now - Date.parse(failingSince) >= disableAfterMs;
