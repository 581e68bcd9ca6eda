import { isThisMachine } from './this-machine.ts';
import { webAddress } from './web-address.ts';

const maxCharacters = 2048;

/** The address is https on its own port, without credentials, under a public suffix. */
export function postAddress(text: string, { toThisMachine }: { toThisMachine: boolean }): URL | null {
  const url = text.length > maxCharacters ? null : URL.parse(text);
  if (!url || url.username || url.password || url.href.length > maxCharacters) return null;
  if (toThisMachine && isThisMachine(url)) return url;
  return url.protocol === 'https:' && webAddress(url.href) ? url : null;
}
