import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEvent as Event } from 'aws-lambda';

/** What is known of an event before anything else, read once. */
export type RequestMeta = { header: ReturnType<typeof headersOf>; requestId: string; started: number };

/** On the event itself: V8 keeps what a `WeakMap` holds beyond the request, and moves it about. */
const meta = Symbol('requestMeta');
type Marked = Event & { [meta]?: RequestMeta };

export const requestMetaOf = (event: Marked): RequestMeta => event[meta] ?? noteRequestMeta(event);

/** A new request, whose time begins now. */
export function noteRequestMeta(event: Marked): RequestMeta {
  const header = headersOf(event);
  const known = { header, requestId: requestIdOf(event, header), started: performance.now() };
  event[meta] = known;
  return known;
}

/** Headers by lower-case name: API Gateway hands them over as the caller wrote them. */
function headersOf({ headers }: Event) {
  let lower: Record<string, string | undefined> | undefined;
  return (name: string): string | undefined => {
    if (!lower) {
      lower = Object.create(null) as Record<string, string | undefined>;
      for (const key of Object.keys(headers ?? {})) lower[key.toLowerCase()] = headers[key];
    }
    return lower[name];
  };
}

/** The caller's own request id when it is a plain one, else the gateway's. */
function requestIdOf(event: Event, header: RequestMeta['header']): string {
  const own = header('x-request-id');
  return own && /^[\w.:-]{1,128}$/.test(own) ? own : (event.requestContext?.requestId ?? randomUUID());
}
