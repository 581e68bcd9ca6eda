import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts';

/** Shops under `myshopify.com` are separate sites; `münchen.example` becomes `xn--mnchen-3ya.example`. */
export const siteDomain = (url: string): string | null => {
  const domain = getDomain(url, { allowPrivateDomains: true })?.toLowerCase() ?? null;
  return domain !== null && /\P{ASCII}/u.test(domain) ? domainToASCII(domain) || null : domain;
};
