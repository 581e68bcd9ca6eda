import { sourceParameters } from '#shared/clicks/rules/landing-source.ts';
import { adParameters, networkParameters } from '#shared/conversions/rules/attribution.ts';
import { landingParameters } from '#shared/conversions/rules/landing-parameters.ts';

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

const adNames = [...campaign, ...adGroup, ...adId, ...networkParameters];

/** What the ad has put into this page's address, and nothing else of it: other parameters may hold anything. */
export function adOnPage(): {
  parameters: string;
  /** Of `parameters`, with the source of the visit. */
  query: string;
  isClick: boolean;
  hasNetworkId: boolean;
} {
  const { source, medium } = sourceParameters;
  const found = landingParameters(location.search, location.hash, adNames);
  const sent = new URLSearchParams();
  // A broken name is sent as it is, so that the service can say which links to correct.
  for (const [name, { sentName, value }] of found)
    if (value) sent.set(sentName, value.slice(0, 512));
    else found.delete(name);
  const hasAny = (names: readonly string[]) => names.some((name) => found.has(name));
  const hasNetworkId = hasAny(networkParameters);
  const parameters = `${sent}`;
  for (const [, { sentName, value }] of landingParameters(location.search, location.hash, [source, medium]))
    if (value) sent.set(sentName, value.slice(0, 128));
  return { parameters, query: `${sent}`, isClick: hasNetworkId || hasAny(campaign), hasNetworkId };
}

/** The query of this page without the parameters of ads, which change no page. */
export function pageQuery(): string {
  const query = new URLSearchParams(location.search);
  for (const { sentName } of landingParameters(location.search, '', adNames).values()) query.delete(sentName);
  return `${query}`;
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
