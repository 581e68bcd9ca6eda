// Night: it kills whole processes.
import { restoredBackup } from './restored-backup.ts';

describe('a backup and its restore by the command, on this machine', () => {
  it('hold every item and the same report, killed with -9 half-way, both of them', async () => {
    const { signal } = new AbortController();
    const run = await restoredBackup({ items: 10_000, sales: 500, signal });
    expect(run).toMatchObject({
      wrong: [],
      isReportEqual: true,
      countsOn: true,
      kills: { backup: 1, restore: 1 },
    });
    expect(run.items).toBeGreaterThan(10_500);
  }, 400_000);
});
