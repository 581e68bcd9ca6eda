import fc from 'fast-check';
import { adPageHandle, isPageHandle, isPageId } from '#shared/values/ad-page-url.ts';

const id = fc.bigInt({ min: 10_000n, max: 10n ** 17n }).map(String);
const alias = fc.stringMatching(/^[a-z][a-zA-Z0-9.]{4,30}[a-z0-9]$/).filter(isPageHandle);
const host = fc.constantFrom(
  'facebook.com',
  'www.facebook.com',
  'm.facebook.com',
  'web.facebook.com',
  'de-de.facebook.com',
  'fb.com',
  'www.fb.com',
  'WWW.Facebook.com',
);
const scheme = fc.constantFrom('https://', 'http://', '', 'HTTPS://');
const tail = fc.constantFrom('', '/', '?ref=page_internal', '/?locale=de_DE#top', '/about', '/posts/123');

it('finds the id in the forms that have one', () => {
  fc.assert(
    fc.property(scheme, host, id, (begin, name, page) => {
      const at = begin + name;
      const forms = [
        `${at}/ads/library/?active_status=all&ad_type=all&country=ALL&view_all_page_id=${page}&search_type=page`,
        `${at}/ads/library?view_all_page_id=${page}`,
        `${at}/profile.php?id=${page}`,
        `${at}/pages/Northwind-Shoes/${page}`,
        `${at}/pages/N%C3%B6rd/${page}?sk=info`,
        `${at}/${page}`,
        ` ${page} `,
      ];
      for (const form of forms) expect(adPageHandle(form)).toBe(page);
      if (page.length >= 9)
        for (const form of [`p/Northwind-${page}/`, `Northwind-Shoes-${page}`, `pages/category/Shop/A-B-${page}`])
          expect(adPageHandle(`${at}/${form}`)).toBe(page);
    }),
  );
});

it('finds the alias', () => {
  fc.assert(
    fc.property(scheme, host, alias, tail, (begin, name, page, end) => {
      expect(adPageHandle(`${begin}${name}/${page}${end}`)).toBe(page);
      expect(adPageHandle(`${begin}${name}/pg/${page}${end}`)).toBe(page);
    }),
  );
});

it.each([
  ['', ' ', 'northwind', 'northwind.example', 'https://northwind.example/facebook.com/northwind', '12', '0123456'],
  ['https://facebook.com', 'https://www.facebook.com/', 'https://www.facebook.com/?id=1234567'],
  ['https://facebook.com.evil.example/northwind', 'https://evilfacebook.com/northwind', 'facebook.co/northwind'],
  ['https://facebook.com@evil.example/northwind', 'https://user:pass@facebook.com/northwind'],
  ['https://facebook.com:8443/northwind', 'https://facebook.com./northwind', 'https://a.b.facebook.com/northwind'],
  ['https://evil.example\\@facebook.com/northwind', 'https://face\nbook.com/northwind', 'https://fаcebook.com/northwind'],
  ['ftp://facebook.com/northwind', 'javascript:facebook.com/northwind', 'file:///facebook.com/northwind'],
  ['https://facebook.com/me', 'https://facebook.com/ME', 'https://facebook.com/sharer/sharer.php?u=x', 'fb.com/share.php'],
  ['https://facebook.com/groups/northwind', 'https://facebook.com/events/1234567', 'facebook.com/watch/?v=1234567'],
  ['https://facebook.com/ads/library/?id=1158717814222431', 'https://facebook.com/ads/library/?view_all_page_id=abc'],
  ['https://facebook.com/ads/library/?q=shoes', 'https://facebook.com/ads/manager', 'https://facebook.com/profile.php'],
  ['https://facebook.com/profile.php?id=me', 'https://facebook.com/pages/northwind', 'facebook.com/pages/a/northwind'],
  ['https://facebook.com/north_wind', 'https://facebook.com/..%2fme', 'https://facebook.com/north%2ewind'],
  ['https://instagram.com/northwind', 'https://facebook.com/tr?id=1234567', `facebook.com/${'a'.repeat(3000)}`],
])('takes nothing else for a page: %s …', (...texts) => {
  expect(texts.map((text) => [text, adPageHandle(text)])).toEqual(texts.map((text) => [text, null]));
});

it('answers, whatever it is given, only what may stand in a path', () => {
  const parts = fc.constantFrom('facebook.com', 'https://', '/', 'ads', 'library', '?', 'id=', 'me', '..', '%2f', '@', '#');
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.array(fc.oneof(parts, fc.string()), { maxLength: 8 }).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const found = adPageHandle(text);
      if (found !== null) expect(found).toMatch(/^[A-Za-z0-9.]{2,50}$/);
      if (found !== null && !isPageId(found)) expect(isPageHandle(found)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

it('believes no host that only ends or begins like the right one', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9-]{1,12}$/), (other) => {
      for (const name of [`${other}facebook.com`, `facebook.com.${other}.example`, `facebook.${other}`, `facebook.com${other}`])
        if (!/^(www|m|web|mbasic|touch)?\.?facebook\.com$/.test(name)) expect(adPageHandle(`https://${name}/northwind`), name).toBeNull();
    }),
  );
});
