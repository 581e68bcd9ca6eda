import { adParameters, cleanText, networkClickId, networkParameters, type Session } from './attribution.ts';
import { landingParameters, linkFaultOf } from './landing-parameters.ts';
import { maskedPath, withoutEmail } from './personal-data.ts';

const adNames = Object.values(adParameters).flat();

/** Campaign, ad group, ad and network click ids of a landing address, and what is wrong with the link. */
export function landingOf(
  url: URL,
): Pick<Session, 'campaign' | 'adGroup' | 'adId' | 'networkClickIds' | 'landingPage' | 'linkFault'> {
  const parameters = landingParameters(url.search, url.hash, [...adNames, ...networkParameters]);
  const value = (field: keyof typeof adParameters) => {
    const [own, utm] = adParameters[field].map((name) =>
      withoutEmail(cleanText(parameters.get(name)?.value ?? null, 256)),
    );
    return own || utm || '';
  };
  const [linkFault] = [...parameters].flatMap(([name, parameter]) => linkFaultOf(name, parameter) ?? []);
  return {
    campaign: value('campaign'),
    adGroup: value('adGroup'),
    adId: value('adId'),
    networkClickIds: Object.fromEntries(
      networkParameters
        .map((name) => [name, networkClickId(parameters.get(name)?.value ?? null)] as const)
        .filter(([, id]) => id),
    ),
    landingPage: pageOf(url),
    ...(linkFault !== undefined && { linkFault }),
  };
}

/**
 * A page as it is stored: origin, path and the route of a hash router (`#/checkout`), since a query and any other
 * fragment may hold anything. Personal data in the path is masked.
 */
export function pageOf({ origin, pathname, hash }: URL): string {
  const [, mark = '', route = ''] = /^(#!?)(\/[^?&=]*)/.exec(hash) ?? [];
  return cleanText(origin + maskedPath(pathname) + mark + (route && maskedPath(route)), 1024);
}
