import { filesOf } from '#test/kit/files-of.ts';
import { chooser } from '#test/map/choose.ts';
import { readMap } from '#test/map/test-map.ts';

/** Tests that would run a changed rule: at once, before each push, and before a merge. */
export type Tiers = { touched: string[]; quick: string[]; all: string[] };

/** A file that everything imports has more tests than this, and the rest says little about it. */
const mostSeconds = 30;
/** These tests read sources as text, so they would notice each change. */
const readsText = /^test\/(mutate|map)\//;

const beyondQuick = new Set([...filesOf('Slow'), ...filesOf('Night')]);

/** The fault is at `at` in the file, in UTF-16 units. Paths are relative to the root, from which it is called. */
export function tiersOf(): (file: string, at: number) => Tiers {
  const map = readMap();
  const [near, far] = [chooser(map), chooser(map, mostSeconds)];
  const named = (tests: readonly string[]) => tests.filter((test) => !readsText.test(test));
  return (path, at) => {
    const touched = named(near({ path, at: [at] }));
    const all = [...new Set([...touched, ...named(far({ path, at: [at] })), ...named(far({ path }))])];
    return { touched, quick: all.filter((test) => !beyondQuick.has(test)), all };
  };
}
