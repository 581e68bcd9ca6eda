import { readFileSync } from 'node:fs';
import { nightPage } from '#lib/tools/night-page.ts';

it('a run of some parts of the nightly checks leaves the rows of the other parts in docs/night.md', () => {
  const page = readFileSync('docs/night.md', 'utf8').replace(/^\| (?!Part|---).*\n/gm, '');
  const figures = { cases: 3, passed: 2, seconds: 12.6, cpuSeconds: 8.2, covers: 'Node 18.20.8, Bun 1.4.5' };
  const [first, second] = [
    { day: '2026-11-29', commit: 'aaaa', figures: ['b', 'a'].map((part) => ({ ...figures, part })) },
    { day: '2026-11-30', commit: 'bbbb', figures: [{ ...figures, part: 'b', passed: 3, covers: '' }] },
  ];
  expect(nightPage(nightPage(page, first), second)).toBe(
    `${page}| a | 3 | 2 | 13 | 8 | 2026-11-29 | aaaa | Node 18.20.8, Bun 1.4.5 |
| b | 3 | 3 | 13 | 8 | 2026-11-30 | bbbb |  |
`,
  );
});
