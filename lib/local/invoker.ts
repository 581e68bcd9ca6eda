import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import type { Context } from 'aws-lambda';
import { type ServiceFunction, serviceFunctions } from '#lib/functions.ts';

type LambdaHandler = (event: unknown, context: Context) => Promise<unknown>;
export type Invoke = (event: unknown) => Promise<unknown>;
type Limits = { name: string; timeoutSeconds: number; memoryMb: number };

/**
 * Imports the functions that answer requests, or those that work without one, from their declared entries; the
 * environment has to be set before.
 */
export async function loadFunctions(
  kind: ServiceFunction['kind'],
): Promise<ReadonlyMap<string, { handler: LambdaHandler; invoke: Invoke }>> {
  const loaded = serviceFunctions
    .filter((one) => one.kind === kind)
    .map(async (one) => {
      const { handler } = (await import(pathToFileURL(one.entry).href)) as { handler: LambdaHandler };
      return [one.name, { handler, invoke: invoker(one, handler) }] as const;
    });
  return new Map(await Promise.all(loaded));
}

/** Calls a Lambda handler in this process as Lambda does: with a context, and no longer than its timeout. */
function invoker({ name, timeoutSeconds, memoryMb }: Limits, handler: LambdaHandler): Invoke {
  return async (event) => {
    const deadline = Date.now() + timeoutSeconds * 1000;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      const text = `Function ${name} has not answered within ${timeoutSeconds} seconds.`;
      timer = setTimeout(() => reject(new Error(text)), timeoutSeconds * 1000);
    });
    try {
      return await Promise.race([handler(event, contextOf(name, memoryMb, deadline)), timeout]);
    } finally {
      clearTimeout(timer);
    }
  };
}

const contextOf = (functionName: string, memoryMb: number, deadline: number): Context => ({
  functionName,
  functionVersion: '$LATEST',
  invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${functionName}`,
  memoryLimitInMB: String(memoryMb),
  awsRequestId: randomUUID(),
  logGroupName: `/aws/lambda/${functionName}`,
  logStreamName: 'local',
  callbackWaitsForEmptyEventLoop: true,
  getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  done: () => {},
  fail: () => {},
  succeed: () => {},
});
