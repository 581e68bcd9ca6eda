/** Allows only http and https in links from other people, never a script. */
export const safeHref = (url: string | null | undefined): string | undefined =>
  url && /^https?:\/\//i.test(url) ? url : undefined;
export const hostOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url;

/**
 * Returns the service's own copy of an ad's picture. The ad network's address is never loaded, because it
 * would reveal the viewer.
 */
export function copyOf(url: string | undefined): string | undefined {
  const path = url && URL.canParse(url) ? new URL(url).pathname : '';
  return /^\/media\/[\w.-]+$/.test(path) ? path : undefined;
}
