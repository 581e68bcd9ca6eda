import { siteDomain } from '#shared/values/site-domain.ts';
import { plainText } from './page-text.ts';
import { siteLinks } from './site-links.ts';
import { type SiteState, siteState } from './site-state.ts';
import { type FetchedFile, SiteUnreachable, type Web } from './web.ts';

/** The site's own texts are data for a model, never instructions. */
export type SiteReading = {
  url: string;
  domain: string | null;
  /** The texts are the company's only in the state `read`. */
  state: SiteState;
  title: string;
  siteName: string;
  description: string;
  /** The language tag is BCP 47. */
  language: string | null;
  /** The page's text has at most 6,000 characters. */
  text: string;
  canonical: string | null;
  /** At most 5 handles are listed, the likeliest first. */
  pageHandles: readonly string[];
  instagramHandles: readonly string[];
};

const maxTextCharacters = 6000;
export const htmlTypes = new Set(['', 'text/html', 'application/xhtml+xml', 'text/plain']);

export function secondsUntil(endsAt: number): number {
  const seconds = (endsAt - performance.now()) / 1000;
  if (seconds <= 0) throw new SiteUnreachable('timeout');
  return seconds;
}

/** The home page replaces a missing page. This throws as `web.fetch` does. */
export async function readSite(web: Web, url: string, { timeoutSeconds = 10 }: { timeoutSeconds?: number } = {}): Promise<SiteReading> {
  const endsAt = performance.now() + timeoutSeconds * 1000;
  let file: FetchedFile;
  try {
    file = await web.fetch({ url, kind: 'page', timeoutSeconds });
  } catch (error) {
    if (error instanceof SiteUnreachable && error.reason === 'too_large') return readingOf(url, url, 'unread');
    throw error;
  }
  const home = new URL('/', url).href;
  // A page that is missing may have moved since its address was stored.
  if ((file.status === 404 || file.status === 410) && home !== url)
    return await readSite(web, home, { timeoutSeconds: secondsUntil(endsAt) });
  // The HTML parser takes as long to load as a worker's own code, so it is loaded on use.
  const { pageContent } = await import('./page-content.ts');
  const content = pageContent(htmlTypes.has(file.contentType) ? htmlOf(file) : '', maxTextCharacters);
  const { meta, text } = content;
  const title = line(content.title || meta.get('og:title'), 300);
  const state = siteState({ status: file.status, asked: url, url: file.url, title, text });
  const base = URL.parse(content.baseHref, file.url)?.href ?? file.url;
  return {
    ...readingOf(url, file.url, state),
    title,
    siteName: line(meta.get('og:site_name') ?? meta.get('application-name'), 100),
    description: line(meta.get('description') || meta.get('og:description'), 1000),
    language: languageOf(content.lang || meta.get('content-language') || meta.get('og:locale') || ''),
    text,
    canonical: webUrl(content.links.find(({ rel }) => rel.split(/\s+/).includes('canonical'))?.href, base),
    ...siteLinks(content, base),
  };
}

const readingOf = (asked: string, url: string, state: SiteState): SiteReading => ({
  url,
  domain: siteDomain(url || asked),
  state,
  title: '',
  siteName: '',
  description: '',
  language: null,
  text: '',
  canonical: null,
  pageHandles: [],
  instagramHandles: [],
});

export function htmlOf({ body, charset }: FetchedFile): string {
  const head = Buffer.from(body.subarray(0, 2048)).toString('latin1');
  const [, namedCharset = 'utf-8'] = /<meta[^>]{1,200}?charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(head) ?? [];
  return decoderOf(charset || namedCharset).decode(body);
}

function decoderOf(label: string) {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}

const line = (text: string | undefined, maxCharacters: number) => plainText((text ?? '').replace(/\s+/g, ' '), maxCharacters);

function languageOf(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag.trim().replaceAll('_', '-'))[0] ?? null;
  } catch {
    return null;
  }
}

function webUrl(href: string | undefined, base: string): string | null {
  const url = href ? URL.parse(href, base) : null;
  return url && /^https?:$/.test(url.protocol) && url.href.length <= 2048 ? url.href : null;
}
