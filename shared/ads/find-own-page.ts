import type { AdPage } from '#shared/ads/rules/ads.ts';
import { isPageHandle } from '#shared/values/ad-page-url.ts';
import { siteDomain } from '#shared/values/site-domain.ts';
import { readSite } from '#shared/web/read-site.ts';
import { SiteUnreachable, type Web } from '#shared/web/web.ts';
import type { AdLibrary } from './ad-library.ts';
import { withTimeout } from './with-timeout.ts';

export type FindPageDeps = { web: Web; adLibrary: Pick<AdLibrary, 'pageOf' | 'searchPages'> };
export type FoundPage = { page: AdPage; foundBy: 'website' | 'name' };

const siteSeconds = 5;
const lookUpMs = 5000;

export async function findOwnPage(
  { website, company }: { website: string; company: string | null },
  { web, adLibrary }: FindPageDeps,
): Promise<FoundPage | null> {
  const site = await readSite(web, website, { timeoutSeconds: siteSeconds }).catch((error) => {
    if (error instanceof SiteUnreachable) return error;
    throw error;
  });
  const isRead = !(site instanceof SiteUnreachable);
  const domains = new Set([siteDomain(website), ...(isRead ? [site.domain] : [])]);

  const linked = await pagesOf(isRead ? site.pageHandles.filter(isPageHandle) : [], adLibrary);
  // A company's site may also link to the page of its agency or its host.
  const ownPage = linked.find(({ website }) => website !== null && domains.has(siteDomain(website))) ?? linked[0];
  if (ownPage) return { page: ownPage, foundBy: 'website' };

  const name = company || (isRead && site.siteName) || siteDomain(website)?.split('.')[0] || '';
  const foundPages = name ? await withTimeout(adLibrary.searchPages(name), lookUpMs) : [];
  const page = foundPages.find((page) => [...domains].some((domain) => domain && isOf(page, domain)));
  if (page) return { page, foundBy: 'name' };
  if (!isRead) throw site;
  return null;
}

async function pagesOf(handles: readonly string[], adLibrary: FindPageDeps['adLibrary']): Promise<AdPage[]> {
  const lookups = await Promise.allSettled(handles.map((handle) => withTimeout(adLibrary.pageOf(handle.toLowerCase()), lookUpMs)));
  const pages = lookups.flatMap((lookup) => (lookup.status === 'fulfilled' && lookup.value ? [lookup.value] : []));
  const failed = lookups.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  if (pages.length === 0 && failed) throw failed.reason;
  return pages;
}

const isOf = ({ website, alias }: AdPage, domain: string) =>
  website === null ? alias !== null && lettersOf(alias) === lettersOf(domain.split('.')[0] ?? '') : siteDomain(website) === domain;
const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
