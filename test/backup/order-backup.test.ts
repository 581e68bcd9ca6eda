import { backupOrder, longestChain } from '#shared/backup/order-backup.ts';
import { tryEdges } from '#test/kit/edges.ts';

const hour = 3_600_000;
const now = Date.parse('2026-11-21T03:00:00.000Z');
const end = now - 6 * 60_000;
const latest = (ago: number, chain: readonly string[] = []) => ({
  backupId: 'b_1',
  exportedAt: end - ago,
  chain,
});
const exportAfter = (ago: number, chain?: readonly string[]) => {
  const { parameters } = backupOrder('id', now, 'export', latest(ago, chain) as never);
  return parameters as unknown as { window: { at: number; since: number | null }; chain: string[] };
};
const sinceOf = (ago: number) => exportAfter(ago).window.since !== null;

describe('the order of a backup', () => {
  it('a first export has everything until six minutes ago, to the second', () => {
    expect(backupOrder('id', now + 999, 'export')).toMatchObject({
      id: 'id',
      queue: { name: 'backup' },
      shards: 3,
      parameters: { method: 'export', segments: 1, window: { at: end, since: null }, chain: [] },
    });
  });

  it('a scan has four segments of each table, and no window', () => {
    const order = backupOrder('id', now, 'scan', latest(hour) as never);
    expect(order).toMatchObject({ shards: 12, parameters: { method: 'scan', segments: 4 } });
    expect(order.parameters).not.toHaveProperty('window');
    expect(order.parameters).not.toHaveProperty('chain');
  });

  it('a following export continues at the last, for a day at most', () => {
    expect(exportAfter(20 * hour, ['b_0'])).toMatchObject({
      window: { at: end, since: end - 20 * hour },
      chain: ['b_0', 'b_1'],
    });
    const late = exportAfter(24.5 * hour);
    expect(late.window).toEqual({ at: end - 0.5 * hour, since: end - 24.5 * hour });
  });

  tryEdges([
    {
      limit: 'hours after the last export until which an export follows it',
      value: 25 * hour,
      outcomeOf: sinceOf,
      outcomes: [true, true, false],
    },
    {
      limit: 'minutes after the last export from which an export follows it',
      value: hour / 4,
      outcomeOf: sinceOf,
      outcomes: [false, true, true],
    },
    {
      limit: 'backups that a restore needs at most',
      value: longestChain,
      outcomeOf: (length) =>
        exportAfter(
          hour,
          Array.from({ length: length - 1 }, (_, at) => `b_${at}`),
        ).chain.length,
      outcomes: [longestChain - 1, 0, 0],
    },
  ]);
});
