import { existsSync, readFileSync } from 'node:fs';
import { mutated, testFile } from './mutation.ts';
import { equivalents, mutations } from './mutations.ts';

describe('the mutations of `npm run mutate`', () => {
  it.each([...mutations, ...equivalents])('$file: $name applies exactly once', (one) => {
    const text = readFileSync(one.file, 'utf8');
    expect(mutated(one, text)).not.toBe(text);
  });

  it('the mutations of `npm run mutate` name tests that exist', () => {
    const named = new Set(mutations.flatMap(({ tests }) => tests.map(testFile)));
    expect([...named].filter((path) => !existsSync(path))).toEqual([]);
  });

  it('the mutations of `npm run mutate` have names of their own', () => {
    const names = [...mutations, ...equivalents].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
