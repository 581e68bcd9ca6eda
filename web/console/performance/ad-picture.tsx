import { Text } from '@mantine/core';
import { copyOf } from '../kit/safe-href.ts';
import { useOwnAds } from './own-pictures.ts';

export function AdPicture({ id }: { id: string }) {
  const ads = useOwnAds();
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
