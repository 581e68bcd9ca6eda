import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Answer, type ApiError, call } from '../core/api.ts';
import { dayIn, isDay, plusDays } from '../kit/dates.ts';

export type Rate = Answer<'listExchangeRates'>['rates'][number];
export type Pair = { from: string; to: string; rates: Rate[] };
export type RateChange = Omit<Rate, 'rate'> & { rate: string | null };

export const ratePeriod = () => {
  const to = dayIn('UTC', Date.now());
  return { from: plusDays(to, -364), to };
};

export const useRates = () =>
  useQuery({
    queryKey: ['exchange-rates'],
    queryFn: () => call('listExchangeRates', { query: ratePeriod() }),
  });

/** A request has at most 5,000 rates. */
const most = 5000;

export function useSetRates() {
  const queries = useQueryClient();
  return useMutation<number, ApiError, readonly RateChange[]>({
    async mutationFn(rates) {
      for (let at = 0; at < rates.length; at += most)
        await call('setExchangeRates', { body: { rates: rates.slice(at, at + most) } });
      return rates.length;
    },
    onSuccess: () => queries.invalidateQueries(),
  });
}

export type BadLine = { line: number; message: string };

/** Lines are like `2026-11-20,EUR,USD,1.0825`, with or without headings. */
export function ratesIn(text: string): { rates: RateChange[]; problems: BadLine[] } {
  const problems: BadLine[] = [];
  const rates = new Map<string, RateChange>();
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    // If semicolons or tabs separate the cells, a comma is part of the number.
    const cells = line
      .split(/[\t;]/.test(line) ? /[\t;]/ : ',')
      .map((cell) => cell.replace(/^[\s"\uFEFF]+|[\s"]+$/g, ''));
    const [day = '', first = '', second = '', rate = ''] = cells;
    if (line.trim() === '' || (at === 0 && /^[a-z]/i.test(day))) continue;
    const [from, to] = [first.toUpperCase(), second.toUpperCase()];
    const message = !isDay(day)
      ? 'A day expected first, such as 2026-11-20'
      : !/^[A-Z]{3}$/.test(from) || !/^[A-Z]{3}$/.test(to) || from === to
        ? 'Two different currencies expected, such as EUR and USD'
        : !/^\d{1,12}(\.\d{1,12})?$/.test(rate) || Number(rate) === 0
          ? 'A rate above 0 expected, with a point, such as 1.0825'
          : rates.has(`${day} ${from} ${to}`)
            ? 'This day and pair is in an earlier line, too'
            : '';
    if (message) problems.push({ line: at + 1, message });
    else rates.set(`${day} ${from} ${to}`, { day, from, to, rate });
  }
  return { rates: [...rates.values()], problems };
}
