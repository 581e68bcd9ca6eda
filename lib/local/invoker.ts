import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import type { Context } from 'aws-lambda';
import { type ServiceFunction, serviceFunctions } from '#lib/cloud/functions.ts';

export type LambdaHandler = (event: unknown, context: Context) => Promise<unknown>;
export type Invoke = (event: unknown) => Promise<unknown>;
type Limits = { name: string; timeoutSeconds: number; memoryMb: number };

export const imported = async ({ entry }: ServiceFunction) =>
  ((await import(pathToFileURL(entry).href)) as { handler: LambdaHandler }).handler;
const ofKind = (kind: ServiceFunction['kind']) => serviceFunctions.filter((serviceFunction) => serviceFunction.kind === kind);

/** Functions read the environment at their import. */
export const loadHandlers = async (): Promise<ReadonlyMap<string, LambdaHandler>> =>
  new Map(
    await Promise.all(ofKind('answer').map(async (serviceFunction) => [serviceFunction.name, await imported(serviceFunction)] as const)),
  );

/** Most workers never run, so they are imported on their first call. */
export function workers(): ReadonlyMap<string, Invoke> {
  const invokers = ofKind('work').map((serviceFunction) => {
    let handler: Promise<LambdaHandler> | undefined;
    const called: LambdaHandler = async (event, context) => {
      handler ??= imported(serviceFunction);
      return (await handler)(event, context);
    };
    return [serviceFunction.name, invoker(serviceFunction, called)] as const;
  });
  return new Map(invokers);
}

function invoker({ name, timeoutSeconds, memoryMb }: Limits, handler: LambdaHandler): Invoke {
  return async (event) => {
    const deadline = performance.now() + timeoutSeconds * 1000;
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
  getRemainingTimeInMillis: () => Math.max(0, deadline - performance.now()),
  done: () => {},
  fail: () => {},
  succeed: () => {},
});
