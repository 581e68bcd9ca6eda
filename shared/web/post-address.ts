import { webAddress } from './web-address.ts';

const thisMachine: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
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

export const isThisMachine = ({ protocol, hostname }: URL) =>
  thisMachine.has(hostname) && (protocol === 'http:' || protocol === 'https:');

/** A page of this machine over http, or `null`: whole, or as people write it, such as `localhost:3000`. */
export function pageOnThisMachine(text: string): URL | null {
  const plain = text.length > maxCharacters ? '' : text.trim();
  const url = URL.parse(/^https?:\/\//i.test(plain) ? plain : `http://${plain}`);
  if (url?.protocol !== 'http:' || url.username || url.password || !isThisMachine(url)) return null;
  url.hash = '';
  return url;
}
