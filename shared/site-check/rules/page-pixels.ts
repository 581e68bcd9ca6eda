import { Parser } from 'htmlparser2';

/** The page's author wrote this HTML, so nothing in it is trusted. */
export type PagePixels = {
  pixels: PagePixel[];
  policies: string[];
  /** A tag manager may add scripts that the HTML does not show. */
  hasTagManager: boolean;
  hasConsentPlatform: boolean;
};
export type PagePixel = {
  src: string;
  key: string | null;
  consent: 'given' | 'false' | 'hold' | 'auto';
  nonce: string | null;
  by: 'tag' | 'script';
};

/** Real pages are nested less than a hundred deep, and parsing takes quadratic time. */
const deepest = 1000;
const sliceCharacters = 16_384;
const maxPixels = 20;
const maxPolicies = 10;
const maxInlineCharacters = 200_000;
const path = /\/pixel\/p\.js(?:[?#]|$)/;

export function pagePixels(html: string, pageUrl: string): PagePixels {
  const installation: PagePixels = {
    pixels: [],
    policies: [],
    hasTagManager: false,
    hasConsentPlatform: false,
  };
  let base = pageUrl;
  let depth = 0;
  let inline: string | null = null;
  const add = (pixel: PagePixel | null) => {
    if (pixel && installation.pixels.length < maxPixels) installation.pixels.push(pixel);
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      depth++;
      inline = null;
      if (name === 'base' && base === pageUrl) base = URL.parse(attributes.href ?? '', pageUrl)?.href ?? base;
      if (
        name === 'meta' &&
        attributes['http-equiv']?.toLowerCase() === 'content-security-policy' &&
        attributes.content &&
        installation.policies.length < maxPolicies
      )
        installation.policies.push(attributes.content.slice(0, 10_000));
      if (name !== 'script') return;
      if (attributes.src === undefined) inline = '';
      else if (tagManager.test(attributes.src)) installation.hasTagManager = true;
      else if (path.test(attributes.src)) add(ofTag(attributes, base));
    },
    ontext(text) {
      if (inline !== null && inline.length < maxInlineCharacters) inline += text;
    },
    onclosetag(name) {
      depth--;
      if (name !== 'script' || inline === null) return;
      if (tagManager.test(inline)) installation.hasTagManager = true;
      if (consentPlatform.test(inline)) installation.hasConsentPlatform = true;
      add(ofInline(inline, base));
      inline = null;
    },
  });
  for (let at = 0; at < html.length && depth < deepest; at += sliceCharacters) parser.write(html.slice(at, at + sliceCharacters));
  if (depth < deepest) parser.end();
  return installation;
}

const tagManager = /googletagmanager\.com\/gtm\.js|\/matomo\.js|tags\.tiqcdn\.com|assets\.adobedtm\.com/;
const consentPlatform = /__tcfapi|['"]consent['"]\s{0,5},\s{0,5}['"](?:default|update)['"]/;
const keyForm = /pk_(?:live|test)_[\w-]{1,100}/;

function ofTag(attributes: Record<string, string>, base: string): PagePixel | null {
  const url = URL.parse(attributes.src ?? '', base);
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > 2048) return null;
  const setting = (name: string) => attributes[`data-${name}`] ?? url.searchParams.get(name);
  return {
    src: url.href,
    key: setting('key')?.slice(0, 200) || null,
    consent: consentOf(setting('consent')),
    nonce: attributes.nonce?.slice(0, 200) || null,
    by: 'tag',
  };
}

function ofInline(text: string, base: string): PagePixel | null {
  const at = text.indexOf('/pixel/p.js');
  if (at < 0) return null;
  const before = /["'`]([^"'`\s]{0,1000})$/.exec(text.slice(Math.max(0, at - 1000), at))?.[1];
  const after = /^\/pixel\/p\.js[^"'`\s\\]{0,500}/.exec(text.slice(at, at + 600))?.[0] ?? '';
  const url = before === undefined ? null : URL.parse(before + after, base);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const near = text.slice(Math.max(0, at - 2000), at + 2000);
  const consent = /data-consent["'`]?\s{0,5}[,=:]\s{0,5}["'`](\w{1,10})/.exec(near)?.[1];
  return {
    src: url.href,
    key: url.searchParams.get('key')?.slice(0, 200) ?? keyForm.exec(near)?.[0] ?? null,
    consent: consentOf(consent ?? url.searchParams.get('consent')),
    nonce: null,
    by: 'script',
  };
}

const consentOf = (text: string | null | undefined): PagePixel['consent'] =>
  text === 'false' || text === 'hold' || text === 'auto' ? text : 'given';
