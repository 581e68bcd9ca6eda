import { call } from '../core/api.ts';
import type { Environment } from '../core/scope.ts';
import type { Range } from '../kit/dates.ts';
import { type FilterSearch, without } from '../kit/filter.ts';
import type { ReportRow } from '../kit/report-rows.ts';

/** Only the performance report has net values, and it covers at most a year. */
export const maxNetDays = 366;
const pageSize = 10_000;

export async function netRows(
  { environment, time_zone }: { environment: Environment; time_zone: string },
  { campaign, group, ad, type, pixel }: FilterSearch,
  of: Range,
  groupBy: 'day' | 'campaign,ad_group,ad_id',
): Promise<{ rows: ReportRow[]; conversion: string }> {
  const query = {
    environment,
    time_zone,
    ...of,
    group_by: groupBy,
    limit: pageSize,
    ...({ traffic: 'all', paid: 'all', time_basis: 'occurred' } as const),
    ...without({ conversion: type, campaign, ad_group: group, ad_id: ad, pixel_key: pixel }),
  };
  const rows: ReportRow[] = [];
  let conversion = '';
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof call<'reportPerformance'>>> = await call('reportPerformance', {
      query: { ...query, ...(cursor && { cursor }) },
    });
    for (const { day, campaign: name, ad_group, ad_id, currency, conversions, net_value } of page.rows)
      if (currency !== null && conversions > 0)
        rows.push({
          event_type: page.conversion,
          currency,
          count: conversions,
          value: net_value,
          ...(day && { day }),
          ...(name !== undefined && { campaign: name ?? '', ad_group: ad_group ?? '', ad_id: ad_id ?? '' }),
        });
    [cursor, conversion] = [page.next_cursor, page.conversion];
  }
  return { rows, conversion };
}

export const netText = (type = 'primary'): string =>
  `Value is net: what refunds, cancellations and corrections leave of ${type} events, the only conversions that are shown.`;
