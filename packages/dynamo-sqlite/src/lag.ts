import type { StatementSync } from 'node:sqlite';
import { openStore, type Store } from './store.ts';

export function eventualStore(lagMs: () => number) {
  const copy = openStore(':memory:');
  const changes: { at: number; apply(): void }[] = [];
  const following = <K extends 'insert' | 'put' | 'remove' | 'addEntry' | 'removeEntry'>(store: Store, name: K) => ({
    run(...values: never[]) {
      const run = ({ [name]: statement }: Store) => (statement as StatementSync).run(...values);
      const result = run(store);
      changes.push({ at: Date.now(), apply: () => run(copy) });
      return result;
    },
  });
  return {
    over: (store: Store): Store =>
      ({
        ...store,
        insert: following(store, 'insert'),
        put: following(store, 'put'),
        remove: following(store, 'remove'),
        addEntry: following(store, 'addEntry'),
        removeEntry: following(store, 'removeEntry'),
      }) as unknown as Store,
    now(): Store {
      const until = Date.now() - lagMs();
      while (changes[0] && changes[0].at <= until) changes.shift()?.apply();
      return copy;
    },
  };
}
