import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts';

/**
 * The registrable domain of a website's address, lower case: `https://shop.example.co.uk/x` is `example.co.uk`. Names under
 * a host for many, such as `shop.myshopify.com`, stay apart. In other scripts as names travel: `münchen.example` is
 * `xn--mnchen-3ya.example`. `null` for an address without one.
 */
export const siteDomain = (url: string): string | null => {
  const domain = getDomain(url, { allowPrivateDomains: true })?.toLowerCase() ?? null;
  return domain !== null && /\P{ASCII}/u.test(domain) ? domainToASCII(domain) || null : domain;
};
