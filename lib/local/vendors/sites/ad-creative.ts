import { drawAside } from '#lib/local/images/draw-aside.ts';
import { adsOf, type MadeUpAd } from '#lib/local/market/ads.ts';
import { companies } from '#lib/local/market/market.ts';
import type { Answer, Asked } from '../vendor-server.ts';

const maxKept = 300;
const kept = new Map<string, Buffer>();

/** The picture of an ad at its address, `/ads/<ad id>/<n>.png`, until the time that its signature names. */
export async function adCreative(
  { path, query }: Pick<Asked, 'path' | 'query'>,
  now: number,
): Promise<Answer | null> {
  const [, adId = '', number = ''] = /^\/ads\/(\d{1,20})\/(\d{1,2})\.png$/.exec(path) ?? [];
  const ad = adId && adWith(adId, now);
  if (!ad || Number(number) < 1 || Number(number) > ad.imageUrls.length) return null;
  const endsAt = Number.parseInt(query.get('oe') ?? '', 16) * 1000;
  if (endsAt < now) return { status: 403, body: 'URL signature expired' };
  const body = kept.get(path) ?? (await drawn(ad, Number(number)));
  if (kept.size >= maxKept) kept.delete(kept.keys().next().value ?? '');
  kept.set(path, body);
  return { status: 200, headers: { 'content-type': 'image/png', 'cache-control': 'max-age=86400' }, body };
}

/** One company after the other, since all ads together take a second to make up. */
function adWith(id: string, now: number): MadeUpAd | undefined {
  for (const company of companies) {
    const found = adsOf(company, now).find((ad) => ad.id === id);
    if (found) return found;
  }
  return undefined;
}

/** The first card says what the ad says, the others show a product each. */
function drawn({ id, company, title, bodies, button }: MadeUpAd, number: number): Promise<Buffer> {
  const [said = ''] = /^[^.!?:]+/.exec(bodies[0] ?? '') ?? [];
  const product = company.products[number % company.products.length] ?? company.category;
  const headline = number === 1 ? (title ?? said) : product;
  return drawAside(company, { headline, callToAction: button.text }, `${id} ${number}`);
}
