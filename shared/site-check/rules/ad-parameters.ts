const names =
  /^(?:svc_|utm_)\w{1,30}$|^(?:oppref|gclid|gbraid|wbraid|gad_source|gad_campaignid|fbclid|msclkid|ttclid|twclid|li_fat_id|rdt_cid|ScCid|epik)$/;
export const checkCampaign = 'adtrail_check';

export function asTaggedLink(page: string): string {
  const url = new URL(page);
  if (adParametersOf(url).length === 0) url.searchParams.append('svc_campaign', checkCampaign);
  return url.href;
}

const adParametersOf = (url: URL) => [...url.searchParams].filter(([name]) => names.test(name));

export function parametersLostInRedirects(
  hops: readonly string[],
): { parameters: string[]; at: string } | null {
  const [asked, ...others] = hops.map((hop) => new URL(hop));
  if (!asked) return null;
  for (const hop of others) {
    const lost = adParametersOf(asked).filter(([name, value]) => hop.searchParams.get(name) !== value);
    if (lost.length > 0)
      return { parameters: [...new Set(lost.map(([name]) => name))], at: `${hop.origin}${hop.pathname}` };
  }
  return null;
}
