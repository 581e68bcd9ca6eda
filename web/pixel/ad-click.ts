import { googleMarks, isGoogleMark, networkParameters } from '#shared/clicks/rules/click-parameters.ts';
import { sourceParameters } from '#shared/clicks/rules/landing-source.ts';
import { adParameters } from '#shared/conversions/rules/attribution.ts';
import { landingParameters } from '#shared/conversions/rules/landing-parameters.ts';

/** The browser makes the ID (131 random bits), so that it is known before any response. */
export function newId(prefix: string): string {
  // Base64 of 33 bytes has no padding. Without its two signs, every other character is equally likely, and 22 of 44 are left.
  return (prefix + btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(33)))).replace(/\W/g, '')).slice(0, 24);
}

const adNames: string[] = [...Object.values(adParameters).flat(), ...networkParameters];

/** Other parameters may hold personal data, so only the ad's parameters are read. */
export function adOnPage() {
  const names = [...adNames, ...Object.values(sourceParameters), ...googleMarks];
  const landing = landingParameters(location.search, location.hash, names);
  const sentParameters = new URLSearchParams();
  /** These parameters recognize a stored click. Other parameters are sent only. */
  let parameters = '';
  for (const [name, { sentName, value }] of landing) {
    // A broken name is sent unchanged, so that the service can report the links to correct.
    if (value) sentParameters.set(sentName, value.slice(0, 1025));
    else landing.delete(name);
    if (adNames.includes(name)) parameters = `${sentParameters}`;
  }
  const hasAny = (names: readonly string[]) => names.some((name) => landing.has(name));
  const hasNetworkId = hasAny(networkParameters);
  const isMarked = googleMarks.some((name) => isGoogleMark(name, landing.get(name)?.value));
  const isClick = hasNetworkId || hasAny(adParameters.campaign) || isMarked;
  return { parameters, query: `${sentParameters}`, isClick, hasNetworkId };
}

/** The parameters of ads change no page, so they are removed. */
export function pageQuery(): string {
  const query = new URLSearchParams(location.search);
  for (const { sentName } of landingParameters(location.search, '', [...adNames, ...googleMarks]).values()) query.delete(sentName);
  return `${query}`;
}

/** A reload of the page, or a return to the page, is not an arrival. */
export function isArrival(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming?];
  return !/reload|back/.test(entry?.type as string);
}

export const pageAddress = () => location.href.replace(/[?#].*/, '') + hashRoute();

/** A fragment such as `#/checkout` is a route. Any other fragment is a place within the page. */
export const hashRoute = () => /^#!?\/[^?&=]*/.exec(location.hash)?.[0] ?? '';
