import { Agent } from 'node:http';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { FunctionName } from '#functions/access.ts';
import type { Exchange } from '#shared/adapters/http-exchange.ts';
import type { Transport } from '#shared/aws.ts';
import { type Part, Unavailable } from '#shared/ports/unavailable.ts';
import { assertTableGranted } from './granted.ts';

/** One call that a function sent to the outside. */
export type Call = { by: FunctionName; operation: string; table?: string };
/** A call of the store, with its body as sent. */
export type StoreCall = Call & { body: string };

/**
 * What goes wrong at call number `at` (1 is the first): the process dies before the call is sent or after it took
 * effect; or the call is answered with an error, without or in spite of its effect, and the process lives on.
 */
export type Fault = { at: number; mode: (typeof faultModes)[number] };
export const faultModes = ['dies_before', 'dies_after', 'fails_before', 'fails_after'] as const;

/** Of all services that a test file starts: kept by each, they would be tens of thousands, and the engine take no more. */
const connections = new Agent({ keepAlive: true, maxSockets: 64 });

export class ProcessDied extends Error {
  override name = 'ProcessDied';
}
class CallFailed extends Error {
  override name = 'CallFailed';
}

/** What a call that failed looks like from behind the adapter of its part; a process that died looks like nothing. */
export async function partOf<T>(part: Part, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw error instanceof CallFailed ? new Unavailable(part, error) : error;
  }
}

/** The door through which every call leaves: it records, refuses what `functions/access.ts` does not grant, and lets a fault happen. */
export function outgoing(
  fault?: Fault,
  isDown: (call: Call) => boolean = () => false,
  /** Calls of the store that it refuses for load; nothing takes effect. */
  refusesForLoad: (call: StoreCall) => boolean = () => false,
) {
  const calls: Call[] = [];
  let dead = false;

  async function pass<T>(call: Call, perform: () => Promise<T>): Promise<T> {
    if (dead) throw new ProcessDied('The process is dead.');
    calls.push(call);
    if (isDown(call)) throw new CallFailed('Nothing goes through.');
    if (fault?.at !== calls.length) return await perform();
    if (fault.mode === 'fails_before') throw new CallFailed('The call did not go through.');
    if (fault.mode.endsWith('after')) await perform();
    if (fault.mode === 'fails_after') throw new CallFailed('The answer was lost.');
    dead = true;
    throw new ProcessDied('The process died.');
  }

  /** The transport of one function's AWS clients. */
  function transport(by: FunctionName, tablePrefix: string): Transport {
    const inner = new NodeHttpHandler({
      connectionTimeout: 20_000,
      requestTimeout: 20_000,
      httpAgent: connections,
    });
    return {
      metadata: inner.metadata,
      destroy: () => inner.destroy(),
      updateHttpClientConfig: () => {},
      httpHandlerConfigs: () => ({}),
      async handle(request: Parameters<typeof inner.handle>[0], options: Parameters<typeof inner.handle>[1]) {
        const operation = (request.headers['x-amz-target'] ?? '').replace(/^.*\./, '');
        const body = JSON.parse(new TextDecoder().decode(request.body)) as WireBody;
        const table = (
          body.TableName ??
          Object.keys(body.RequestItems ?? {})[0] ??
          tableOf(body.TransactItems?.[0])
        )?.slice(tablePrefix.length);
        assertTableGranted(by, usesOf(operation, table, body, tablePrefix));
        const text = new TextDecoder().decode(request.body);
        if (refusesForLoad({ by, operation, body: text, ...(table && { table }) }))
          return { response: refusal(operation, body.TransactItems?.length ?? 0) };
        try {
          return await pass({ by, operation, ...(table && { table }) }, async () =>
            whole(await inner.handle(request, options)),
          );
        } catch (error) {
          // Seen from the function, a failed call is an answer of the store's; the client library may repeat it.
          if (error instanceof CallFailed) return { response: serverError() };
          throw error;
        }
      },
    } as Transport;
  }
  /** The same door for calls that are signed by hand. */
  function exchange(by: FunctionName, tablePrefix: string): Exchange {
    const door = transport(by, tablePrefix) as unknown as Pick<NodeHttpHandler, 'handle'>;
    return async (headers, body) => {
      const url = new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '');
      const { protocol, hostname, port } = url;
      const request = {
        protocol,
        hostname,
        port: Number(port),
        path: '/',
        method: 'POST',
        headers,
        body: Buffer.from(body),
      };
      const { response } = await door.handle(request as unknown as Parameters<NodeHttpHandler['handle']>[0]);
      return { status: response.statusCode, body: String(response.body) };
    };
  }
  return { calls, pass, transport, exchange };
}

/** The answer with its body read to the end: one that is thrown away unread would hold its connection. */
async function whole({ response }: { response: HttpAnswer }) {
  const body = Buffer.concat(await Array.fromAsync(response.body as AsyncIterable<Buffer>));
  return { response: { ...response, body } };
}

type HttpAnswer = Awaited<ReturnType<NodeHttpHandler['handle']>>['response'];
type WirePart = Partial<Record<'Put' | 'Update' | 'Delete' | 'ConditionCheck', { TableName: string }>>;
type WireBody = { TableName?: string; RequestItems?: object; TransactItems?: WirePart[] };

const tableOf = (part: WirePart | undefined) => Object.values(part ?? {})[0]?.TableName;

/** What DynamoDB answers when it has too much to do. */
function refusal(operation: string, parts: number) {
  const isTransaction = operation === 'TransactWriteItems';
  const reason = { Code: 'ThrottlingError', Message: 'injected' };
  const body = Buffer.from(
    JSON.stringify({
      __type: `com.amazonaws.dynamodb.v20120810#${isTransaction ? 'TransactionCanceledException' : 'ThrottlingException'}`,
      message: 'injected',
      ...(isTransaction && { CancellationReasons: Array.from({ length: parts }, () => reason) }),
    }),
  );
  return { statusCode: 400, headers: { 'content-type': 'application/x-amz-json-1.0' }, body };
}

function serverError() {
  const body = Buffer.from(
    JSON.stringify({ __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError', message: 'injected' }),
  );
  return { statusCode: 500, headers: { 'content-type': 'application/x-amz-json-1.0' }, body };
}

/** A transaction needs the action of each of its parts. */
function usesOf(operation: string, table: string | undefined, { TransactItems }: WireBody, prefix: string) {
  return (
    TransactItems?.flatMap((part) =>
      Object.keys(part).map((kind) => ({
        action: kind === 'ConditionCheck' ? 'ConditionCheckItem' : `${kind}Item`,
        on: tableOf(part)?.slice(prefix.length),
      })),
    ) ?? [{ action: operation, on: table }]
  );
}
