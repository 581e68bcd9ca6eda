import type { AdPages, OwnPage } from '#shared/ads/store/ad-pages.ts';

export async function saveOwnPage(
  userId: number,
  { page, foundBy }: Pick<OwnPage, 'page' | 'foundBy'>,
  { adPages }: { adPages: AdPages },
): Promise<OwnPage> {
  const handle = (page.alias ?? page.id).toLowerCase();
  await adPages.keep(handle, page);
  return await adPages.setOwn(userId, { page, handle, foundBy });
}
