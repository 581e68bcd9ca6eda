import { AsyncLocalStorage } from 'node:async_hooks';
import { Agent } from 'node:http';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { FunctionName } from '#functions/access.ts';
import type { Transport } from '#shared/aws/client-settings.ts';
import type { Exchange } from '#shared/aws/http-exchange.ts';
import { type Dynamo, DynamoRefusal, type Output } from '#shared/store/dynamo.ts';
import { type Part, Unavailable } from '#shared/values/unavailable.ts';
import { engineEndpoint, ownDynamo } from './engine.ts';
import { assertReadsConsistently } from './eventual-reads.ts';
import { assertExpiriesInSeconds, type WrittenBody } from './expiries.ts';
import { assertTableGranted } from './granted.ts';
import { inPart } from './in-part.ts';

export type Call = { by: FunctionName; operation: string; table?: string };
/** `work` is null outside of a request, a message or a batch. */
export type Trace = { work: number | null; isAlone: boolean };
export type StoreCall = Call & { body: string };

/** A fault is at call number `at`, from 1, before or after the call's effect. */
export type Fault = { at: number; mode: (typeof faultModes)[number] };
export const faultModes = ['dies_before', 'dies_after', 'fails_before', 'fails_after'] as const;

const connections = new Agent({ keepAlive: true, maxSockets: 64 });

/** A frozen Lambda function may not complete a call that is not awaited. */
type Unit = { calls: Set<Call>; hasSucceeded: boolean };
const isAwaited = ({ operation, table }: Call) => table !== undefined || /^(Send|Put|Post|Upload|Complete|Delete|Change)/.test(operation);
const outlived = ({ by, operation, table = '' }: Call) =>
  new Error(`${operation} ${table} of ${by} outlives its request or message: an await is missing.`);

type Consumed = { CapacityUnits: number };

export class ProcessDied extends Error {
  override name = 'ProcessDied';
}
class CallFailed extends Error {
  override name = 'CallFailed';
}

export async function partOf<T>(part: Part, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw error instanceof CallFailed ? new Unavailable(part, error) : error;
  }
}

export type Interference = {
  faults?: readonly Fault[];
  isDown?: (call: Call) => boolean;
  refusesForLoad?: (call: StoreCall) => boolean;
  heldBack?: (number: number) => Promise<void> | undefined;
  doesInPart?: (call: Call) => boolean;
  consumed?: (call: Call, units: number) => void;
};

