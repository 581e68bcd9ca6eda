import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import type { Route } from './gateway.ts';
import type { LongWork } from './start-long-work.ts';

/** A shorter body of rows is read in some milliseconds. */
const longBody = 50_000;

/** A workbook is a ZIP archive, which the event has in base64: its table may be 200 times as large. */
const workbookStart = 'UEsDB';

/** The functions of these queues read files of up to 50 MB. */
export const longWorkers: ReadonlySet<string> = new Set(['spend-import', 'reconciliation']);

/**
 * A request is long if it has a large list or file, or may have it: compressed, or as an upload that its body names.
 * The events of the Conversion API and the pixel stay, because their batches are bounded and their answers urgent.
 */
export function isLong({ body, headers }: Pick<APIGatewayProxyEvent, 'body' | 'headers'>): boolean {
  if (!body) return false;
  const isCompressed = Object.keys(headers).some((name) => name.toLowerCase() === 'content-encoding');
  return isCompressed || body.length > longBody || body.startsWith(workbookStart) || body.includes('"upload_id"');
}

const takesLongBodies = ({ files, callLimit, maxBodyBytes }: AnyEndpoint) =>
  files !== undefined || callLimit !== undefined || typeof maxBodyBytes === 'number';

/** The handler of a function, whose long requests another thread answers. */
export function withLongRequests(
  name: string,
  endpoints: readonly AnyEndpoint[],
  handler: Route['handler'],
  longWork: LongWork,
): Route['handler'] {
  const long = new Set(
    endpoints
      .filter((endpoint) => endpoint.auth !== 'pixelKey' && takesLongBodies(endpoint))
      .map(({ method, path }) => `${method} ${path}`),
  );
  if (long.size === 0) return handler;
  return async (event, context) =>
    long.has(`${event.httpMethod} ${event.resource}`) && isLong(event)
      ? ((await longWork.call(name, event)) as Awaited<ReturnType<Route['handler']>>)
      : await handler(event, context);
}
