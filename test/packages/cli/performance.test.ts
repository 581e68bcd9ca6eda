import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer } from '#packages/cli/src/api.ts';
import type { Context } from '#packages/cli/src/command.ts';
import { commands } from '#packages/cli/src/commands.ts';
import { expectPrinted } from './output-of.ts';
import { cellsOf, period, printed } from './printed.ts';

it('adtrail performance prints each figure of a row, of the period before and of the total under its own heading', async () => {
  const row = {
    campaign: 'spring',
    clicks: 1,
    conversions: 2,
    value: '3.00',
    spend: '4.00',
    currency: 'EUR',
  };
  const ratios = { cost_per_conversion: '5.0000', return_on_ad_spend: null };
  const [, , heading, ...lines] = await printed('performance', {
    ...period,
    group_by: ['campaign'],
    next_cursor: null,
    previous_period: { from: 'a', to: 'b' },
    rows: [
      {
        ...row,
        ...ratios,
        advice: { word: 'too_few', rule: 'few_conversions' },
        previous: { value: '6.00', spend: '7.00' },
      },
    ],
    totals: [{ ...row, ...ratios, clicks: 8, value: '9.00' }],
    left_out: {
      traffic: { bot: { clicks: 10, spend: [] } },
      unpaid: { clicks: 11, spend: [{ currency: 'EUR', spend: '12.00' }] },
      paid: { clicks: 1, spend: [] },
      unjoined_spend: { spend: [{ currency: 'USD', spend: '13.00' }] },
    },
  });
  const [first, total] = lines.filter((line) => /^(spring|total)/.test(line));
  expect(cellsOf(heading)).toEqual([
    'CAMPAIGN',
    'CLICKS',
    'CONVERSIONS',
    'VALUE',
    'SPEND',
    'PER CONVERSION',
    'RETURN',
    'ADVICE',
    'CURRENCY',
    'BEFORE: VALUE',
    'BEFORE: SPEND',
  ]);
  expect(cellsOf(first)).toEqual(['spring', '1', '2', '3.00', '4.00', '5.0000', '–', 'too few', 'EUR', '6.00', '7.00']);
  expect(cellsOf(total)).toEqual(['total', '8', '2', '9.00', '4.00', '5.0000', '–', '–', 'EUR']);
  expect(lines.at(-1)).toBe(
    'Left out: 10 clicks of bot traffic, 11 clicks of unpaid channels, 12.00 EUR of spend on unpaid channels, ' +
      '1 click of paid channels, 13.00 USD of spend on no named pixel.',
  );
});

describe('adtrail performance over several pages', () => {
  async function run(texts: Record<string, string>, pages: readonly Partial<Answer>[]) {
    const queries: (string | undefined)[][] = [];
    const outputs: unknown[] = [];
    const command = commands.find(({ name }) => name === 'performance');
    await command?.run({
      args: [],
      isSet: () => false,
      config: {},
      text: (name: string) => texts[name],
      print: (body: unknown) => void outputs.push(body),
      api: async (_: string, __: string, { query }: { query: Record<string, string | undefined> }) => {
        queries.push([query.cursor, query.limit]);
        return { body: {}, ...pages[queries.length - 1] };
      },
    } as unknown as Context);
    return { queries, output: outputs[0] };
  }
  const page = (ids: readonly number[], next_cursor: string | null) => ({
    body: {
      ...period,
      group_by: ['ad_id'],
      previous_period: null,
      totals: [],
      next_cursor,
      rows: ids.map((ad_id) => ({ ad_id })),
      left_out: { traffic: {}, unpaid: { clicks: 0, spend: [] }, paid: { clicks: 0, spend: [] } },
    },
  });

  it('reads pages that are shorter than --limit, up to that many rows', async () => {
    const pages = [page([1, 2], 'a'), page([3], 'b'), page([4], 'c')];
    const { queries, output } = await run({ limit: '4' }, pages);
    expect(queries).toEqual([
      [undefined, '4'],
      ['a', '2'],
      ['b', '1'],
    ]);
    expect(output).toMatchObject({
      rows: [{ ad_id: 1 }, { ad_id: 2 }, { ad_id: 3 }, { ad_id: 4 }],
      next_cursor: 'c',
    });
  });

  it('writes all pages into one file with one heading', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'adtrail-')), 'ads.csv');
    const pages = [{ text: 'ad_id\r\n1\r\n2\r\n', next: 'a' }, { text: 'ad_id\r\n3\r\n' }];
    const { queries } = await run({ csv: file }, pages);
    expect(queries).toEqual([
      [undefined, undefined],
      ['a', undefined],
    ]);
    expect(await readFile(file, 'utf8')).toBe('ad_id\r\n1\r\n2\r\n3\r\n');
    const other = [{ text: 'ad_id\r\n1\r\n', next: 'a' }, { text: 'campaign\r\n3\r\n' }];
    await expect(run({ csv: file }, other)).rejects.toThrow('The report changed');
  });
});

it('prints what expected/commands.txt has', () => expectPrinted('performance'));
