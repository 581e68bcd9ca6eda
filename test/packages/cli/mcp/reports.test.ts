import { conversions, reportTools } from '#packages/cli/src/mcp/reports.ts';
import type { Reader } from '#packages/cli/src/mcp/tool.ts';
import { days, expectTools, names } from './tool-output.ts';

const row = (campaign: string, value: string) => ({ campaign, currency: 'USD', count: 1, value });
const rows = [row('low', '9.00'), row('high', '100.00'), row('middle', '20.00')];

it.each([
  ['every row is shown', { limit: 3 }, ['high', 'middle', 'low'], 0],
  ['a row is above the limit', { limit: 2 }, ['high', 'middle'], 1],
  ['rows of days are above the limit', { limit: 1, group_by: ['day', 'campaign'] }, ['low'], 2],
  ['a campaign is named', { limit: 1, campaign: 'low' }, ['low'], 0],
])('the tool conversion_report says how many rows it does not show when %s', async (_, input, shown, more) => {
  const reader = {
    zone: 'UTC',
    now: () => Date.parse('2026-11-21T12:00:00Z'),
    get: async () => ({ body: { rows } }),
  } as unknown as Reader;
  const { structuredContent, content } = await conversions.run(conversions.input.parse(input) as never, reader);
  const answer = structuredContent as { rows: { campaign: string }[]; more_rows: number };
  expect([answer.rows.map(({ campaign }) => campaign), answer.more_rows]).toEqual([shown, more]);
  expect(/\d+ more rows? (is|are)/.exec(content[0]?.text ?? '')?.[0]).toBe([undefined, '1 more row is', '2 more rows are'][more]);
});

const inputs = {
  conversion_report: [
    {},
    { ...days, ...names, group_by: ['day', 'campaign'], interval: 'week', time_basis: 'received' },
    { group_by: [], event_type: 'order_created' },
  ],
  unattributed_report: [{}, days],
  funnel_report: [{ period: 'yesterday' }, days],
};

it('what each tool of reports asks for and answers is in expected/reports.txt', () =>
  expectTools(reportTools, inputs, './expected/reports.txt'));
