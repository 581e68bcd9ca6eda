import { hours } from '#shared/values/durations.ts';
import type { Attempt } from './delivery.ts';
import type { DisabledReason, WebhookEndpoint } from './endpoint.ts';

export const disableAfterMs = hours(24);

/** `410 Gone` requests the endpoint's end. */
export function disablingReason(
  { status }: Pick<Attempt, 'status'>,
  { failingSince = '' }: Pick<WebhookEndpoint, 'failingSince'>,
  now: number,
): DisabledReason | null {
  if (status === 410) return 'gone';
  return now - Date.parse(failingSince) >= disableAfterMs ? 'failing' : null;
}
