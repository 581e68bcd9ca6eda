import { countActivity } from '#shared/reports/count-activity.ts';

it('records of a counter are counted in the order of the stream, and a record once', async () => {
  const counted: unknown[] = [];
  const activity = { count: async (_: object, __: string, records: unknown[]) => void counted.push(records) };
  const item = (sequence: string, value?: string) => ({
    accountId: 1,
    environment: 'live',
    metric: 'late_match',
    detail: '',
    at: '2026-11-20T10:00:00.000Z',
    sequence,
    ...(value && { value }),
  });
  const more = ['003', '001', '003', '002'].map((sequence) => item(sequence)) as never;
  await countActivity({ shardId: 's', changes: [] } as never, { activity } as never, more);
  expect(counted).toHaveLength(1);
  expect((counted[0] as { sequence: string; count: number }[]).map(({ sequence, count }) => [sequence, count])).toEqual([
    ['001', 1],
    ['002', 1],
    ['003', 2],
  ]);
});
