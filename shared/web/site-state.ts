import { siteDomain } from '#shared/values/site-domain.ts';

/** An `unread` site rejects robots, a `parked` domain is for sale, and a `broken` site answers with an error. */
export type SiteState = 'read' | 'unread' | 'parked' | 'broken';

const walls: ReadonlySet<number> = new Set([401, 403, 406, 429, 451, 999]);
const challenge =
  /^(?:just a moment|attention required|access (?:to this page has been )?denied|are you (?:a )?(?:human|robot)|verif(?:y|ying) (?:you are|that you)|please verify|security check|pardon our interruption|robot or human|checking your browser|one moment, please|ddos-guard)/i;

const marketplaces = new Set(
  `above.com afternic.com bodis.com brandbucket.com dan.com domainmarket.com efty.com godaddy.com hugedomains.com
  parkingcrew.net parklogic.com sedo.com sedoparking.com undeveloped.com`.split(/\s+/),
);
const forSale =
  /(?:\bdomain(?: name)?s? (?:for sale|parked)|\bdomain(?: name)?s?\b.{0,80}\b(?:is|are|may be|might be|could be) (?:for sale|available for purchase|parked)|\.[a-z]{2,24} (?:is|may be|might be) for sale|(?:buy|purchase|inquire about|make an offer (?:on|for)) this domain|domain (?:is )?parking|parked (?:free|domain)|this (?:web ?page|site|domain) is parked|(?:domain|website|hosting|account) (?:has|is) (?:expired|been suspended|suspended)|(?:esta|este|ce|dieser?|questo) (?:dominio|domaine|domain)\b.{0,60}\b(?:en venta|à vendre|zum verkauf|steht zum verkauf|in vendita))/i;
const serverDefault =
  /^(?:welcome to nginx|apache2? .{0,30}default page|test page for|iis windows|it works!?$|default (?:web ?)?(?:site )?page|plesk|coming soon$|under construction$|index of \/|account suspended|domain default page)/i;
/** A page with more text than this is of a company that writes about domains for sale. */
const maxParkedCharacters = 1500;

type Seen = {
  status: number;
  asked: string;
  url: string;
  title: string;
  text: string;
};

export function siteState({ status, asked, url, title, text }: Seen): SiteState {
  if (walls.has(status) || (challenge.test(title) && text.length < maxParkedCharacters)) return 'unread';
  if (status < 200 || status > 299) return 'broken';
  const domain = siteDomain(url);
  if (domain && marketplaces.has(domain) && siteDomain(asked) !== domain) return 'parked';
  const says = `${title}\n${text}`;
  const isParked = serverDefault.test(title) || (text.length < maxParkedCharacters && forSale.test(says));
  return isParked ? 'parked' : 'read';
}
