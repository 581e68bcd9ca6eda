import { hours } from '#shared/values/durations.ts';
import type { Attempt } from './delivery.ts';
import type { DisabledReason, WebhookEndpoint } from './endpoint.ts';

/** An endpoint that has failed for so long is disabled at its next failure. */
export const disableAfterMs = hours(24);

/** Why an endpoint is disabled after a failed attempt; `null` when it is not. `410 Gone` is the server's own wish. */
export function disablingReason(
  { status }: Pick<Attempt, 'status'>,
  { failingSince = '' }: Pick<WebhookEndpoint, 'failingSince'>,
  now: number,
): DisabledReason | null {
  if (status === 410) return 'gone';
  return now - Date.parse(failingSince) >= disableAfterMs ? 'failing' : null;
}
