import { parse } from 'tldts';
import { isPublicHost, isReservedHost } from './website.ts';

const maxCharacters = 2048;

/**
 * An address that a server may ask for somebody else, or `null`: http(s) on its own port, without credentials, of a host
 * with a dot under a public suffix, which no IP address has in any notation. `topLevels` count as suffixes too. What the
 * name leads to is not looked up.
 */
export function webAddress(text: string, topLevels: ReadonlySet<string> = new Set()): URL | null {
  const url = text.length > maxCharacters ? null : URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  if (url.username || url.password || url.port || !isPublicHost(url.hostname)) return null;
  if (isReservedHost(url.hostname) || url.href.length > maxCharacters) return null;
  if (!topLevels.has(topLevelOf(url.hostname)) && !parse(url.hostname).isIcann) return null;
  url.hash = '';
  return url;
}

export const topLevelOf = (host: string) => host.slice(host.lastIndexOf('.') + 1);
