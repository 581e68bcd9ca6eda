import { adPageHandle } from '#shared/values/ad-page-url.ts';
import { siteDomain } from '#shared/values/site-domain.ts';
import type { PageContent } from './page-content.ts';

const builders = new Set('godaddy shopify squarespace webflow wix wordpress wordpresscom weebly prestashop'.split(' '));
const maxLinks = 5;
const instagram = /^https?:\/\/(?:www\.)?instagram\.com\/([A-Za-z0-9._]{2,30})\/?(?:[?#]|$)/;
const instagramPaths = new Set('about accounts ar developer directory explore legal p reel reels share stories tv web'.split(' '));

/** A handle that resembles the site's domain counts most. */
export function siteLinks({ links, meta, jsonLd }: PageContent, url: string) {
  const pages: Handles = new Map();
  const pictures: Handles = new Map();
  const note = (href: string, weight: number) => {
    const absolute = URL.parse(href, url)?.href ?? '';
    if (!/^https?:/.test(absolute)) return;
    const page = adPageHandle(absolute);
    const [, picture = ''] = instagram.exec(absolute) ?? [];
    if (page && !builders.has(page.toLowerCase())) count(pages, page, weight);
    if (picture && !instagramPaths.has(picture.toLowerCase())) count(pictures, picture, weight);
  };
  for (const address of jsonLd.flatMap(sameAs)) note(address, 4);
  for (const key of ['article:publisher', 'og:see_also']) note(meta.get(key) ?? '', 3);
  for (const { href, rel } of links) note(href, rel.split(/\s+/).includes('me') ? 4 : 1);

  const name = plainName(siteDomain(url)?.split('.')[0] ?? '');
  return { pageHandles: ranked(pages, name), instagramHandles: ranked(pictures, name) };
}

type Handles = Map<string, { handle: string; weight: number }>;

/** Handles that differ only by case are one page: the first spelling remains. */
function count(handles: Handles, handle: string, weight: number): void {
  const weightedHandle = handles.get(handle.toLowerCase()) ?? { handle, weight: 0 };
  // Repeated links to a handle count at most as two links in the footer.
  handles.set(handle.toLowerCase(), {
    ...weightedHandle,
    weight: Math.min(weightedHandle.weight + weight, 8),
  });
}

const ranked = (handles: Handles, name: string) =>
  [...handles.values()]
    .map(({ handle, weight }) => ({ handle, weight: weight + (isLike(plainName(handle), name) ? 5 : 0) }))
    .sort((x, y) => y.weight - x.weight)
    .slice(0, maxLinks)
    .map(({ handle }) => handle);

const plainName = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const isLike = (a: string, b: string) => a.length > 2 && b.length > 2 && (a.includes(b) || b.includes(a));

function sameAs(script: string): string[] {
  const links: string[] = [];
  let waiting: unknown[];
  try {
    waiting = [JSON.parse(script)];
  } catch {
    return links;
  }
  for (let visited = 0; waiting.length > 0 && visited < 10_000; visited++) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    if ('sameAs' in value) links.push(...[value.sameAs].flat().filter((address) => typeof address === 'string'));
    for (const inner of Object.values(value)) if (typeof inner === 'object') waiting.push(inner);
  }
  return links.slice(0, 100);
}
