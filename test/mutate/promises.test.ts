import { readFileSync } from 'node:fs';
import { mutations } from './mutations.ts';
import { notInverted, promises } from './promises.ts';

const pageOf = (path: string) => readFileSync(path, 'utf8').replace(/\s+/g, ' ');
const pages = ['README.md', 'docs/reliability.md'];

describe('what is promised', () => {
  it.each(pages)('stands in %s in these words', (path) => {
    const page = pageOf(path);
    const said = promises.filter((one) => one.in === path).map(({ says }) => says);
    const all = path === 'docs/reliability.md' ? [...said, ...Object.keys(notInverted)] : said;
    expect(all.filter((words) => !page.includes(words))).toEqual([]);
  });

  it('is inverted by a mutation', () => {
    const names = new Set(mutations.map(({ name }) => name));
    expect(promises.filter(({ mutation }) => !names.has(mutation))).toEqual([]);
  });

  it('in a table of docs/reliability.md has a test that falls, or says why not', () => {
    const words = [...promises.filter((one) => one.in === 'docs/reliability.md').map(({ says }) => says), ...Object.keys(notInverted)];
    const rows = readFileSync('docs/reliability.md', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| ') && !/^\| (-|claim|fault|Stored by|Cached|Queue|run|\\|)/.test(line));
    expect(rows.filter((row) => !words.some((some) => row.includes(some)))).toEqual([]);
  });
});
