import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const file = 'docs/asvs.md';
const text = readFileSync(file, 'utf8');
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| (.+?) \| (\S+) \| (.+) \|$/gm)].map(
  ([, id = '', requirement = '', result = '', proof = '']) => ({ id, requirement, result, proof }),
);
const linksIn = (markdown: string) => [...markdown.matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to);
const isOurs = (to: string) => !to.startsWith('https://');

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
const anchorsOf = (path: string) => [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

describe('docs/asvs.md', () => {
  it('docs/asvs.md names every requirement once', () => {
    expect(rows.length).toBeGreaterThan(250);
    const ids = rows.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    // No test would see a row that the pattern does not match.
    expect(text.match(/^\| \d+\.\d/gm)).toHaveLength(rows.length);
  });

  it('docs/asvs.md links to files and headings that exist', () => {
    const broken = linksIn(text)
      .filter(isOurs)
      .filter((to) => {
        const [path = '', anchor] = to.split('#');
        const target = join(dirname(file), path);
        return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
      });
    expect(broken).toEqual([]);
  });

  it('docs/asvs.md has a result for every requirement, and a file for every yes', () => {
    for (const { id, result } of rows) expect([id, result]).toEqual([id, expect.stringMatching(/^(?:yes|partly|no|n\/a)$/)]);
    const unproven = rows.filter(({ result, proof }) => result === 'yes' && !linksIn(proof).some(isOurs));
    expect(unproven.map(({ id }) => id)).toEqual([]);
  });

  it('docs/asvs.md counts the results, and every no has a fix', () => {
    const counted = Object.fromEntries(
      [...text.matchAll(/^\| (yes|partly|no|n\/a|all) \| (\d+) \|$/gm)].map(([, name = '', count]) => [name, Number(count)]),
    );
    const of = (wanted: string) => rows.filter(({ result }) => result === wanted).length;
    expect(counted).toEqual({
      yes: of('yes'),
      partly: of('partly'),
      no: of('no'),
      'n/a': of('n/a'),
      all: rows.length,
    });
    const fixes = [...text.matchAll(/^- ([\d., ]+): /gm)].flatMap(([, ids = '']) => ids.split(', '));
    expect(fixes.sort()).toEqual(
      rows
        .filter(({ result }) => result === 'no')
        .map(({ id }) => id)
        .sort(),
    );
  });
});
