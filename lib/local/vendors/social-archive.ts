import type { MadeUpAd } from '#lib/local/market/ads.ts';
import { days } from '#shared/values/durations.ts';

export type ArchiveAsked = {
  countries: readonly string[];
  pageIds: readonly string[];
  terms: string;
  status: string;
  now: number;
};

/**
 * In these countries the archive has ads of every kind for a year; elsewhere it has political ads for seven
 * years.
 */
const everyKind = new Set(`GB AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK`.split(' '));
const yearMs = days(365);

export function isShown(ad: MadeUpAd, { countries, pageIds, terms, status, now }: ArchiveAsked): boolean {
  const { company, page, bodies, title, isPolitical, endedOn } = ad;
  if (pageIds.length > 0 && !pageIds.includes(page.id)) return false;
  const words = `${company.name} ${title ?? ''} ${bodies.join(' ')}`.toLowerCase();
  if (!words.includes(terms.trim().toLowerCase())) return false;
  if (status !== 'ALL' && (status === 'ACTIVE') !== (endedOn === null)) return false;
  const reached = ad.countries.filter((code) => countries.includes('ALL') || countries.includes(code));
  if (isPolitical) return reached.length > 0;
  const isRecent = endedOn === null || Date.parse(endedOn) > now - yearMs;
  return isRecent && reached.some((code) => everyKind.has(code));
}

export function rowOf(ad: MadeUpAd, snapshotUrl: string): Record<string, unknown> {
  const { company, page, bodies, title, description, platforms, countries, startedOn, endedOn } = ad;
  const { name, domain, language } = company;
  const cards = ad.imageUrls.length;
  const each = <T>(value: T) => Array.from({ length: Math.max(cards, bodies.length) }, () => value);
  return {
    id: ad.id,
    page_id: page.id,
    page_name: name,
    ad_creation_time: `${startedOn}T07:02:04+0000`,
    ad_creative_bodies: cards > 1 ? each(bodies[0]) : bodies,
    ...(title !== null && { ad_creative_link_titles: each(title) }),
    ad_creative_link_captions: each(domain),
    ad_creative_link_descriptions: each(description),
    ad_delivery_start_time: startedOn,
    ...(endedOn !== null && { ad_delivery_stop_time: endedOn }),
    ad_snapshot_url: snapshotUrl,
    languages: [language.slice(0, 2)],
    publisher_platforms: platforms,
    eu_total_reach: 1000 + (Number(ad.id) % 90_000),
    beneficiary_payers: [{ beneficiary: name, payer: name, current: true }],
    target_ages: ['18', '65+'],
    target_gender: 'All',
    target_locations: countries
      .filter((code) => everyKind.has(code))
      .map((code) => ({ name: named.of(code), type: 'countries', excluded: false, num_obfuscated: 0 })),
  };
}
const named = new Intl.DisplayNames('en', { type: 'region' });
