const publicHost = /^(?=.{4,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;
const maxCharacters = 2048;

/** The last label is no number, so IP addresses are excluded. */
export const isPublicHost = (host: string) => publicHost.test(host);

export function normalizedWebsite(text: string): string | null {
  const plain = text.length > maxCharacters ? '' : text.trim();
  // The URL parser would silently drop these characters.
  if (/[\s\p{C}\\]/u.test(plain)) return null;
  const url = URL.parse(/^https?:\/\//i.test(plain) ? plain : `https://${plain}`);
  if (!url || url.username || url.password || !isPublicHost(url.hostname)) return null;
  url.hash = '';
  return url.href.length > maxCharacters ? null : url.href;
}
