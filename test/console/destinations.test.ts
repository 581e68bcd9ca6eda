import { countriesIn, countryNames } from '../../web/console/destinations/countries.ts';
import { type Day, firstRemedy, sentenceOf } from '../../web/console/destinations/coverage.ts';

const meta = { orders: 120, tellable: 31, improvement: null };
const google = { ...meta, orders: 119, tellable: 12 };
const openai = { ...meta, orders: 90, tellable: 0 };
const dayOf = (networks: Day['networks']): Day => ({ networks });

it.each<[Day['networks'], string]>([
  [
    { meta, google_ads: google, openai_ads: openai },
    'Of yesterday’s 120 orders, 31 may be reported to Meta, 12 to Google Ads, and 0 to OpenAI Ads.',
  ],
  [{ google_ads: google }, 'Of yesterday’s 119 orders, 12 may be reported to Google Ads.'],
  [{ meta: { ...meta, orders: 1, tellable: 1 } }, 'Of yesterday’s 1 order, 1 may be reported to Meta.'],
  [{ meta: { ...meta, orders: 0, tellable: 0 } }, 'No order arrived yesterday while a network collected.'],
  [{}, 'No network collects yet, so no order may be reported.'],
])('one line says how many orders of yesterday may be reported: %j', (networks, line) =>
  expect(sentenceOf(dayOf(networks), [])).toBe(line),
);

it('the line names the networks that are off', () => {
  expect(sentenceOf(dayOf({ meta }), ['google_ads', 'openai_ads'])).toMatch(/ Google Ads and OpenAI Ads are off\.$/);
  expect(sentenceOf(dayOf({ meta, google_ads: google }), ['openai_ads'])).toMatch(/ OpenAI Ads is off\.$/);
});

it.each([
  ['consent_unknown', '17 orders arrived without an answer about consent', { href: '/docs/guides/consent' }],
  ['click_ids_missing', 'None of 17 orders has a click ID of Google Ads', { to: '/links' }],
  ['click_id_truncated', '17 orders had a click ID of Google Ads above 1,024 characters, which was cut', undefined],
  ['orders_unmatched', '17 orders were earned by no click', { to: '/events', search: { outcome: 'unmatched' } }],
] as const)('the improvement %s of most orders is the first thing to do', (what, text, link) => {
  const other = { what: 'orders_unmatched', orders: 3 } as const;
  const remedy = firstRemedy(
    dayOf({ meta: { ...meta, improvement: other }, google_ads: { ...google, improvement: { what, orders: 17 } } }),
  );
  expect(remedy?.text).toBe(text);
  if (link) expect(remedy?.link).toMatchObject(link);
  else expect(remedy?.link).toBeUndefined();
});

it('where nothing would raise the number, the page names nothing', () => expect(firstRemedy(dayOf({ meta }))).toBeNull());

it('countries are read from any list of codes, and shown by their names', () => {
  expect(countriesIn(' us, CA;us\nde ')).toEqual(['US', 'CA', 'DE']);
  expect(countriesIn(' ')).toEqual([]);
  expect(countryNames(['US', 'CA', 'USA', 'QQ'])).toBe('United States, Canada, USA, QQ');
});
