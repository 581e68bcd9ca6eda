import type { Command } from '../command.ts';
import { table } from '../table.ts';
import { periodOptions, readReport, reportQuery } from './report.ts';

type Rates = { clicks: number; conversions: number; conversion_rate: string | null };
type Rule = { rule: string | null; traffic: string; clicks: number };
type Finding = {
  code: string;
  clicks: number;
  share: number;
  share_before?: number;
  campaign?: string;
  day?: string;
};

const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
const lineOf = (name: string, { clicks, conversions, conversion_rate: rate }: Rates) => ({
  clicks: name,
  count: clicks,
  conversions,
  rate: rate === null ? '–' : percent(Number(rate)),
});
const sentenceOf = ({ code, share, share_before: before, clicks, campaign, day }: Finding) =>
  code === 'mostly_reviewers'
    ? `${percent(share)} of the ${clicks} clicks of ${campaign} are of bots, as when networks review ads.`
    : `${day}: ${percent(share)} of ${clicks} clicks are of bots, after ${percent(before ?? 0)} on the days before.`;

export const traffic: Command = {
  name: 'traffic',
  summary: 'Clicks of people and of bots, by rule',
  options: {
    conversion: {
      value: 'NAME',
      text: 'Event type of the conversions (default: primary_event_type of the settings)',
    },
    ...periodOptions,
  },
  examples: ['adtrail traffic --from 2026-11-01 --to 2026-11-22', 'adtrail traffic --csv -'],
  async run(context) {
    const { print, text } = context;
    const body = await readReport(context, '/api/v1/pixel/reports/traffic', {
      ...reportQuery(context),
      conversion: text('conversion'),
    });
    if (!body) return;
    const { people, all, rules, findings } = body as unknown as {
      people: Rates;
      all: Rates;
      rules: Rule[];
      findings: Finding[];
    };
    const byRule = rules.map(({ rule, ...others }) => ({ ...others, rule: rule ?? '–' }));
    print(
      body,
      [
        `${body.from} to ${body.to} (${body.time_zone}, ${body.environment})`,
        table([lineOf('of people', people), lineOf('all', all)], ['clicks', 'count', 'conversions', 'rate']),
        ...(byRule.length > 0 ? [table(byRule, ['traffic', 'rule', 'clicks'])] : []),
        ...findings.map(sentenceOf),
      ].join('\n\n'),
    );
  },
};
