import type { AdPages, OwnPage } from '#shared/ads/store/ad-pages.ts';

/** Stores a user's own page, so that the next read of its ads needs no look-up. */
export async function saveOwnPage(
  userId: number,
  { page, foundBy }: Pick<OwnPage, 'page' | 'foundBy'>,
  { adPages }: { adPages: AdPages },
): Promise<OwnPage> {
  const handle = (page.alias ?? page.id).toLowerCase();
  await adPages.keep(handle, page);
  return await adPages.setOwn(userId, { page, handle, foundBy });
}
