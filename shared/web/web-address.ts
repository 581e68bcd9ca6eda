import { parse } from 'tldts';
import { isPublicHost, isReservedHost } from './website.ts';

const maxCharacters = 2048;

/**
 * The address is http(s) on its own port, without credentials, under a public suffix. `topLevels` count as
 * suffixes.
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
