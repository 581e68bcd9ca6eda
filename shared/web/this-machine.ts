const thisMachine: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const maxCharacters = 2048;

export const isThisMachine = ({ protocol, hostname }: URL) => thisMachine.has(hostname) && (protocol === 'http:' || protocol === 'https:');

/** `text` may lack a scheme, as in `localhost:3000`. */
export function pageOnThisMachine(text: string): URL | null {
  const plain = text.length > maxCharacters ? '' : text.trim();
  const url = URL.parse(/^https?:\/\//i.test(plain) ? plain : `http://${plain}`);
  if (url?.protocol !== 'http:' || url.username || url.password || !isThisMachine(url)) return null;
  url.hash = '';
  return url;
}
