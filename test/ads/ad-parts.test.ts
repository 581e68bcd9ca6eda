import { adTime, webUrl } from '#shared/ads/vendors/ad-parts.ts';

it.each([
  [1_700_000_000, '2023-11-14T22:13:20.000Z'],
  ['2023-11-14T22:13:20Z', '2023-11-14T22:13:20.000Z'],
  [1, '1970-01-01T00:00:01.000Z'],
  [0, null],
  [-1, null],
  [253_402_300_799, '9999-12-31T23:59:59.000Z'],
  [253_402_300_800, null],
  ['9999-12-31T23:59:59.999Z', null],
  ['never', null],
  ['', null],
  [null, null],
  [undefined, null],
])('the time %s of a vendor is %s', (value, expected) => {
  expect(adTime(value)).toBe(expected);
});

it.each([
  ['https://shop.example/a', 'https://shop.example/a'],
  ['http://shop.example', 'http://shop.example/'],
  ['javascript:alert(1)', null],
  ['ftp://shop.example/', null],
  ['httpss://shop.example/', null],
  ['/a', null],
  ['', null],
  [null, null],
])('the link %s of a vendor is %s', (text, expected) => {
  expect(webUrl(text)).toBe(expected);
});
