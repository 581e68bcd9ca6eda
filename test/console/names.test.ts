import { globSync, readFileSync } from 'node:fs';

/** `const names = { effects: 'E-mails', … }` of a page. */
const listOfNames = /const (\w*(?:names|titles|texts|sentences|stages))\b[^=]*= \{\n(.*?)\n\}/gis;
const name = /^\s+['"\w#-]+: (['"`])(.+?)\1,$/gm;

it('different things have different names on a page of the console', () => {
  const lists = globSync('web/console/**/*.{ts,tsx}').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(listOfNames)].map(([, list, entries = '']) => ({
      list: `${path} ${list}`,
      names: [...entries.matchAll(name)].map((entry) => entry[2]),
    })),
  );
  expect(lists.filter(({ names }) => names.length > 4).length).toBeGreaterThan(8);
  expect(lists.filter(({ names }) => new Set(names).size < names.length)).toEqual([]);
});
