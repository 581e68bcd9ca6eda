import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { WebhookEventType } from '#shared/messages/webhook-event-types.ts';

export const maxEndpoints = 10;

export const rotationHours = 24;
export const maxPrevious = 3;

/** `recovered`: another person may have created the endpoint before the account's recovery. */
export const disabledReasons = ['owner', 'failing', 'gone', 'suspended', 'recovered'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

export type WebhookEndpoint = {
  id: string;
  accountId: number;
  url: string;
  description: string;
  environment: Environment;
  /** An empty list subscribes to all event types. */
  events: readonly WebhookEventType[];
  status: 'enabled' | 'disabled';
  disabledReason?: DisabledReason;
  disabledAt?: string;
  secret: string;
  /** Newest first. Each secret stops signing at `endsAt`. */
  previous?: readonly { secret: string; endsAt: string }[];
  createdAt: string;
  /** The account's `tokensValidAfter` at the creation; older endpoints lack it. */
  sessionEpoch?: number;
  /** Sessions from before this `tokensValidAfter` of a recovery cannot enable the endpoint. */
  endedEpoch?: number;
  /** Undelivered events from this time on are sent once the endpoint is enabled. */
  suspendedFrom?: string;
  rotatedAt?: string;
  failingSince?: string;
  failing?: readonly string[];
  /** Messages with a number before the lane's latest run are void. */
  laneTick?: number;
  /** Deliveries before this position in the log are handled, except waiting deliveries. */
  lanePosition?: string;
  /** The position began to wait since the worker last read, or is `laneEnd`. */
  laneWaiting?: string;
  laneFailures?: number;
  laneDueAt?: string;
  laneReplayAt?: string;
};

export const laneFields = 'lanePosition, laneWaiting, laneFailures, laneDueAt, laneReplayAt';

export const laneEnd = '~';

/** The context binds a sealed secret to its endpoint. */
export const secretContext = (accountId: number, endpointId: string) =>
  `webhook endpoint ${accountId} ${endpointId}`;

export const isFor = (
  { environment, events }: Pick<WebhookEndpoint, 'environment' | 'events'>,
  event: { type: WebhookEventType; environment: Environment },
) => environment === event.environment && (events.length === 0 || events.includes(event.type));

export const signingSecrets = ({ secret, previous = [] }: WebhookEndpoint, now: number) => [
  secret,
  ...previous.filter(({ endsAt }) => Date.parse(endsAt) > now).map((one) => one.secret),
];
