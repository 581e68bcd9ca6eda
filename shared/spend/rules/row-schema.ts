import * as z from 'zod';
import { exactText, plainDecimal } from '#shared/values/exact-numbers.ts';
import { parseExactly } from '#shared/values/json.ts';
import { type SentRow, type SpendProblem, tidyName } from './sent-row.ts';
import { maxRows } from './sent-rows.ts';

const Amount = exactText(64);
const Figure = Amount.nullish();
const Name = exactText(500).nullish();
const Row = z.object({
  day: z.string().max(40).meta({ description: 'The day of the ad account, such as 2026-11-20.' }),
  campaign_id: Name.meta({ description: "The network's id of the campaign." }),
  campaign: Name.meta({
    description: 'The name of the campaign. A row with an ad group or an ad needs the name or the ID of its campaign.',
  }),
  ad_group_id: Name.meta({ description: "The network's id of the ad group." }),
  ad_group: Name.meta({ description: 'Name of the ad group.' }),
  ad_id: Name.meta({ description: "The network's id of the ad." }),
  ad: Name.meta({ description: 'Name of the ad.' }),
  spend: Amount.meta({ description: 'The spend as an exact decimal, sent as text or number.' }),
  impressions: Figure.meta({ description: 'Number of impressions.' }),
  clicks: Figure.meta({ description: 'Clicks as the network reports them.' }),
  reported_conversions: Figure.meta({ description: 'The conversions, as the network reports them.' }),
  reported_value: Figure.meta({ description: 'The value of the conversions, as the network reports it.' }),
});

export const Rows = z.array(Row).min(1).max(maxRows);
const RowsFile = z.object({ rows: Rows });

const figure = (value: unknown): string | null => (value === null || value === undefined ? null : plainDecimal(String(value).trim()));

export const sentRows = (rows: readonly z.output<typeof Row>[]): SentRow[] =>
  rows.map((row, line) => ({
    line,
    day: row.day.trim(),
    campaignId: tidyName(row.campaign_id),
    campaign: tidyName(row.campaign),
    adGroupId: tidyName(row.ad_group_id),
    adGroup: tidyName(row.ad_group),
    adId: tidyName(row.ad_id),
    ad: tidyName(row.ad),
    spend: figure(row.spend) ?? '',
    impressions: figure(row.impressions),
    clicks: figure(row.clicks),
    reportedConversions: figure(row.reported_conversions),
    reportedValue: figure(row.reported_value),
    currency: null,
  }));

export const readableRows = (rows: readonly unknown[]): SentRow[] =>
  rows.flatMap((row, line) => {
    const parsedRow = Row.safeParse(row);
    return parsedRow.success ? sentRows([parsedRow.data]).map((sent) => ({ ...sent, line })) : [];
  });

export function readRows(bytes: Uint8Array): { rows: SentRow[] } | { problems: SpendProblem[] } {
  const problem = (line: number | null, field: string | null, code: string, message: string) => ({
    line,
    field,
    code,
    message,
  });
  try {
    const parsedFile = RowsFile.safeParse(parseExactly(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
    if (parsedFile.success) return { rows: sentRows(parsedFile.data.rows) };
    return {
      problems: parsedFile.error.issues.map(({ path: [, line, field], message }) =>
        problem(typeof line === 'number' ? line : null, typeof field === 'string' ? field : null, 'invalid', message),
      ),
    };
  } catch {
    return { problems: [problem(null, null, 'json_invalid', 'The file is not valid JSON')] };
  }
}
