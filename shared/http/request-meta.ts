import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEvent as Event } from 'aws-lambda';

export type RequestMeta = { header: ReturnType<typeof headersOf>; requestId: string; started: number };

/** A symbol holds the request's data, because V8 keeps the entries of a `WeakMap` beyond the request. */
const meta = Symbol('requestMeta');
type Marked = Event & { [meta]?: RequestMeta };

export const requestMetaOf = (event: Marked): RequestMeta => event[meta] ?? noteRequestMeta(event);

export function noteRequestMeta(event: Marked): RequestMeta {
  const header = headersOf(event);
  const facts = { header, requestId: requestIdOf(event, header), started: performance.now() };
  event[meta] = facts;
  return facts;
}

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

function requestIdOf(event: Event, header: RequestMeta['header']): string {
  const callerId = header('x-request-id');
  return callerId && /^[\w.:-]{1,128}$/.test(callerId) ? callerId : (event.requestContext?.requestId ?? randomUUID());
}
