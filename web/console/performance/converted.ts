import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { missingRates } from '../kit/missing-rates.ts';
import type { RememberedState } from './remembered.ts';
import { mainOf } from './tiles.tsx';
import { type Query, readReport, type View } from './view.ts';

const useSummary = (query: Query, enabled = true) =>
  useQuery({
    queryKey: ['performance', 'summary', query],
    queryFn: ({ signal }) => readReport({ ...query, group_by: 'campaign', limit: 1 }, signal),
    enabled,
  });

/**
 * Several currencies have no common return, so the page converts them where the account's rates allow it. The currency
 * is the one with most conversions of the whole account at the first visit. It stays until a person chooses another.
 */
export function useConverted(asked: View, { currencies: remembered, setCurrency }: RememberedState) {
  const { environment, search } = asked;
  const { from, to, time_zone } = asked.query;
  const account = useSummary({ from, to, environment, time_zone, traffic: 'human', paid: 'true' });
  const recorded = (account.data?.totals ?? []).flatMap(({ currency }) => currency ?? []);
  const first = recorded.length > 1 ? mainOf(account.data?.totals ?? []).main?.currency : undefined;
  const known = remembered[environment];
  const main = search.currency ?? (search.currencies === 'original' ? undefined : (known ?? first)) ?? null;
  // A link with a currency is no choice of the person who opens it.
  const toRemember = known === undefined ? first : undefined;
  useEffect(() => {
    if (toRemember) setCurrency(environment, toRemember);
  });
  const inMain: Query = { ...asked.query, ...(main !== null && { currency: main }) };
  const converted = useSummary(inMain, main !== null);
  const isChosen = search.currency !== undefined;
  const lacksRates = !isChosen && converted.isError && missingRates(converted.error).length > 0;
  const isConverted = main !== null && !lacksRates;
  const asIs = useSummary(asked.query, !isConverted);
  return {
    view: isConverted ? { ...asked, query: inMain } : asked,
    summary: isConverted ? converted : asIs,
    isDecided: isConverted ? known !== undefined || isChosen || converted.data !== undefined : isKnown(account),
    recorded,
    lacksRates: main !== null && lacksRates,
  };
}

const isKnown = ({ data, isError }: { data: unknown; isError: boolean }) => data !== undefined || isError;
