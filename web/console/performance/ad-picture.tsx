import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../core/api.ts';
import { copyOf } from '../kit/safe-href.ts';

export function AdPicture({ id }: { id: string }) {
  const options = { staleTime: 5 * 60_000, refetchOnWindowFocus: false, retry: false };
  const status = useQuery({
    queryKey: ['discovery'],
    queryFn: () => call('readDiscoveryStatus', {}),
    ...options,
  });
  const all = { country: 'ALL', active_status: 'all' } as const;
  const ads = useQuery({
    enabled: id !== '' && status.data?.has_own_page === true,
    queryKey: ['own-ads', 'pictures', all],
    queryFn: () => call('readOwnAds', { query: { ...all, limit: 100 } }),
    ...options,
  });
  const ad = ads.data?.ads.find((ad) => ad.id === id);
  const copy = copyOf(ad?.image_urls[0]);
  if (!copy) return null;
  return (
    <figure style={{ margin: 0 }}>
      <img
        src={copy}
        alt={ad?.title ? `Picture of the ad “${ad.title}”` : 'Picture of the ad'}
        width={320}
        height={320}
        style={{ width: 160, height: 'auto', aspectRatio: '1 / 1', objectFit: 'cover', borderRadius: 8 }}
      />
      {ad?.title && (
        <Text component="figcaption" fz="xs" c="dimmed" className="anywhere">
          {ad.title}
        </Text>
      )}
    </figure>
  );
}
