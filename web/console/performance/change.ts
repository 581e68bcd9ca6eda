import { useQuery } from '@tanstack/react-query';
import { comparable, dayIn } from '../kit/dates.ts';
import { type Query, type Row, readReport, type View } from './view.ts';

/** Rows beyond these have no change. */
const maxRows = 200;

/** The change of whole days, because today is not over. Its rows are the rows of a level of the table. */
export function useChange(view: View, level: Pick<Query, 'group_by' | 'sort'> & Partial<Query>) {
  const { query, range, comparison, zone, search } = view;
  const compared = comparable(range, dayIn(zone, Date.now()), comparison);
  const asked: Query = {
    ...query,
    ...level,
    ...compared?.now,
    limit: maxRows,
    compare: comparison === 'year' ? 'previous_year' : 'previous_period',
    // Older days have had more time to earn, which is no change.
    compare_age: search.basis === 'occurred' ? 'any' : 'same',
  };
  const change = useQuery({
    queryKey: ['performance', 'change', asked],
    queryFn: ({ signal }) => readReport(asked, signal),
    enabled: compared !== null,
  });
  return { compared, change };
}

/** The names and the currency of a row. */
export const rowKeyOf = ({ channel, campaign, ad_group, ad_id, currency }: Row): string =>
  JSON.stringify([channel, campaign, ad_group, ad_id, currency]);
