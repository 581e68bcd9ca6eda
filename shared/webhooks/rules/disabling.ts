import { hours } from '#shared/values/durations.ts';
import type { Attempt } from './delivery.ts';
import type { DisabledReason, WebhookEndpoint } from './endpoint.ts';

export const disableAfterMs = hours(24);

/** An endpoint that answers `410 Gone` requests to be disabled. */
export function disablingReason(
  { status }: Pick<Attempt, 'status'>,
  { failingSince = '' }: Pick<WebhookEndpoint, 'failingSince'>,
  now: number,
): DisabledReason | null {
  if (status === 410) return 'gone';
  return now - Date.parse(failingSince) >= disableAfterMs ? 'failing' : null;
}
