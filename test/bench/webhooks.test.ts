// Night: it measures whole processes.
import { measureWebhooks, printedWebhooks } from './webhooks.ts';

it('the bench of webhooks gets each event out once, also beside an endpoint that hangs', async () => {
  const around = { signal: new AbortController().signal, onStep: () => {} };
  const report = await measureWebhooks({ events: 30 }, around);
  expect(report.rows).toHaveLength(2);
  for (const row of report.rows) {
    expect(row).toMatchObject({ delivered: 30, again: 0 });
    expect(row.perSecond).toBeGreaterThan(0);
  }
  expect(printedWebhooks(report)).toContain('never answers');
});
