import { useQuery } from '@tanstack/react-query';
import { call } from '../core/api.ts';
import { type Environment, useScope } from '../core/scope.ts';
import { useChangeSearch } from '../core/use-change-search.ts';
import { useList } from '../kit/list.tsx';
import { waitEvery } from '../kit/poll.ts';
import { livePoll } from '../kit/use-poll.ts';
import type { Figures, Reconciliation } from './answers.ts';
import type { BooksSearch } from './search.ts';

const pollMs = 1000;

export const isRunning = ({ status }: Pick<Reconciliation, 'status'>): boolean => status === 'pending' || status === 'running';
const isRepairing = ({ repairs }: Reconciliation): boolean => repairs.some(({ status }) => status === 'running' || status === 'undoing');

export const listKey = (environment: Environment) => ['reconciliations', environment];
export function useReconciliations() {
  const { environment } = useScope();
  return useList(listKey(environment), (page) => call('listReconciliations', { query: { environment, ...page } as never }), {
    refetchInterval: ({ state: { data } }) => {
      const running = data?.pages.flatMap((page) => page.reconciliations).find(isRunning);
      return running ? waitEvery(Date.now() - Date.parse(running.created_at)) : livePoll(1)();
    },
  });
}

export const monthsKey = (environment: Environment) => ['reconciliation-months', environment];
/** A comparison that completes changes its months: `compared` is the newest time of a completion, and null until it is known. */
export function useMonths(compared: string | null) {
  const { environment } = useScope();
  return useList(
    [...monthsKey(environment), compared],
    (page) => call('listReconciliationMonths', { query: { environment, ...page } as never }),
    { enabled: compared !== null },
  );
}

export const figuresKey = (id: string, environment: Environment) => ['reconciliation', id, environment];
export function useFigures(id: string) {
  const { environment } = useScope();
  return useQuery<Figures>({
    queryKey: figuresKey(id, environment),
    queryFn: () => call('readReconciliation', { params: { id }, query: { environment } }),
    refetchInterval: ({ state: { data } }) => (data && (isRunning(data) || isRepairing(data)) ? pollMs : false),
  });
}

export function useShow() {
  const change = useChangeSearch();
  return (search: { [name in keyof BooksSearch]: BooksSearch[name] | undefined }, replace = false) => change(search, { replace });
}
