import { setImmediate as nextTurn } from 'node:timers/promises';

/** Does works one after the other, each in a turn of the process of its own, so that requests get theirs in between. */
export function oneATurn() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => T): Promise<T> => {
    const mine = last.then(() => nextTurn()).then(work);
    last = mine.catch(() => {});
    return mine;
  };
}
