import { googleMarks, isGoogleMark, networkParameters } from '#shared/clicks/rules/click-parameters.ts';
import { type LandingSource, landingSourceOf, sourceParameters } from '#shared/clicks/rules/landing-source.ts';
import { adParameters, type Click, cleanText } from './attribution.ts';
import { landingParameters, linkFaultOf } from './landing-parameters.ts';
import { isTruncated, networkClickId } from './network-ids.ts';
import { maskedPath, withoutEmail } from './personal-data.ts';

const landingNames = [
  ...Object.values(adParameters).flat(),
  ...networkParameters,
  ...googleMarks,
  sourceParameters.source,
  sourceParameters.medium,
];

type Landing = Pick<Click, 'campaign' | 'adGroup' | 'adId' | 'networkClickIds' | 'truncated' | 'landingPage' | 'linkFault'>;

export const landingOf = (url: URL): Landing => readLanding(url).landing;

export function readLanding(url: URL): { landing: Landing; source: LandingSource; hasOwnCampaign: boolean } {
  const parameters = landingParameters(url.search, url.hash, landingNames);
  // A click ID of Google says all that its marks say.
  const hasGoogleId = googleClickIds.some((name) => networkClickId(parameters.get(name)?.value ?? null));
  for (const mark of googleMarks) if (hasGoogleId || !isGoogleMark(mark, parameters.get(mark)?.value)) parameters.delete(mark);
  // The search for an e-mail address is the most expensive part, so each text is searched once.
  const texts = new Map<string, string>();
  for (const [name, { value }] of parameters) if (value && !networkNames.has(name)) texts.set(name, withoutEmail(cleanText(value, 256)));
  const textOf = (name: string) => texts.get(name) ?? '';
  const value = (field: keyof typeof adParameters) => {
    const [adText, utmText] = adParameters[field].map(textOf);
    return adText || utmText || '';
  };
  // Only broken ad parameters lose credit, so no other parameter is a fault.
  const [linkFault] = [...parameters].flatMap(([name, parameter]) => (sourceOnly.has(name) ? [] : (linkFaultOf(name, parameter) ?? [])));
  const truncated = [...networkParameters, ...googleMarks].filter((name) => isTruncated(parameters.get(name)?.value ?? null));
  const landing = {
    campaign: value('campaign') || (parameters.get('gad_campaignid')?.value ?? ''),
    adGroup: value('adGroup'),
    adId: value('adId'),
    networkClickIds: Object.fromEntries(
      [...networkParameters, ...googleMarks].flatMap((name) => {
        const id = networkClickId(parameters.get(name)?.value ?? null);
        return id ? [[name, id] as const] : [];
      }),
    ),
    ...(truncated.length > 0 && { truncated }),
    landingPage: pageOf(url),
    ...(linkFault !== undefined && { linkFault }),
  };
  return {
    landing,
    source: landingSourceOf(textOf),
    hasOwnCampaign: textOf(adParameters.campaign[0]) !== '',
  };
}

const googleClickIds = ['gclid', 'gbraid', 'wbraid'];
const networkNames: ReadonlySet<string> = new Set([...networkParameters, ...googleMarks]);
const sourceOnly: ReadonlySet<string> = new Set([sourceParameters.source, sourceParameters.medium]);

/** A query and a fragment may hold personal data, so they are removed. */
export function pageOf({ origin, pathname, hash }: URL): string {
  const [, mark = '', route = ''] = /^(#!?)(\/[^?&=]*)/.exec(hash) ?? [];
  return cleanText(origin + maskedPath(pathname) + mark + (route && maskedPath(route)), 1024);
}
