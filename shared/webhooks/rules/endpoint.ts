import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { Target } from '#shared/deliveries/rules/target.ts';
import type { WebhookEventType } from '#shared/messages/webhook-event-types.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export const rotationHours = 24;
export const maxPrevious = 3;

/** A `recovered` endpoint was created before the account's recovery, possibly by another person. */
export const disabledReasons = ['owner', 'failing', 'gone', 'suspended', 'recovered'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

export type WebhookEndpoint = Target & {
  url: string;
  description: string;
  environment: Environment;
  /** An empty list subscribes to all event types. */
  events: readonly WebhookEventType[];
  disabledReason?: DisabledReason;
  disabledAt?: string;
  secret: string;
  /** The newest secret is first. Each secret stops signing at `endsAt`. */
  previous?: readonly { secret: string; endsAt: string }[];
  createdAt: string;
  /** Older endpoints lack the account's `tokensValidAfter`. */
  sessionEpoch?: number;
  /** Sessions from before this `tokensValidAfter` cannot enable the endpoint. */
  endedEpoch?: number;
  /** Events that were missed from this time on are sent later. */
  suspendedFrom?: string;
  rotatedAt?: string;
};

export const secretContext = (accountId: AccountId, endpointId: string) => `webhook endpoint ${accountId} ${endpointId}`;

export const isFor = (
  { environment, events }: Pick<WebhookEndpoint, 'environment' | 'events'>,
  event: { type: WebhookEventType; environment: Environment },
) => environment === event.environment && (events.length === 0 || events.includes(event.type));

export const signingSecrets = ({ secret, previous = [] }: WebhookEndpoint, now: number) => [
  secret,
  ...previous.filter(({ endsAt }) => Date.parse(endsAt) > now).map((previousSecret) => previousSecret.secret),
];
