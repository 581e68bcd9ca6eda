import type { MadeUpAd } from '#lib/local/market/ads.ts';
import { isShown, rowOf } from '#lib/local/vendors/social-archive.ts';

const ad = {
  id: '7000',
  company: { name: 'Fjord', domain: 'fjord.example', language: 'de-DE' },
  page: { id: '1', alias: 'fjord' },
  startedOn: '2026-01-02',
  endedOn: null,
  bodies: ['Run far.'],
  title: 'New shoes',
  description: 'Light',
  imageUrls: ['a'],
  platforms: ['facebook'],
  countries: ['DE', 'US'],
  isPolitical: false,
} as unknown as MadeUpAd;
const asked = {
  countries: ['ALL'],
  pageIds: [],
  terms: '',
  status: 'ALL',
  now: Date.parse('2026-11-21T12:00:00Z'),
};

it.each<[string, Partial<MadeUpAd>, Partial<typeof asked> | { pageIds: string[] }, boolean]>([
  ['of any page', {}, {}, true],
  ['of its page', {}, { pageIds: ['2', '1'] }, true],
  ['of another page', {}, { pageIds: ['2'] }, false],
  ['by its name', {}, { terms: ' FJORD ' }, true],
  ['by its title', {}, { terms: 'new shoes' }, true],
  ['by its text', {}, { terms: 'far.' }, true],
  ['by a text without a title', { title: null }, { terms: 'null' }, false],
  ['by another word', {}, { terms: 'sandals' }, false],
  ['that runs', {}, { status: 'ACTIVE' }, true],
  ['that runs, among ended ones', {}, { status: 'INACTIVE' }, false],
  ['that ended', { endedOn: '2026-11-01' }, { status: 'INACTIVE' }, true],
  ['that ended, among running ones', { endedOn: '2026-11-01' }, { status: 'ACTIVE' }, false],
  ['that ended within a year', { endedOn: '2025-11-22' }, {}, true],
  ['that ended a year ago', { endedOn: '2025-11-21' }, {}, false],
  ['in a country of the archive', {}, { countries: ['DE'] }, true],
  ['in a country outside of it', {}, { countries: ['US'] }, false],
  ['in a country that it does not reach', {}, { countries: ['FR'] }, false],
  ['of politics, in a country outside of it', { isPolitical: true }, { countries: ['US'] }, true],
  ['of politics that ended long ago', { isPolitical: true, endedOn: '2021-01-01' }, {}, true],
  ['of politics, in a country that it does not reach', { isPolitical: true }, { countries: ['FR'] }, false],
])('the mock archive shows an ad %s: %#', (_, changes, query, expected) => {
  expect(isShown({ ...ad, ...changes }, { ...asked, ...query })).toBe(expected);
});

it('a row of the mock archive has the fields of the network', () => {
  expect(rowOf(ad, 'https://snapshot')).toEqual({
    id: '7000',
    page_id: '1',
    page_name: 'Fjord',
    ad_creation_time: '2026-01-02T07:02:04+0000',
    ad_creative_bodies: ['Run far.'],
    ad_creative_link_titles: ['New shoes'],
    ad_creative_link_captions: ['fjord.example'],
    ad_creative_link_descriptions: ['Light'],
    ad_delivery_start_time: '2026-01-02',
    ad_snapshot_url: 'https://snapshot',
    languages: ['de'],
    publisher_platforms: ['facebook'],
    eu_total_reach: 8000,
    target_ages: ['18', '65+'],
    beneficiary_payers: [{ beneficiary: 'Fjord', payer: 'Fjord', current: true }],
    target_gender: 'All',
    target_locations: [{ name: 'Germany', type: 'countries', excluded: false, num_obfuscated: 0 }],
  });
  const carousel = rowOf({ ...ad, title: null, endedOn: '2026-02-03', imageUrls: ['a', 'b'] }, 'x');
  expect(carousel).toMatchObject({
    ad_creative_bodies: ['Run far.', 'Run far.'],
    ad_creative_link_captions: ['fjord.example', 'fjord.example'],
    ad_delivery_stop_time: '2026-02-03',
  });
  expect(carousel).not.toHaveProperty('ad_creative_link_titles');
});
