import { type Context, createContext } from './context.ts';
import { withOnce } from './once.ts';
import type { Overrides } from './overrides.ts';

/** Makes one dependency of a function from its settings, clock, tables and secrets. */
export type Need<T = unknown> = ((context: Context) => T) & {
  /** Makes what a dry run uses in place of this dependency. */
  planned?(made: T): T;
};

/** An endpoint, worker or job names what it uses, so a bundle holds nothing else. */
export type Needs = Readonly<Record<string, Need>>;

/** Each function has a clock, chance, pauses and those secrets to which it has a right. */
type Always = Pick<Context, 'now' | 'random' | 'pause' | 'secrets'>;

export type DepsOf<N extends Needs> = { [K in keyof N]: ReturnType<N[K]> } & Always;

export const depsOf = <N extends Needs>(needs: N, host: Overrides = {}): DepsOf<N> => depsIn(createContext(host), needs);

/** Programs and tests that have a table and no settings give only what the needs use. */
export const depsOver = <N extends Needs>(basis: Partial<Context>, needs: N): DepsOf<N> =>
  depsIn(withOnce<Context>(basis) as Context, needs);

export function depsIn<N extends Needs>(context: Context, needs: N): DepsOf<N> {
  const { now, random, pause, secrets } = context;
  const dependencies = Object.entries(needs).map(([name, make]) => [name, context.once(make)]);
  return { now, random, pause, secrets, ...Object.fromEntries(dependencies) };
}

/** A function makes once what several of its parts need, so all of them must make it alike. */
export function unionOf<N extends Needs>(lists: readonly N[]): UnionOf<N> {
  const union = new Map<string, Need>();
  for (const [name, make] of lists.flatMap((list) => Object.entries(list))) {
    if ((union.get(name) ?? make) !== make) throw new Error(`Two parts of one function make ${name} differently.`);
    union.set(name, make);
  }
  return Object.fromEntries(union) as UnionOf<N>;
}

type UnionOf<N extends Needs> = (N extends Needs ? (list: N) => void : never) extends (list: infer U) => void ? U & Needs : never;

/** The dependencies of a dry run: what would act outside the tables is replaced. */
export const plannedDeps = <D extends object>(deps: D, needs: Needs): D => ({
  ...deps,
  ...Object.fromEntries(
    Object.entries(needs).flatMap(([name, { planned }]) => (planned ? [[name, planned((deps as Record<string, unknown>)[name])]] : [])),
  ),
});
