import { adParameters, networkParameters } from '#shared/conversions/rules/attribution.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `prefix` and 22 random letters and digits (131 bits), made here so that the id is known before any answer. */
export function newId(prefix: string): string {
  let id = prefix;
  while (id.length < 24) {
    // Bytes past 4 x 62 are dropped, so that every character is equally likely.
    for (const byte of crypto.getRandomValues(new Uint8Array(32)))
      if (byte < 248 && id.length < 24) id += alphabet[byte % 62];
  }
  return id;
}

const { campaign, adGroup, adId } = adParameters;

/** What the ad has put into this page's address, and nothing else of it: other parameters may hold anything. */
export function adOnPage(): { parameters: string; isClick: boolean; hasNetworkId: boolean } {
  const query = new URLSearchParams(location.search);
  // A hash router has a query of its own: /#/shoes?svc_campaign=spring.
  new URLSearchParams(location.hash.split('?')[1]).forEach((value, name) => {
    if (!query.has(name)) query.set(name, value);
  });
  const found = new URLSearchParams();
  for (const name of [...campaign, ...adGroup, ...adId, ...networkParameters]) {
    const value = query.get(name);
    if (value) found.set(name, value.slice(0, 512));
  }
  const hasAny = (names: readonly string[]) => names.some((name) => found.has(name));
  const hasNetworkId = hasAny(networkParameters);
  return { parameters: `${found}`, isClick: hasNetworkId || hasAny(campaign), hasNetworkId };
}

/** Whether the visitor came to this page by its address, and not back to it or by loading it again. */
export function isArrival(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return !/reload|back/.test(entry?.type ?? '');
}

/** The address of this page without query and fragment, but with the route of a hash router. */
export const pageAddress = () => location.href.replace(/[?#].*/, '') + hashRoute();

/** `#/checkout`, or nothing. Any other fragment is a place within the page. */
export const hashRoute = () => /^#!?\/[^?&=]*/.exec(location.hash)?.[0] ?? '';
