import { adOfGap, GapAd } from '#shared/ads/vendors/searchapi-ad.ts';

const countriesOf = (country: string, named: readonly string[] | null) =>
  adOfGap(GapAd.parse({ ad_archive_id: '1', page_id: '2', snapshot: {}, targeted_or_reached_countries: named }), {
    country,
    status: 'active',
  }).countries;

it('an ad has the countries that the provider names, else the one that was asked for, and of all countries none', () => {
  for (const none of [null, []]) {
    expect(countriesOf('DE', none)).toEqual(['DE']);
    expect(countriesOf('ALL', none)).toEqual([]);
  }
  for (const asked of ['DE', 'ALL']) expect(countriesOf(asked, ['AT', 'CH'])).toEqual(['AT', 'CH']);
});
