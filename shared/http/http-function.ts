import { createContext } from '#shared/aws/context.ts';
import { depsIn, type Need, type Needs, plannedDeps } from '#shared/aws/deps-of.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import type { AuthDeps, NamesOfAuth } from './credentials.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { type HttpDeps, type HttpOptions, httpLambda } from './lambda.ts';

type Endpoints = Readonly<Record<string, AnyEndpoint>>;
type NamesFor<E extends Endpoints> = NamesOfAuth[E[keyof E]['auth'] & keyof NamesOfAuth];
type CallerNeeds<E extends Endpoints> = { [K in NamesFor<E>]: Need<NonNullable<AuthDeps[K]>> };

/**
 * A Lambda that serves these endpoints. It makes what all of them need once, and what the recognition of their
 * callers needs.
 */
export function httpFunction<const E extends Endpoints, C extends Needs & CallerNeeds<E>>(
  endpoints: E,
  callerNeeds: C,
  options: HttpOptions = {},
) {
  const list = Object.values(endpoints);
  const needs = unionOf([callerNeeds, ...list.map((endpoint): Needs => endpoint.needs ?? {})]);
  const makeDeps = (host: Overrides = {}): HttpDeps => ({
    ...depsIn(createContext(host), needs),
    inDryRun: (deps: object) => plannedDeps(deps, needs),
  });
  return { endpoints, needs, makeDeps, handler: httpLambda(list, () => makeDeps(), options) };
}

function unionOf(lists: readonly Needs[]): Needs {
  const union = new Map<string, Need>();
  for (const [name, make] of lists.flatMap((list) => Object.entries(list))) {
    if ((union.get(name) ?? make) !== make)
      throw new Error(`Two endpoints of one function make ${name} differently.`);
    union.set(name, make);
  }
  return Object.fromEntries(union);
}
