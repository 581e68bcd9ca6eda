import { pathToFileURL } from 'node:url';
import { type ServiceFunction, serviceFunctions } from '#lib/functions.ts';
import { type Invoke, invoker, type LambdaHandler } from './invoker.ts';

export type LoadedFunction = { handler: LambdaHandler; invoke: Invoke };

/** Imports every function of the service from its declared entry; the environment has to be set before. */
export async function loadFunctions(
  described: readonly ServiceFunction[] = serviceFunctions,
): Promise<ReadonlyMap<string, LoadedFunction>> {
  const loaded = described.map(async (one): Promise<[string, LoadedFunction]> => {
    const { handler } = (await import(pathToFileURL(one.entry).href)) as { handler: LambdaHandler };
    return [one.name, { handler, invoke: invoker(one, handler) }];
  });
  return new Map(await Promise.all(loaded));
}
