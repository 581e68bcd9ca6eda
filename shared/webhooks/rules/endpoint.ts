import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { WebhookEventType } from '#shared/messages/webhook-event-types.ts';

/** Endpoints that an account may have. */
export const maxEndpoints = 10;

/** How long the earlier secret still signs after a rotation. */
export const rotationHours = 24;
/** Earlier secrets that sign at a time. */
export const maxPrevious = 3;

/**
 * `suspended`: its account is inactive. `recovered`: its account was recovered, and someone else may have created the
 * endpoint.
 */
export const disabledReasons = ['owner', 'failing', 'gone', 'suspended', 'recovered'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/**
 * Where an account's events are sent. An endpoint that fails or is slow has a lane: its deliveries wait in the log, and
 * one worker at a time sends them in order, so that it takes no other's place.
 */
export type WebhookEndpoint = {
  id: string;
  accountId: number;
  url: string;
  description: string;
  environment: Environment;
  /** Types of events; empty: all. */
  events: readonly WebhookEventType[];
  status: 'enabled' | 'disabled';
  disabledReason?: DisabledReason;
  disabledAt?: string;
  /** Sealed. */
  secret: string;
  /** Earlier secrets and when each stops signing, newest first. */
  previous?: readonly { secret: string; endsAt: string }[];
  createdAt: string;
  /** `tokensValidAfter` of the account when the endpoint was created. Endpoints without it are older than the field. */
  sessionEpoch?: number;
  /** The `tokensValidAfter` with which a recovery ended it: earlier sessions cannot enable it. */
  endedEpoch?: number;
  /** Of an endpoint that is or was suspended: undelivered events from this time on are sent once it is enabled again. */
  suspendedFrom?: string;
  rotatedAt?: string;
  /** Since when no delivery has succeeded. */
  failingSince?: string;
  /** Different deliveries that failed since. */
  failing?: readonly string[];
  /** The number of the latest look after the lane; a message with an earlier one is void. */
  laneTick?: number;
  /** Everything before it in the log was seen to, except what waits. */
  lanePosition?: string;
  /** The first place of what began to wait since the worker last looked; `laneEnd` when nothing did. Absent without a lane. */
  laneWaiting?: string;
  /** Looks in a row at which nothing could be delivered. */
  laneFailures?: number;
  laneDueAt?: string;
  /** When a replay was asked for: also sends what had failed before. */
  laneReplayAt?: string;
};

/** The attributes of a lane, which a disabled endpoint has none of. */
export const laneFields = 'lanePosition, laneWaiting, laneFailures, laneDueAt, laneReplayAt';

/** Sorts after every place in the log. */
export const laneEnd = '~';

/** This context binds a sealed secret to its endpoint. */
export const secretContext = (accountId: number, endpointId: string) =>
  `webhook endpoint ${accountId} ${endpointId}`;

export const isFor = (
  { environment, events }: Pick<WebhookEndpoint, 'environment' | 'events'>,
  event: { type: WebhookEventType; environment: Environment },
) => environment === event.environment && (events.length === 0 || events.includes(event.type));

/** The sealed secrets that sign now, the newest first. */
export const signingSecrets = ({ secret, previous = [] }: WebhookEndpoint, now: number) => [
  secret,
  ...previous.filter(({ endsAt }) => Date.parse(endsAt) > now).map((one) => one.secret),
];
