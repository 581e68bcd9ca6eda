import { type InfiniteData, type UseInfiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loading, More, Part, Problem, useIsOld } from './page.tsx';

type Options<Page> = Pick<
  UseInfiniteQueryOptions<Page, Error, InfiniteData<Page>, readonly unknown[], string>,
  'enabled' | 'refetchInterval' | 'refetchOnWindowFocus' | 'staleTime'
>;

type Load<Page> = (page: { cursor?: string; limit?: number }, signal: AbortSignal) => Promise<Page>;

export const useList = <Page extends { next_cursor: string | null }>(
  queryKey: readonly unknown[],
  load: Load<Page>,
  options: Options<Page> = {},
) => {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam ? { cursor: pageParam } : {}, signal),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }: Page) => next_cursor,
    ...options,
  });
  const isPolled = options.refetchInterval !== undefined || query.isFetchingNextPage;
  return { ...query, load, isOld: useIsOld(query, isPolled) };
};

export type Listing<Page> = { data: InfiniteData<Page> | undefined; load: Load<Page> };

export const Listed = ({
  query,
  rows,
  empty,
  height,
  children,
}: {
  query: ReturnType<typeof useList>;
  rows: readonly unknown[];
  empty: ReactNode;
  height?: number;
  children: ReactNode;
}) => (
  <>
    {query.isError && <Problem error={query.error} retry={() => query.refetch()} />}
    {query.isPending && <Loading {...(height !== undefined && { height })} />}
    <Part isOld={query.isOld}>
      {query.isSuccess && rows.length === 0 && empty}
      {rows.length > 0 && children}
    </Part>
    <More of={query} />
  </>
);
