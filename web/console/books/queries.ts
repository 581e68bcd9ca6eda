import { useQuery } from '@tanstack/react-query';
import { call } from '../core/api.ts';
import { type Environment, useScope } from '../core/scope.ts';
import { useChangeSearch } from '../core/use-change-search.ts';
import { useList } from '../kit/list.tsx';
import { livePoll } from '../kit/use-poll.ts';
import type { Figures, Reconciliation } from './answers.ts';
import type { BooksSearch } from './search.ts';

const pollMs = 1000;

export const isRunning = ({ status }: Pick<Reconciliation, 'status'>): boolean =>
  status === 'pending' || status === 'running';
const isRepairing = ({ repairs }: Reconciliation): boolean =>
  repairs.some(({ status }) => status === 'running' || status === 'undoing');

export const listKey = (environment: Environment) => ['reconciliations', environment];
export function useReconciliations() {
  const { environment } = useScope();
  return useList(
    listKey(environment),
    (page) => call('listReconciliations', { query: { environment, ...page } as never }),
    { refetchInterval: livePoll(1) },
  );
}

export const monthsKey = (environment: Environment) => ['reconciliation-months', environment];
export function useMonths() {
  const { environment } = useScope();
  return useList(monthsKey(environment), (page) =>
    call('listReconciliationMonths', { query: { environment, ...page } as never }),
  );
}

export const figuresKey = (id: string, environment: Environment) => ['reconciliation', id, environment];
export function useFigures(id: string) {
  const { environment } = useScope();
  return useQuery<Figures>({
    queryKey: figuresKey(id, environment),
    queryFn: () => call('readReconciliation', { params: { id }, query: { environment } }),
    refetchInterval: ({ state: { data } }) =>
      data && (isRunning(data) || isRepairing(data)) ? pollMs : false,
  });
}

export function useShow() {
  const change = useChangeSearch();
  return (search: { [name in keyof BooksSearch]: BooksSearch[name] | undefined }, replace = false) =>
    change(search, { replace });
}
