import type { Basis } from './context.ts';

export type Context = Basis & {
  /** What several dependencies share is made once. */
  once<T>(make: (context: Context) => T): T;
};

/** Programs and tests that have a table and no settings give only what their dependencies use. */
export function withOnce(basis: Partial<Basis>): Context {
  const made = new Map<unknown, unknown>();
  const context: Context = {
    ...(basis as Basis),
    once<T>(make: (context: Context) => T): T {
      if (!made.has(make)) made.set(make, make(context));
      return made.get(make) as T;
    },
  };
  return context;
}
