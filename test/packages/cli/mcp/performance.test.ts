import { performanceTools } from '#packages/cli/src/mcp/performance.ts';
import type { Reader } from '#packages/cli/src/mcp/tool.ts';
import { days, expectTools } from './tool-output.ts';

const row = (ad_id: string, spend: string, value: string) => ({
  ad_id,
  ad_group: 'shoes',
  currency: 'USD',
  clicks: 1,
  spend,
  value,
  return_on_ad_spend: (Number(value) / Number(spend)).toFixed(4),
});
const rows = [row('gain', '1.00', '9.00'), row('loss', '5.00', '2.00'), row('loss-2', '4.00', '2.00')];

async function asked(input: object, next_cursor: string | null) {
  const queries: Record<string, string | undefined>[] = [];
  const reader = {
    zone: 'UTC',
    now: () => Date.parse('2026-11-21T12:00:00Z'),
    get: async (_: string, query: Record<string, string | undefined>) => {
      queries.push(query);
      const leftOut = { traffic: {}, unpaid: { clicks: 0, conversions: 0, rows: 0 } };
      return { body: { rows, next_cursor, left_out: leftOut, totals: [], totals_with_spend: [] } };
    },
  } as unknown as Reader;
  const [tool] = performanceTools as [(typeof performanceTools)[number]];
  const answer = await tool.run(tool.input.parse(input) as never, reader);
  const told = answer.structuredContent as { rows: { ad_id: string }[]; more_rows: boolean };
  return {
    ads: told.rows.map(({ ad_id }) => ad_id),
    limit: queries[0]?.limit,
    more: [told.more_rows, answer.content[0]?.text.includes('There are more rows')],
  };
}

it.each([
  ['all rows are shown', {}, null, ['gain', 'loss', 'loss-2'], '100', false],
  ['the report has another page', { limit: 3 }, 'next', ['gain', 'loss', 'loss-2'], '3', true],
  ['all losing rows are shown', { only_losing: true }, null, ['loss', 'loss-2'], '10000', false],
  ['a losing row is above the limit', { only_losing: true, limit: 1 }, null, ['loss'], '10000', true],
  ['another page may have losing rows', { only_losing: true }, 'next', ['loss', 'loss-2'], '10000', true],
])('the tool ad_performance says whether there are more rows when %s', async (_, input, next, ads, limit, isMore) => {
  expect(await asked(input, next)).toEqual({ ads, limit, more: [isMore, isMore] });
});

it('what the tool of performance asks for and answers is in expected/performance.txt', () =>
  expectTools(
    performanceTools,
    {
      ad_performance: [
        {},
        { ...days, group_by: ['day', 'channel'], currency: 'EUR', compare: 'previous_year', conversion: 'e' },
        { only_losing: true, period: 'this_month', limit: 2 },
      ],
    },
    './expected/performance.txt',
  ));
