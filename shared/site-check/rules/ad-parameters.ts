import { googleMarks, networkParameters } from '#shared/clicks/rules/click-parameters.ts';

const networkNames: ReadonlySet<string> = new Set([...networkParameters, ...googleMarks]);
const isAdParameter = (name: string) => /^(?:svc_|utm_)\w{1,30}$/.test(name) || networkNames.has(name);
export const checkCampaign = 'adtrail_check';

export function asTaggedLink(page: string): string {
  const url = new URL(page);
  if (adParametersOf(url).length === 0) url.searchParams.append('svc_campaign', checkCampaign);
  return url.href;
}

const adParametersOf = (url: URL) => [...url.searchParams].filter(([name]) => isAdParameter(name));

export function parametersLostInRedirects(hops: readonly string[]): { parameters: string[]; at: string } | null {
  const [asked, ...others] = hops.map((hop) => new URL(hop));
  if (!asked) return null;
  for (const hop of others) {
    const lost = adParametersOf(asked).filter(([name, value]) => hop.searchParams.get(name) !== value);
    if (lost.length > 0) return { parameters: [...new Set(lost.map(([name]) => name))], at: `${hop.origin}${hop.pathname}` };
  }
  return null;
}
