import { getDomain } from 'tldts';

/**
 * The registrable domain of a website's address, lower case: `https://shop.example.co.uk/x` is `example.co.uk`. Names under
 * a host for many, such as `shop.myshopify.com`, stay apart. `null` for an address without one.
 */
export const siteDomain = (url: string): string | null =>
  getDomain(url, { allowPrivateDomains: true })?.toLowerCase() ?? null;
