import { kindOfHost, plainHost } from './host-kinds.ts';
import { maxFactLength } from './landing-source.ts';

/** Sites of two customers have different subdomains under these endings, so they are separate. */
const sharedEndings = new Set([
  'blogspot.com',
  'github.io',
  'gitlab.io',
  'myshopify.com',
  'netlify.app',
  'pages.dev',
  'vercel.app',
  'web.app',
  'webflow.io',
  'wixsite.com',
  'wordpress.com',
  'substack.com',
  'tumblr.com',
  'herokuapp.com',
]);

/** Matching a usual host by a pattern takes a tenth of a URL parser's time. */
const usualHost = /^https?:\/\/((?:[a-z\d-]+\.)+[a-z][a-z\d-]*)(?:\/|$)/i;

/** The referrer's host is empty for pages of the same site and for payment pages. */
export function referrerHostOf(referrer: string | null | undefined, landingHost: string): string {
  if (!referrer) return '';
  // The host of `android-app://com.example.app/` is the name of an app.
  const hostname = usualHost.exec(referrer)?.[1] ?? URL.parse(referrer)?.hostname ?? '';
  const host = plainHost(hostname).slice(0, maxFactLength);
  if (!host || siteOf(host) === siteOf(plainHost(landingHost)) || kindOfHost(host) === 'payment') return '';
  return host;
}

/** The site is guessed from the last labels, because a list of all endings would slow the start of a function. */
function siteOf(host: string): string {
  if (/^[\d.]+$|:/.test(host)) return host;
  const labels = host.split('.');
  const [second = '', last = ''] = labels.slice(-2);
  const isEnding =
    (last.length === 2 && /^(?:ac|co|com|edu|go|gob|gov|gv|ltd|me|ne|net|nom|or|org|plc|sch)$/.test(second)) ||
    sharedEndings.has(`${second}.${last}`);
  return labels.slice(isEnding ? -3 : -2).join('.');
}
