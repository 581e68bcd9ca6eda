import { Alert, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { call } from '../core/api.ts';
import { useScope } from '../core/scope.ts';
import { dayIn, plusDays } from '../kit/dates.ts';
import { missingRates } from '../kit/missing-rates.ts';

const days = 90;

export function MissingRates() {
  const { environment } = useScope();
  const to = dayIn('UTC', Date.now());
  const period = { environment, from: plusDays(to, 1 - days), to, traffic: 'all', paid: 'all' } as const;
  const totals = useQuery({
    queryKey: ['performance', 'currencies', period],
    queryFn: () => call('reportPerformance', { query: { ...period, group_by: 'month', limit: 1 } as never }),
  });
  const currencies = [...new Set(totals.data?.totals.flatMap(({ currency }) => (currency ? [currency] : [])))];
  const missing = useQueries({
    queries: (currencies.length > 1 ? currencies : []).map((currency) => ({
      queryKey: ['performance', 'missing-rates', period, currency],
      queryFn: () => missingFor(currency, period),
    })),
  });
  if (currencies.length < 2) return null;
  const lacking = missing.flatMap(({ data }, at) => (data && data.length > 0 ? [{ currency: currencies[at] ?? '', messages: data }] : []));
  const isKnown = missing.every(({ isSuccess }) => isSuccess);
  const names = currencies.join(' and ');
  if (!isKnown) return null;
  if (lacking.length === 0)
    return (
      <Alert color="teal" role="status">
        No rate is missing: reports of the last {days} days work in {names}.
      </Alert>
    );
  return (
    <Alert color="orange" title={`Your figures of the last ${days} days are in ${names}`} role="status">
      {lacking.map(({ currency, messages }) => (
        <Text key={currency} fz="sm" className="anywhere">
          For reports in {currency}: {messages.join(' ')}
        </Text>
      ))}
    </Alert>
  );
}

async function missingFor(currency: string, period: object): Promise<string[]> {
  try {
    await call('reportPerformance', {
      query: { ...period, currency, group_by: 'month', limit: 1 } as never,
    });
    return [];
  } catch (error) {
    const messages = missingRates(error);
    if (messages.length === 0) throw error;
    return messages;
  }
}
