import { existsSync, readFileSync } from 'node:fs';
import { files } from './files.ts';
import { mutated, testFile } from './mutation.ts';
import { equivalents, mutations } from './mutations.ts';

describe('the mutations of `npm run mutate`', () => {
  it.each([...mutations, ...equivalents])('$file: $name applies exactly once', (one) => {
    const text = readFileSync(files[one.file], 'utf8');
    expect(mutated(one, text)).not.toBe(text);
  });

  it('the mutations of `npm run mutate` name tests that exist', () => {
    const named = new Set(mutations.flatMap(({ tests }) => tests.map(testFile)));
    expect([...named].filter((path) => !existsSync(path))).toEqual([]);
  });

  it('the mutations of `npm run mutate` have names of their own, and every file has one', () => {
    const names = [...mutations, ...equivalents].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const used = new Set(mutations.map(({ file }) => file));
    expect(Object.keys(files).filter((name) => !used.has(name as keyof typeof files))).toEqual([]);
  });
});
