import type { ConversionEvent, Problem } from './types.ts';

type Details = {
  code: string;
  status?: number | undefined;
  requestId?: string | undefined;
  event?: ConversionEvent | undefined;
  problems?: Problem[] | undefined;
  willRetry?: boolean;
  cause?: unknown;
};

/** Every error of this package. Branch on the class, or on `code`. */
export class AdtrailError extends Error {
  override name = 'AdtrailError';
  /** The service's code, or a code of this package such as `queue_full`. */
  declare readonly code: string;
  /**
   * The service's HTTP status; absent without a response. The name is not `status`, because web frameworks
   * would respond with that.
   */
  declare readonly httpStatus: number | undefined;
  /** The ID of the request, which you should name when you ask for support. */
  declare readonly requestId: string | undefined;
  /**
   * The event concerned, or absent if the error concerns all events. The property is not enumerable, so that
   * no log contains it by accident.
   */
  declare readonly event: ConversionEvent | undefined;
  declare readonly problems: Problem[];
  /**
   * True while the client still tries to deliver the event: with a spool, or when only the wait of a call
   * ended.
   */
  declare readonly willRetry: boolean;

  constructor(message: string, details: Details) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = details.code;
    this.httpStatus = details.status;
    this.requestId = details.requestId;
    Object.defineProperty(this, 'event', { value: details.event });
    this.problems = details.problems ?? [];
    this.willRetry = details.willRetry ?? false;
  }
}

/** The event is invalid. Fix it; the same event is rejected again. */
export class EventRefusedError extends AdtrailError {
  override name = 'EventRefusedError';
}

/** The service rejects the key, or `baseUrl` is wrong. Fix the configuration, and send the event again. */
export class RequestRefusedError extends AdtrailError {
  override name = 'RequestRefusedError';
}

/**
 * No response arrived in time, so the event may be stored. If `willRetry` is false, send it again with the
 * same event ID.
 */
export class NotDeliveredError extends AdtrailError {
  override name = 'NotDeliveredError';
}

/** `maxQueue` events already wait. Slow down, or send the event again later. */
export class QueueFullError extends AdtrailError {
  override name = 'QueueFullError';
}

/** The client is closed. */
export class ClosedError extends AdtrailError {
  override name = 'ClosedError';
}
