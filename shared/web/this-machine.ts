const thisMachine: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const maxCharacters = 2048;

/** The scheme is http or https. */
export const isThisMachine = ({ protocol, hostname }: URL) =>
  thisMachine.has(hostname) && (protocol === 'http:' || protocol === 'https:');

/** The page may be whole or short, such as `localhost:3000`. `null` means another page. */
export function pageOnThisMachine(text: string): URL | null {
  const plain = text.length > maxCharacters ? '' : text.trim();
  const url = URL.parse(/^https?:\/\//i.test(plain) ? plain : `http://${plain}`);
  if (url?.protocol !== 'http:' || url.username || url.password || !isThisMachine(url)) return null;
  url.hash = '';
  return url;
}
