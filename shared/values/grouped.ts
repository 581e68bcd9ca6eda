export function grouped<T>(work: (things: readonly T[]) => Promise<void>): (thing: T) => Promise<void> {
  let next: { things: T[]; done: Promise<void> } | null = null;
  let current: Promise<unknown> = Promise.resolve();
  return (thing) => {
    if (next) {
      next.things.push(thing);
      return next.done;
    }
    const things = [thing];
    const done = current.then(() => {
      next = null;
      return work(things);
    });
    next = { things, done };
    current = done.catch(() => undefined);
    return done;
  };
}
