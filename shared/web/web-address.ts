import { parse } from 'tldts';
import { isPublicHost } from './website.ts';

const maxCharacters = 2048;

/** RFC 6761, 6762, 7686, 8375, 9476 and ICANN reserve these names. */
const reserved = /\.(?:alt|arpa|internal|invalid|local|localhost|onion|test)$/;

/**
 * The address is http(s) on its own port, without credentials, under a public suffix. `topLevels` count as
 * suffixes.
 */
export function webAddress(text: string, topLevels: ReadonlySet<string> = new Set()): URL | null {
  const url = text.length > maxCharacters ? null : URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  if (url.username || url.password || url.port || !isPublicHost(url.hostname)) return null;
  if (reserved.test(url.hostname) || url.href.length > maxCharacters) return null;
  if (!topLevels.has(topLevelOf(url.hostname)) && !parse(url.hostname).isIcann) return null;
  url.hash = '';
  return url;
}

export const topLevelOf = (host: string) => host.slice(host.lastIndexOf('.') + 1);
