export type WithOnce<B> = B & {
  /** What several dependencies share is made once. */
  once<T>(make: (context: WithOnce<B>) => T): T;
};

export function withOnce<B extends object>(basis: Partial<B>): WithOnce<B> {
  const made = new Map<unknown, unknown>();
  const context: WithOnce<B> = {
    ...(basis as B),
    once<T>(make: (context: WithOnce<B>) => T): T {
      if (!made.has(make)) made.set(make, make(context));
      return made.get(make) as T;
    },
  };
  return context;
}
