import { totalsIn } from '#shared/reports/store/totals.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { tableAt } from '#shared/store/table.ts';
import { addDecimals, type Decimal } from '#shared/values/decimal.ts';

/** An account's conversions of all days, by campaign and currency. Values are exact decimals. */
export type Report = { accountId: number; rows: Record<string, { count: number; value: Decimal }> };

/** Counts by the time of events. */
export async function reportOf(accountId: number, dynamo: Dynamo, tableName: string): Promise<Report> {
  const totals = totalsIn(tableAt(tableName, dynamo), { now: Date.now });
  const rows: Report['rows'] = {};
  for (const environment of ['live', 'test'] as const)
    for await (const cell of totals.between(accountId, environment, 'occurred', '0001-01-01', '9999-12-31')) {
      const name = `${environment} ${cell.campaign} ${cell.event_type} ${cell.currency}`;
      const { count, value } = rows[name] ?? { count: 0, value: '0' };
      rows[name] = { count: count + cell.count, value: addDecimals(value, cell.value) };
    }
  return { accountId, rows };
}
