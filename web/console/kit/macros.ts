import { landingParameters } from '#shared/conversions/rules/landing-parameters.ts';

/** Ad networks should have replaced {{campaign.name}}, {campaignid}, __CAMPAIGN_NAME__, %%ad%%, ${ad}. */
const macro = /\{\{?\s*[\w.:-]+\s*\}?\}|__[A-Z][A-Z0-9_]*__|%%[\w.]+%%|\$\{[\w.]+\}/;
export const unreplacedMacro = (text: string): string | null => macro.exec(text)?.[0] ?? null;

type Field = 'svc_campaign' | 'svc_ad_group' | 'svc_ad_id';
export const fields = ['svc_campaign', 'svc_ad_group', 'svc_ad_id'] as const satisfies readonly Field[];
export const fieldNames: Record<Field, string> = {
  svc_campaign: 'Campaign',
  svc_ad_group: 'Ad group',
  svc_ad_id: 'Ad',
};

export type Channel = {
  name: string;
  /** With null, the network has no macros and the user writes the names. */
  macros: Record<Field, string> | null;
  clickId?: string;
  where: string;
};
export const channels = {
  google: {
    name: 'Google Ads',
    macros: { svc_campaign: '{campaignid}', svc_ad_group: '{adgroupid}', svc_ad_id: '{creative}' },
    clickId: 'gclid',
    where: 'Campaign settings › Campaign URL options › Final URL suffix. Google replaces IDs, not names.',
  },
  meta: {
    name: 'Meta (Facebook, Instagram)',
    macros: { svc_campaign: '{{campaign.name}}', svc_ad_group: '{{adset.name}}', svc_ad_id: '{{ad.id}}' },
    clickId: 'fbclid',
    where: 'Ad › Tracking › URL parameters. Names are as they were when the ad was published.',
  },
  // The source is TikTok Business Help Center, “About supported macros for Mobile Measurement Partners”. AID is the
  // ad group, CID the ad.
  tiktok: {
    name: 'TikTok Ads',
    macros: { svc_campaign: '__CAMPAIGN_NAME__', svc_ad_group: '__AID_NAME__', svc_ad_id: '__CID__' },
    clickId: 'ttclid',
    where: 'Ad › Destination page › Build URL parameters.',
  },
  // The source is Microsoft Advertising help, “What tracking or URL parameters can I use?”.
  microsoft: {
    name: 'Microsoft Advertising',
    macros: { svc_campaign: '{Campaign}', svc_ad_group: '{AdGroup}', svc_ad_id: '{AdId}' },
    clickId: 'msclkid',
    where: 'Campaign settings › URL options › Final URL suffix.',
  },
  // The sources are “Pinterest Ads URL Macro Glossary” and Ruler’s “Pinterest Ads”. Pinterest’s own page lists no
  // macro for names.
  pinterest: {
    name: 'Pinterest Ads',
    macros: { svc_campaign: '{campaignname}', svc_ad_group: '{adgroupname}', svc_ad_id: '{adid}' },
    clickId: 'epik',
    where: 'Ad › Destination URL.',
  },
  other: {
    name: 'E-mail, partner or another channel',
    macros: null,
    where: 'Use the link as it is. Write one link for each ad.',
  },
} as const satisfies Record<string, Channel>;
export type ChannelName = keyof typeof channels;

export function taggedLink(landing: string, values: Partial<Record<Field, string>>): string | null {
  const url = pageAddress(landing);
  if (!url) return null;
  for (const field of fields) url.searchParams.delete(field);
  // Braces are not encoded, because networks match them literally.
  const added = fields
    .filter((field) => values[field])
    .map(
      (field) =>
        `${field}=${encodeURIComponent(values[field] ?? '')
          .replaceAll('%7B', '{')
          .replaceAll('%7D', '}')}`,
    );
  const search = [url.search.slice(1), ...added].filter(Boolean).join('&');
  return `${url.origin}${url.pathname}${search ? `?${search}` : ''}${url.hash}`;
}

export function pageAddress(text: string): URL | null {
  const trimmed = text.trim();
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!trimmed || !URL.canParse(whole)) return null;
  const url = new URL(whole);
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname.includes('.') ? url : null;
}

export type Check = { level: 'ok' | 'warning' | 'error'; text: string };
const sources: Record<Field, string> = {
  svc_campaign: 'utm_campaign',
  svc_ad_group: 'utm_term',
  svc_ad_id: 'utm_content',
};

export function checkedLink(text: string, isClicked: boolean): Check[] {
  const url = pageAddress(text);
  if (!url) return [{ level: 'error', text: 'This is not a web address. A link looks like https://shop.example/shoes?….' }];
  const checks: Check[] = [];
  if (url.protocol === 'http:') checks.push({ level: 'warning', text: 'The link is http. Redirects to https can lose parameters.' });
  const found = landingParameters(url.search, url.hash, [...fields, ...Object.values(sources)]);
  for (const field of fields) {
    const meant = found.get(field)?.value.trim() ? field : sources[field];
    const { value = '', sentName: from = meant } = found.get(meant) ?? {};
    const name = fieldNames[field];
    if (!value.trim()) {
      checks.push(
        field === 'svc_campaign'
          ? {
              level: 'error',
              text: 'No campaign: visits by this link count as organic, and no ad earns their conversions. Add svc_campaign.',
            }
          : {
              level: 'warning',
              text: `No ${name.toLowerCase()}: reports show the campaign alone. Add ${field}.`,
            },
      );
      continue;
    }
    const macro = unreplacedMacro(value);
    if (macro && isClicked)
      checks.push({
        level: 'error',
        text: `${name}: the network did not replace ${macro} (${from}). Conversions are reported under that text.`,
      });
    else if (macro)
      checks.push({
        level: 'ok',
        text: `${name}: ${macro}, which the network replaces at the click (${from}).`,
      });
    else checks.push({ level: 'ok', text: `${name}: ${value} (${from}).` });
    if (from !== meant)
      checks.push({
        level: 'warning',
        text: `${from} is read as ${meant}. Correct the link or its template.`,
      });
    if (url.searchParams.getAll(from).length + landingParameters('', url.hash, [from]).size > 1)
      checks.push({ level: 'warning', text: `${from} is in the link twice. The first one counts.` });
  }
  return checks;
}
