import { isThisMachine } from './this-machine.ts';
import { webAddress } from './web-address.ts';

const maxCharacters = 2048;

/**
 * An address that somebody chose for deliveries, or `null`: https on its own port, without credentials, of a host under
 * a public suffix that is no IP address. What the name leads to is looked up when it is called. `toThisMachine` also takes http(s) of
 * this machine on any port.
 */
export function postAddress(text: string, { toThisMachine }: { toThisMachine: boolean }): URL | null {
  const url = text.length > maxCharacters ? null : URL.parse(text);
  if (!url || url.username || url.password || url.href.length > maxCharacters) return null;
  if (toThisMachine && isThisMachine(url)) return url;
  return url.protocol === 'https:' && webAddress(url.href) ? url : null;
}
