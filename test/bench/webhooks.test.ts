// Slow: it measures or kills whole processes.
import { readFileSync } from 'node:fs';
import { measureWebhooks, printedWebhooks, webhookCost } from './webhooks.ts';

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

it('the page of webhooks has the cost that the bench computes', () => {
  const page = readFileSync('docs/webhooks.md', 'utf8');
  const { parts, total } = webhookCost();
  for (const [name, part] of Object.entries(parts))
    expect(page).toMatch(new RegExp(`^\\| ${name}: .* \\| ${part.toFixed(2).replace('.', '\\.')} \\|$`, 'm'));
  expect(page).toContain(`| | ${total.toFixed(2)} |`);
});
