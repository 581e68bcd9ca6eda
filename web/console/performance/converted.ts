import { useQuery } from '@tanstack/react-query';
import { missingRates } from '../kit/missing-rates.ts';
import { mainOf } from './tiles.tsx';
import { type Query, readReport, type View } from './view.ts';

const useSummary = (query: Query, enabled = true) =>
  useQuery({
    queryKey: ['performance', 'summary', query],
    queryFn: ({ signal }) => readReport({ ...query, group_by: 'campaign', limit: 1 }, signal),
    enabled,
  });

/**
 * Several currencies have no common return, so the page converts them where the account's rates allow it.
 * Most accounts have one currency, so the other parts load at once; they are shown when `isDecided`.
 */
export function useConverted(asked: View) {
  const asIs = useSummary(asked.query);
  const { currency: chosen, currencies } = asked.search;
  const totals = (chosen === undefined && asIs.data?.totals) || [];
  const recorded = totals.flatMap(({ currency }) => currency ?? []);
  const main =
    recorded.length > 1 && currencies !== 'original' ? (mainOf(totals).main?.currency ?? null) : null;
  const inMain: Query = { ...asked.query, ...(main !== null && { currency: main }) };
  const converted = useSummary(inMain, main !== null);
  const lacksRates = converted.isError && missingRates(converted.error).length > 0;
  const isConverted = main !== null && !lacksRates;
  return {
    view: isConverted ? { ...asked, query: inMain } : asked,
    summary: isConverted ? converted : asIs,
    isDecided: asIs.data !== undefined && (main === null || converted.data !== undefined || lacksRates),
    recorded,
    lacksRates: main !== null && lacksRates,
  };
}
