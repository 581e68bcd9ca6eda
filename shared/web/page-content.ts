import { Parser } from 'htmlparser2';
import { textCollector } from './page-text.ts';

/** The page's author wrote this HTML, so nothing in it is trusted. */
export type PageContent = {
  title: string;
  lang: string;
  meta: ReadonlyMap<string, string>;
  links: readonly { href: string; rel: string }[];
  jsonLd: readonly string[];
  baseHref: string;
  text: string;
};

/** Real pages are nested less than a hundred deep, and parsing takes quadratic time. */
const deepest = 1000;
const sliceCharacters = 16_384;
const maxLinks = 3000;
const maxJsonLdCharacters = 500_000;

export function pageContent(html: string, maxTextCharacters: number): PageContent {
  const meta = new Map<string, string>();
  const links: { href: string; rel: string }[] = [];
  const jsonLd: string[] = [];
  const fields = { title: '', lang: '', baseHref: '' };
  const text = textCollector(maxTextCharacters);
  let depth = 0;
  let current = '';
  let hasTitle = false;
  let isJsonLd = false;

  const parser = new Parser({
    onopentag(name, attributes) {
      depth++;
      current = name;
      text.open(name, attributes);
      if (name === 'html') fields.lang ||= attributes.lang ?? '';
      if (name === 'base') fields.baseHref ||= attributes.href ?? '';
      if (name === 'meta') {
        const key = (attributes.name ?? attributes.property ?? attributes['http-equiv'] ?? '').toLowerCase();
        if (key && attributes.content !== undefined && !meta.has(key)) meta.set(key, attributes.content);
      }
      if ((name === 'a' || name === 'link') && attributes.href && links.length < maxLinks)
        links.push({ href: attributes.href, rel: (attributes.rel ?? '').toLowerCase() });
      isJsonLd = name === 'script' && /^\s*application\/ld\+json/i.test(attributes.type ?? '');
      if (isJsonLd) jsonLd.push('');
    },
    ontext(part) {
      if (isJsonLd) {
        const written = jsonLd.pop() ?? '';
        jsonLd.push(written.length < maxJsonLdCharacters ? written + part : written);
      } else if (current !== 'title') text.add(part);
      else if (!hasTitle && fields.title.length < 1000) fields.title += part;
    },
    onclosetag(name) {
      depth--;
      isJsonLd = false;
      hasTitle ||= name === 'title';
      current = '';
      text.close(name);
    },
  });
  for (let at = 0; at < html.length && depth < deepest; at += sliceCharacters) parser.write(html.slice(at, at + sliceCharacters));
  if (depth < deepest) parser.end();
  return { ...fields, meta, links, jsonLd, text: text.text() };
}