export function outgoing({
  faults = [],
  isDown = () => false,
  refusesForLoad,
  heldBack = () => undefined,
  doesInPart = () => false,
  consumed,
}: Interference = {}) {
  const calls: Call[] = [];
  const traces: Trace[] = [];
  const running = new Set<Trace>();
  const work = { number: 0, underway: 0 };
  const units = new AsyncLocalStorage<Unit>();
  let dead = false;

  async function pass<T>(call: Call, perform: () => Promise<T>): Promise<T> {
    if (dead) throw new ProcessDied('The process is dead.');
    const own = units.getStore();
    if (own?.hasSucceeded && isAwaited(call)) throw outlived(call);
    if (isAwaited(call)) own?.calls.add(call);
    const trace = { work: work.underway === 1 ? work.number : null, isAlone: running.size === 0 };
    for (const other of running) other.isAlone = false;
    running.add(trace);
    traces.push(trace);
    const number = calls.push(call);
    try {
      return await passed(number, call, perform);
    } finally {
      running.delete(trace);
      own?.calls.delete(call);
    }
  }

  async function unit<T>(perform: () => Promise<T>): Promise<T> {
    const own: Unit = { calls: new Set(), hasSucceeded: false };
    work.number++;
    work.underway++;
    try {
      const answer = await units.run(own, perform);
      own.hasSucceeded = ((answer as { status?: number } | undefined)?.status ?? 200) < 400;
      const [call] = own.hasSucceeded ? own.calls : [];
      if (call) throw outlived(call);
      return answer;
    } finally {
      work.number++;
      work.underway--;
    }
  }

  async function passed<T>(number: number, call: Call, perform: () => Promise<T>): Promise<T> {
    await heldBack(number);
    if (isDown(call)) throw new CallFailed('Nothing goes through.');
    const fault = faults.find(({ at }) => at === number);
    if (!fault) return await perform();
    if (fault.mode === 'fails_before') throw new CallFailed('The call did not go through.');
    if (fault.mode.endsWith('after')) await perform();
    if (fault.mode === 'fails_after') throw new CallFailed('The answer was lost.');
    dead = true;
    throw new ProcessDied('The process died.');
  }

  async function store<T>(
    by: FunctionName,
    tablePrefix: string,
    { operation, body, text }: { operation: string; body: WireBody; text: () => string },
    { perform, refuse }: { perform: () => Promise<T>; refuse: (parts: number) => T },
  ): Promise<T> {
    const table = (body.TableName ?? Object.keys(body.RequestItems ?? {})[0] ?? tableOf(body.TransactItems?.[0]))?.slice(
      tablePrefix.length,
    );
    assertTableGranted(by, usesOf(operation, table, body, tablePrefix));
    assertExpiriesInSeconds(body);
    assertReadsConsistently(operation, body);
    const call = { by, operation, ...(table && { table }) };
    if (refusesForLoad?.({ ...call, body: text() })) return refuse(body.TransactItems?.length ?? 0);
    return await pass(call, perform);
  }

  /** The engine is in this process, so a DynamoDB client's retries are repeated here. */
  function dynamo(by: FunctionName, tablePrefix: string): Dynamo | undefined {
    const engine = process.env.TEST_STORE_DOOR ? undefined : ownDynamo;
    if (!engine) return undefined;
    const maxTries = 3;
    return async (operation, input) => {
      const call = { operation, body: input as WireBody, text: () => JSON.stringify(input) };
      const isPart = operation.startsWith('Batch') && doesInPart({ by, operation });
      const perform = async () => {
        if (isPart) return inPart(engine, operation, input);
        if (!consumed) return engine(operation, input);
        const output = await engine(operation, { ...input, ReturnConsumedCapacity: 'TOTAL' });
        const { ConsumedCapacity } = output as { ConsumedCapacity?: Consumed | Consumed[] };
        const units = [ConsumedCapacity ?? []].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
        consumed({ by, operation }, units);
        return output;
      };
      const refuse = (parts: number): Output => {
        throw refusalForLoad(operation, parts);
      };
      for (let tries = 1; ; tries++) {
        try {
          return await store(by, tablePrefix, call, { perform, refuse });
        } catch (error) {
          const isPassing = error instanceof CallFailed || (error as { type?: string }).type === throttled;
          if (!isPassing || tries === maxTries) throw error;
        }
      }
    };
  }

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
        const text = new TextDecoder().decode(request.body);
        const call = { operation, body: JSON.parse(text) as WireBody, text: () => text };
        try {
          return await store(by, tablePrefix, call, {
            perform: async () => whole(await inner.handle(request, options)),
            refuse: (parts) => ({ response: onWire(refusalForLoad(operation, parts)) }),
          });
        } catch (error) {
          if (error instanceof CallFailed) return { response: serverError() };
          throw error;
        }
      },
    } as Transport;
  }
  function exchange(by: FunctionName, tablePrefix: string): Exchange {
    const door = transport(by, tablePrefix) as unknown as Pick<NodeHttpHandler, 'handle'>;
    return async (headers, body) => {
      const { protocol, hostname, port } = new URL(process.env.TEST_STORE_DOOR ?? engineEndpoint);
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
  return { calls, traces, pass, unit, dynamo, transport, exchange };
}

/** An unread body would hold its connection. */
async function whole({ response }: { response: HttpAnswer }) {
  const body = Buffer.concat(await Array.fromAsync(response.body as AsyncIterable<Buffer>));
  return { response: { ...response, body } };
}

type HttpAnswer = Awaited<ReturnType<NodeHttpHandler['handle']>>['response'];
type WirePart = Partial<Record<'Put' | 'Update' | 'Delete' | 'ConditionCheck', { TableName: string }>>;
type WireBody = WrittenBody & { TableName?: string; TransactItems?: WirePart[] };

const tableOf = (part: WirePart | undefined) => Object.values(part ?? {})[0]?.TableName;

const throttled = 'ThrottlingException';

function refusalForLoad(operation: string, parts: number): DynamoRefusal {
  if (operation !== 'TransactWriteItems') return new DynamoRefusal(throttled, 'injected');
  const reason = { Code: 'ThrottlingError', Message: 'injected' };
  return new DynamoRefusal('TransactionCanceledException', 'injected', {
    reasons: Array.from({ length: parts }, () => reason),
  });
}

const onWire = ({ type, message, reasons }: DynamoRefusal) =>
  httpAnswer(400, { __type: type, message, ...(reasons.length > 0 && { CancellationReasons: reasons }) });

const serverError = () => httpAnswer(500, { __type: 'InternalServerError', message: 'injected' });

const httpAnswer = (statusCode: number, { __type, ...rest }: { __type: string; message: string }) => ({
  statusCode,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: Buffer.from(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${__type}`, ...rest })),
});

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
