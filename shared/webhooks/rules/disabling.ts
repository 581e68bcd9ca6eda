import { hours } from '#shared/values/durations.ts';
import type { Attempt } from './delivery.ts';
import type { DisabledReason, WebhookEndpoint } from './endpoint.ts';

/** An endpoint that has failed for this time is disabled at its next failure. */
export const disableAfterMs = hours(24);

/**
 * Returns why an endpoint is disabled after a failed attempt, or `null`. With `410 Gone`, the server requests
 * it.
 */
export function disablingReason(
  { status }: Pick<Attempt, 'status'>,
  { failingSince = '' }: Pick<WebhookEndpoint, 'failingSince'>,
  now: number,
): DisabledReason | null {
  if (status === 410) return 'gone';
  return now - Date.parse(failingSince) >= disableAfterMs ? 'failing' : null;
}
