import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Answer, type ApiError, call } from '../core/api.ts';
import { dayIn, plusDays } from '../kit/dates.ts';

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
      for (let at = 0; at < rates.length; at += most) await call('setExchangeRates', { body: { rates: rates.slice(at, at + most) } });
      return rates.length;
    },
    onSuccess: () => queries.invalidateQueries(),
  });
}
