/** What marks an ad click in an address: campaign parameters and networks' click ids. */
const names =
  /^(?:svc_|utm_)\w{1,30}$|^(?:oppref|gclid|gbraid|wbraid|fbclid|ttclid|msclkid|epik|li_fat_id|twclid)$/;
export const checkCampaign = 'adtrail_check';

/** The page's address as a tagged link. A link that is tagged stays as it is. */
export function asTaggedLink(page: string): string {
  const url = new URL(page);
  if (adParametersOf(url).length === 0) url.searchParams.append('svc_campaign', checkCampaign);
  return url.href;
}

const adParametersOf = (url: URL) => [...url.searchParams].filter(([name]) => names.test(name));

/** The ad parameters that redirects drop or change, and the address that has them no more; null if none. */
export function lostOnTheWay(hops: readonly string[]): { parameters: string[]; at: string } | null {
  const [asked, ...others] = hops.map((hop) => new URL(hop));
  if (!asked) return null;
  for (const hop of others) {
    const lost = adParametersOf(asked).filter(([name, value]) => hop.searchParams.get(name) !== value);
    if (lost.length > 0)
      return { parameters: [...new Set(lost.map(([name]) => name))], at: `${hop.origin}${hop.pathname}` };
  }
  return null;
}
