import { useQuery } from '@tanstack/react-query';
import { call } from '../core/api.ts';
import { copyOf } from '../kit/safe-href.ts';

const rarely = { staleTime: 5 * 60_000, refetchOnWindowFocus: false, retry: false };
const all = { country: 'ALL', active_status: 'all' } as const;

/** The newest own ads of the account, if it has named its page. */
export function useOwnAds() {
  const status = useQuery({
    queryKey: ['discovery'],
    queryFn: () => call('readDiscoveryStatus', {}),
    ...rarely,
  });
  return useQuery({
    enabled: status.data?.has_own_page === true,
    queryKey: ['own-ads', 'pictures', all],
    queryFn: () => call('readOwnAds', { query: { ...all, limit: 100 } }),
    ...rarely,
  });
}

/** The first picture of each own ad, by the ad's ID. */
export function useOwnPictures(): ReadonlyMap<string, string> {
  const { data } = useOwnAds();
  return new Map(
    (data?.ads ?? []).flatMap(({ id, image_urls: [first] }) => {
      const copy = copyOf(first);
      return copy ? [[id, copy] as const] : [];
    }),
  );
}
