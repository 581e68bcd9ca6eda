import { reportFunnel } from '#functions/api/reports/report-funnel.ts';
import { maxCountersRead } from '#shared/reports/rules/limits.ts';

async function read(from: string, counters: number) {
  let count = 0;
  const activity = {
    async *between() {
      for (; count < counters; count++) yield { day: from, metric: 'none', detail: '', count: 1, quarters: new Map() };
    },
  };
  const query = { environment: 'live', time_zone: 'UTC', from, to: '2026-11-20', format: 'json' };
  const request = { query, actor: { accountId: 1 }, header: () => undefined };
  const deps = { activity, keys: {}, now: () => Date.parse('2026-11-20T12:00:00Z') };
  try {
    await reportFunnel.handle(request as never, deps as never);
    return 'answered';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

it.each([
  ['2026-08-01', maxCountersRead, 'answered'],
  ['2026-08-01', maxCountersRead + 1, 'validation_failed'],
  ['2026-11-10', maxCountersRead + 1, 'answered'],
])('a report since %s with %d counters is %s', async (from, counters, expected) => {
  expect(await read(from, counters)).toBe(expected);
});
