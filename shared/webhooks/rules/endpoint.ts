import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { WebhookEventType } from '#shared/messages/webhook-event-types.ts';

/** The maximum of endpoints per account. */
export const maxEndpoints = 10;

/** Hours that the previous secret still signs after a rotation. */
export const rotationHours = 24;
/** The maximum of previous secrets that sign. */
export const maxPrevious = 3;

/**
 * `suspended` means that its account is inactive. `recovered` means that its account was recovered, and
 * another person may have created the endpoint.
 */
export const disabledReasons = ['owner', 'failing', 'gone', 'suspended', 'recovered'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/**
 * A target of an account's events. A failing or slow endpoint has a lane: its deliveries wait in the log, and
 * one worker at a time sends them in order, so that it delays no other endpoint.
 */
export type WebhookEndpoint = {
  id: string;
  accountId: number;
  url: string;
  description: string;
  environment: Environment;
  /** Subscribed event types; an empty list subscribes to all. */
  events: readonly WebhookEventType[];
  status: 'enabled' | 'disabled';
  disabledReason?: DisabledReason;
  disabledAt?: string;
  /** Sealed. */
  secret: string;
  /** Previous secrets with the time at which each stops signing, newest first. */
  previous?: readonly { secret: string; endsAt: string }[];
  createdAt: string;
  /** `tokensValidAfter` of the account at the creation. Older endpoints lack it. */
  sessionEpoch?: number;
  /** The `tokensValidAfter` of the recovery that ended it. Earlier sessions cannot enable it. */
  endedEpoch?: number;
  /**
   * Set while suspended and until the resumption: undelivered events from this time on are sent once it is
   * enabled again.
   */
  suspendedFrom?: string;
  rotatedAt?: string;
  /** The time since which no delivery succeeded. */
  failingSince?: string;
  /** Different deliveries that failed since. */
  failing?: readonly string[];
  /** The number of the lane's latest run; a message with an earlier number is void. */
  laneTick?: number;
  /** All deliveries before this position in the log are handled, except waiting deliveries. */
  lanePosition?: string;
  /**
   * The first position that began to wait since the worker last read, or `laneEnd`. Absent without a lane.
   */
  laneWaiting?: string;
  /** Consecutive runs without a successful delivery. */
  laneFailures?: number;
  laneDueAt?: string;
  /** The time of a replay, which also sends earlier failed deliveries. */
  laneReplayAt?: string;
};

/** The attributes of a lane. A disabled endpoint has none of them. */
export const laneFields = 'lanePosition, laneWaiting, laneFailures, laneDueAt, laneReplayAt';

/** Sorts after every position in the log. */
export const laneEnd = '~';

/** Binds a sealed secret to its endpoint. */
export const secretContext = (accountId: number, endpointId: string) =>
  `webhook endpoint ${accountId} ${endpointId}`;

export const isFor = (
  { environment, events }: Pick<WebhookEndpoint, 'environment' | 'events'>,
  event: { type: WebhookEventType; environment: Environment },
) => environment === event.environment && (events.length === 0 || events.includes(event.type));

/** The sealed secrets that sign now, newest first. */
export const signingSecrets = ({ secret, previous = [] }: WebhookEndpoint, now: number) => [
  secret,
  ...previous.filter(({ endsAt }) => Date.parse(endsAt) > now).map((one) => one.secret),
];
