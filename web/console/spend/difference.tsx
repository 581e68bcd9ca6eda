import { Alert, Stack, Text } from '@mantine/core';
import { counted } from '../kit/counted.ts';
import { rangeText } from '../kit/dates.ts';
import { Facts } from '../kit/facts.tsx';
import { countText, moneyText } from '../kit/money.ts';
import type { Result } from './send.ts';

type Counts = { added: number; changed: number; removed: number };

export const changesText = ({ added, changed, removed }: Counts): string =>
  `${countText(added)} new, ${countText(changed)} changed, ${countText(removed)} removed`;

export const amountText = (amount: string, currencies: readonly string[]): string => {
  const [currency] = currencies;
  return currency !== undefined && currencies.length === 1 ? moneyText(amount, currency) : amount;
};

export const daysText = (from: string | null, to: string | null, days: number): string =>
  from === null || to === null
    ? '–'
    : rangeText({ from, to }) + (from === to ? '' : ` (${countText(days)} ${days === 1 ? 'day' : 'days'})`);

export function Difference({ preview, isStale }: { preview: Result; isStale: boolean }) {
  const { rows, summed, skipped, days, from, to, currencies, unchanged, removed, warnings } = preview;
  const skips = Object.entries(skipped ?? {}).filter(([, count]) => count > 0);
  return (
    <Stack gap="xs" style={isStale ? { opacity: 0.55 } : {}} aria-busy={isStale}>
      {unchanged && <Alert color="teal">This report counts already. There is nothing to import.</Alert>}
      <Facts
        facts={[
          ['Days', daysText(from, to, days)],
          ['Currency', currencies.join(', ')],
          ['Rows', countText(rows) + (summed > 0 ? `, with ${countText(summed)} more lines added up` : '')],
          ['Left out', skips.map(([kind, count]) => counted(count, ...(lineNames[kind] ?? [kind, kind]))).join(', ')],
          ['Changes', unchanged ? 'None' : changesText(preview)],
          ['Spend', <Spend key="spend" amounts={preview.spend_by_currency} />],
          ['Rounding', preview.total_difference && `${preview.total_difference.amount} of the total`],
        ]}
      />
      {warnings.map(({ code, message, fields }) => (
        <Text key={code} fz="sm" c="var(--bad)">
          {[message, ...fields].join(': ')}
        </Text>
      ))}
      {removed > 0 && (
        <Text fz="sm" c="var(--bad)">
          {countText(removed)} {removed === 1 ? 'row' : 'rows'} of these days are not in the file, and would be removed.
        </Text>
      )}
    </Stack>
  );
}

const lineNames: Record<string, readonly [one: string, several: string]> = {
  title: ['line of the title', 'lines of the title'],
  blank: ['blank line', 'blank lines'],
  total: ['line with totals', 'lines with totals'],
  note: ['note', 'notes'],
};

const Spend = ({ amounts }: { amounts: Result['spend_by_currency'] }) =>
  amounts.map(({ currency, spend_before: before, spend_after: after }) => (
    <Text key={currency} fz="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {moneyText(before, currency)} → <b>{moneyText(after, currency)}</b>
    </Text>
  ));
