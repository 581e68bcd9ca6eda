import { existsSync } from 'node:fs';
import { readKilled } from './killed.ts';
import { mutations } from './mutations.ts';

const { written, random } = readKilled();
const killers = [...Object.values(written), ...random.map(({ by }) => by)].filter((by) => typeof by === 'string');

describe('the list of killed mutants', () => {
  it('names tests that exist: npm run mutate -- --killed', () => {
    const files = new Set(killers.flatMap((by) => /\S+\.test\.ts/.exec(by) ?? []));
    expect([...files].filter((path) => !existsSync(path))).toEqual([]);
  });

  it('has no mutation that is gone, and none that survives', () => {
    const names = new Set(mutations.map(({ name }) => name));
    expect(Object.keys(written).filter((name) => !names.has(name))).toEqual([]);
    expect(Object.entries(written).filter(([, by]) => by === null)).toEqual([]);
  });
});
