import type { AdPages, OwnPage } from '#shared/ads/store/ad-pages.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export async function saveOwnPage(
  accountId: AccountId,
  { page, foundBy }: Pick<OwnPage, 'page' | 'foundBy'>,
  { adPages }: { adPages: AdPages },
): Promise<OwnPage> {
  const handle = (page.alias ?? page.id).toLowerCase();
  await adPages.keep(handle, page);
  return await adPages.setOwn(accountId, { page, handle, foundBy });
}
