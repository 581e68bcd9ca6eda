import type { Command } from '../command.ts';
import { numbered } from '../numbered.ts';
import { table } from '../table.ts';
import { periodOptions, readReport, reportQuery } from './report.ts';

type Side = Record<string, unknown>;
const names = ['clicks', 'conversions', 'value', 'spend', 'cost_per_conversion', 'return_on_ad_spend', 'advice', 'currency'];
const shown: Record<string, string> = {
  cost_per_conversion: 'per conversion',
  return_on_ad_spend: 'return',
};
/** Words for a return that a report does not have. */
const reasonTexts: Record<string, string> = {
  no_clicks_joined: 'no clicks found',
  spend_level: 'priced at another level',
  spend_on_other_channel: 'spend on another channel',
  spend_without_pixel: 'spend of no pixel',
  mixed_currencies: 'several currencies',
  spend_unknown: 'spend unknown',
  spend_zero: 'spend is 0',
};
type Coverage = { days_known: number; days: number; value: string; unjoined_spend: string };
type Total = Side & { spend_coverage?: Coverage };
type LeftOut = { clicks: number; spend: { currency: string; spend: string }[] };
type LeftOuts = {
  traffic: Record<string, LeftOut>;
  unpaid: LeftOut;
  paid: LeftOut;
  unjoined_spend: Pick<LeftOut, 'spend'> | null;
};
const partsOf = ({ clicks, spend }: LeftOut, what: string): string[] => [
  ...(clicks > 0 ? [`${numbered(clicks, 'click')} of ${what}`] : []),
  ...spend.map((amount) => `${amount.spend} ${amount.currency} of spend on ${what}`),
];
const lineOf = ({ reason, advice, ...row }: Side) => ({
  ...Object.fromEntries(Object.entries(row).map(([name, value]) => [shown[name] ?? name, value ?? '–'])),
  ...(row.return_on_ad_spend === null && { return: reasonTexts[String(reason)] ?? '–' }),
  advice: (advice as { word: string } | null | undefined)?.word.replace('_', ' ') ?? '–',
});

/** A return of a part of the value says of which part it is. */
function coverageLine({ currency, value, spend_coverage, return_on_ad_spend, return_at_least }: Total): string[] {
  if (!spend_coverage || currency === null || return_on_ad_spend === null) return [];
  const { days_known, days, value: used, unjoined_spend } = spend_coverage;
  if (used === value && Number(unjoined_spend) === 0) return [];
  const unjoined =
    Number(unjoined_spend) === 0
      ? ''
      : ` ${unjoined_spend} ${currency} of spend found no clicks: the return is at least ${return_at_least}.`;
  return [
    `Return ${return_on_ad_spend} is of ${used} of ${value} ${currency}, with spend known on ${days_known} of ${days} days.${unjoined}`,
  ];
}

export const performance: Command = {
  name: 'performance',
  summary: 'What each ad cost and earned',
  options: {
    by: {
      value: 'NAMES',
      text: 'day, week, month, pixel_key, channel, campaign, ad_group, ad_id; comma-separated (default: campaign,ad_id)',
    },
    conversion: {
      value: 'NAME',
      text: 'Event type of the conversions (default: primary_event_type of the settings)',
    },
    currency: { value: 'CODE', text: "Convert amounts by the account's rates, such as USD" },
    compare: { value: 'NAME', text: 'previous_period or previous_year' },
    paid: { value: 'WHICH', text: 'true, false or all channels (default: true)' },
    sort: { value: 'NAME', text: 'Such as -spend or return_on_ad_spend' },
    limit: { value: 'N', text: 'Rows (default: 100)' },
    ...periodOptions,
  },
  examples: [
    'adtrail performance --from 2026-11-01 --to 2026-11-22',
    'adtrail performance --by channel --currency USD --compare previous_period',
    'adtrail performance --sort return_on_ad_spend --csv -',
  ],
  async run(context) {
    const { print, text } = context;
    const limit = text('limit') ?? (text('csv') === undefined ? '100' : undefined);
    const body = await readReport(context, '/api/v1/pixel/reports/performance', {
      ...reportQuery(context),
      group_by: text('by') ?? 'campaign,ad_id',
      limit,
      conversion: text('conversion'),
      currency: text('currency'),
      compare: text('compare'),
      paid: text('paid'),
      sort: text('sort'),
    });
    if (!body) return;
    const groups = body.group_by as string[];
    const compared = body.previous_period === null ? [] : ['before: value', 'before: spend'];
    const columns = [...groups, ...names.map((name) => shown[name] ?? name), ...compared];
    const rows = (body.rows as (Side & { previous?: Side })[]).map(({ previous, ...row }) =>
      lineOf({ ...row, 'before: value': previous?.value, 'before: spend': previous?.spend }),
    );
    const totals = (body.totals as Side[]).map((row) => lineOf({ ...row, [groups[0] ?? 'total']: 'total' }));
    const coverage = (body.totals as Total[]).flatMap(coverageLine);
    const { traffic, unpaid, paid, unjoined_spend } = body.left_out as LeftOuts;
    const outs = [
      ...Object.entries(traffic).flatMap(([kind, out]) => partsOf(out, `${kind} traffic`)),
      ...partsOf(unpaid, 'unpaid channels'),
      ...partsOf(paid, 'paid channels'),
      ...partsOf({ clicks: 0, spend: unjoined_spend?.spend ?? [] }, 'no named pixel'),
    ];
    print(
      body,
      [
        `${body.from} to ${body.to} (${body.time_zone}, ${body.environment})`,
        rows.length > 0 ? table([...rows, ...totals], columns) : 'No clicks, conversions or spend.',
        ...coverage,
        ...(body.next_cursor === null ? [] : ['There are more rows: raise --limit.']),
        ...(outs.length > 0 ? [`Left out: ${outs.join(', ')}.`] : []),
      ].join('\n\n'),
    );
  },
};
