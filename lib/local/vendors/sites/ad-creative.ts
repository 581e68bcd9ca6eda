import { adsOf } from '#lib/local/market/ads.ts';
import { companies } from '#lib/local/market/market.ts';
import { pictureOf } from '#lib/local/market/pictures.ts';
import type { Answer, Asked } from '../vendor-server.ts';

/** The path is `/ads/<ad id>/<n>.png`; its signature expires. */
export function adCreative({ path, query }: Pick<Asked, 'path' | 'query'>, now: number): Answer | null {
  const [, adId = '', number = ''] = /^\/ads\/(\d{1,20})\/(\d{1,2})\.png$/.exec(path) ?? [];
  const ad = adId && adWith(adId, now);
  if (!ad || Number(number) < 1 || Number(number) > ad.imageUrls.length) return null;
  const endsAt = Number.parseInt(query.get('oe') ?? '', 16) * 1000;
  if (endsAt < now) return { status: 403, body: 'URL signature expired' };
  const body = pictureOf(ad.company.category, Number(adId.slice(-3)) + Number(number));
  return { status: 200, headers: { 'content-type': 'image/png', 'cache-control': 'max-age=86400' }, body };
}

function adWith(id: string, now: number) {
  for (const company of companies) {
    const matchingAd = adsOf(company, now).find((ad) => ad.id === id);
    if (matchingAd) return matchingAd;
  }
  return undefined;
}
