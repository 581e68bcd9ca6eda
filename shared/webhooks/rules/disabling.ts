import { hasFailedTooLong } from '#shared/deliveries/rules/disabling.ts';
import type { Attempt } from './delivery.ts';
import type { DisabledReason, WebhookEndpoint } from './endpoint.ts';

/** An endpoint that answers `410 Gone` requests to be disabled. */
export function disablingReason(
  { status }: Pick<Attempt, 'status'>,
  endpoint: Pick<WebhookEndpoint, 'failingSince'>,
  now: number,
): DisabledReason | null {
  if (status === 410) return 'gone';
  return hasFailedTooLong(endpoint, now) ? 'failing' : null;
}
