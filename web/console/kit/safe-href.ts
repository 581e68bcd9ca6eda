/** A link of a third party could be a script. */
export const safeHref = (url: string | null | undefined): string | undefined => (url && /^https?:\/\//i.test(url) ? url : undefined);
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url);

/** The ad network's address would reveal the viewer, so only the service's copy is loaded. */
export function copyOf(url: string | undefined): string | undefined {
  const path = url && URL.canParse(url) ? new URL(url).pathname : '';
  return /^\/media\/[\w.-]+$/.test(path) ? path : undefined;
}
