import { readFileSync } from 'node:fs';
import { webhookCost } from './webhooks.ts';

it('the page of webhooks has the cost that the bench computes', () => {
  const page = readFileSync('docs/webhooks.md', 'utf8');
  const { parts, total } = webhookCost();
  for (const [name, part] of Object.entries(parts))
    expect(page).toMatch(new RegExp(`^\\| ${name}: .* \\| ${part.toFixed(2).replace('.', '\\.')} \\|$`, 'm'));
  expect(page).toContain(`| | ${total.toFixed(2)} |`);
});
