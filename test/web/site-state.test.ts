import { siteState } from '#shared/web/site-state.ts';

const seen = (changes: object) =>
  siteState({
    status: 200,
    asked: 'https://shop.example/',
    url: 'https://shop.example/',
    title: 'Shop',
    text: 'Warm boots for hikers.',
    ...changes,
  });
const long = 'x'.repeat(1500);

it.each([
  ['read', [200, 201, 299]],
  ['unread', [401, 403, 406, 429, 451, 999]],
  ['broken', [100, 199, 300, 301, 400, 402, 404, 405, 407, 410, 428, 430, 450, 452, 500, 503, 998]],
])('a site is %s with these statuses', (state, statuses) => {
  for (const status of statuses) expect(seen({ status }), `${status}`).toBe(state);
});

it.each([
  ['a challenge', { title: 'Just a moment…', text: 'x'.repeat(1499) }, 'unread'],
  ['an article whose title begins as a challenge', { title: 'Just a moment…', text: long }, 'read'],
  ['a domain for sale', { text: 'This domain is for sale.' }, 'parked'],
  ['a long page that mentions domains for sale', { text: `This domain is for sale. ${long}` }, 'read'],
  ['the page of a new server', { title: 'Welcome to nginx!', text: long }, 'parked'],
  ['a marketplace that another domain leads to', { url: 'https://www.sedo.com/x' }, 'parked'],
  ['the marketplace itself', { asked: 'https://sedo.com/', url: 'https://www.sedo.com/x' }, 'read'],
])('%s', (_, changes, state) => {
  expect(seen(changes)).toBe(state);
});
