/** Links that others wrote: http and https alone, never a script. */
export const safeHref = (url: string | null | undefined): string | undefined =>
  url && /^https?:\/\//i.test(url) ? url : undefined;
export const hostOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url;

/** The service's own copy of an ad's picture; nothing is loaded from the ad network, which would learn who looks. */
export function copyOf(url: string | undefined): string | undefined {
  const path = url && URL.canParse(url) ? new URL(url).pathname : '';
  return /^\/media\/[\w.-]+$/.test(path) ? path : undefined;
}
