import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { TooMuchForTurn, withTurnBudget } from '#shared/values/turn-budget.ts';
import { type Route, refusal } from './gateway.ts';
import { type LongWork, OutOfMemory } from './start-long-work.ts';

/** A shorter body of rows is read in some milliseconds. */
const longBody = 50_000;

/** A workbook is a ZIP archive, which the event has in base64: its table may be 200 times as large. */
const workbookStart = 'UEsDB';

/** A report of as many counters and rows of spend takes about 200 ms. */
const rowsOfTurn = 8000;

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

/** The handler of a function, whose long requests other threads answer. A report becomes long by the rows that it reads. */
export function withLongRequests(
  name: string,
  endpoints: readonly AnyEndpoint[],
  handler: Route['handler'],
  { files, reports }: Record<'files' | 'reports', Pick<LongWork, 'call'>>,
): Route['handler'] {
  const namesOf = (some: readonly AnyEndpoint[]) => new Set(some.map(({ method, path }) => `${method} ${path}`));
  const ofFiles = namesOf(endpoints.filter((endpoint) => endpoint.auth !== 'pixelKey' && takesLongBodies(endpoint)));
  const ofReports = namesOf(endpoints.filter(({ method, callLimit }) => method === 'GET' && callLimit !== undefined));
  if (ofFiles.size + ofReports.size === 0) return handler;
  return async (event, context) => {
    const operation = `${event.httpMethod} ${event.resource}`;
    if (ofFiles.has(operation) && isLong(event)) return await inThread(files, name, event);
    if (!ofReports.has(operation)) return await handler(event, context);
    try {
      return await withTurnBudget(rowsOfTurn, () => handler(event, context));
    } catch (error) {
      if (!(error instanceof TooMuchForTurn)) throw error;
      return await inThread(reports, name, event);
    }
  };
}

async function inThread(
  { call }: Pick<LongWork, 'call'>,
  name: string,
  event: APIGatewayProxyEvent,
): Promise<Awaited<ReturnType<Route['handler']>>> {
  try {
    return (await call(name, event)) as Awaited<ReturnType<Route['handler']>>;
  } catch (error) {
    if (!(error instanceof OutOfMemory)) throw error;
    return refusal(event, event.body ? serviceErrors.payload_too_large : serviceErrors.unavailable);
  }
}
