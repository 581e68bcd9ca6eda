import { adPicture } from '#lib/local/images/pictures.ts';
import { seeded } from '#lib/local/images/seeded.ts';
import { companies } from '#lib/local/market/market.ts';
import type { Answer } from '../vendor-server.ts';

const mostKept = 300;
const kept = new Map<string, Buffer>();

/** The picture of an ad at its address, `/ads/<ad id>/<n>.png`. */
export function adCreative(path: string): Answer | null {
  const [, adId = '', number = ''] = /^\/ads\/([\w-]{1,64})\/(\d{1,2})\.png$/.exec(path) ?? [];
  if (!adId) return null;
  const body = kept.get(path) ?? drawn(adId, number);
  if (kept.size >= mostKept) kept.delete(kept.keys().next().value ?? '');
  kept.set(path, body);
  return { status: 200, headers: { 'content-type': 'image/png', 'cache-control': 'max-age=86400' }, body };
}

function drawn(adId: string, number: string): Buffer {
  const company = companies[seeded(adId)(companies.length)];
  if (!company) throw new Error('The market is empty.');
  const product = company.products[Number(number) % company.products.length] ?? company.category;
  return adPicture(company, { headline: product, callToAction: 'Shop now' }, `${adId} ${number}`);
}
