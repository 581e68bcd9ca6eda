import { adParameters, cleanText, networkClickId, networkParameters, type Session } from './attribution.ts';
import { maskedPath, withoutEmail } from './personal-data.ts';

/** Campaign, ad group, ad and network click ids of a landing address. */
export function landingOf(
  url: URL,
): Pick<Session, 'campaign' | 'adGroup' | 'adId' | 'networkClickIds' | 'landingPage'> {
  const value = (field: keyof typeof adParameters) => {
    const [own, utm] = adParameters[field].map((name) =>
      withoutEmail(cleanText(url.searchParams.get(name), 256)),
    );
    return own || utm || '';
  };
  return {
    campaign: value('campaign'),
    adGroup: value('adGroup'),
    adId: value('adId'),
    networkClickIds: Object.fromEntries(
      networkParameters
        .map((name) => [name, networkClickId(url.searchParams.get(name))] as const)
        .filter(([, id]) => id),
    ),
    landingPage: pageOf(url),
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
