import { existsSync, globSync, readFileSync } from 'node:fs';

const page = readFileSync('docs/reliability.md', 'utf8');
const [, section = ''] = page.split('## Locks and flags that say "running"\n');
const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => /^\| `shared\//.test(line));
const cellsOf = (row: string) => row.split('|').map((cell) => cell.trim());
const codeIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

const isLock = /leaseUntil|\blease\b|#until = :until|isRunning|claimUntil|claimedAt|'running'|'undoing'|laneWaiting/;
/** These stores read states that another store writes, or have one of these words for another thing. */
const readers = [
  'shared/event-log/store/tombstones.ts',
  'shared/ads/store/ads-item.ts',
  'shared/spend/store/spend-days.ts',
  'shared/deliveries/store/new-deliveries.ts',
];

describe('locks and flags that say "running"', () => {
  it('each store that writes one is listed with who ends it', () => {
    const stores = globSync(['shared/*/store/*.ts', 'shared/*/*/store/*.ts']).filter(
      (path) => isLock.test(readFileSync(path, 'utf8')) && !readers.includes(path),
    );
    expect(rows.flatMap((row) => codeIn(cellsOf(row)[1])).sort()).toEqual(expect.arrayContaining(stores.sort()));
  });

  it.each(rows.map((row) => [codeIn(cellsOf(row)[1]).join(' '), row]))('%s has a test that kills its owner', (_, row) => {
    const [, files, flag, endedBy, tests] = cellsOf(row);
    expect([flag, endedBy].every((cell) => cell && cell.length > 5)).toBe(true);
    for (const path of [...codeIn(files), ...codeIn(tests)]) expect([path, existsSync(path)]).toEqual([path, true]);
  });
});
