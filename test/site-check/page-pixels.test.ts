import fc from 'fast-check';
import { policiesOf } from '#shared/site-check/rules/content-policy.ts';
import { pagePixels } from '#shared/site-check/rules/page-pixels.ts';
import { cpuClock } from '#test/kit/cpu-clock.ts';
import { pixelSnippets } from '../../web/console/start/snippets.ts';

const url = 'https://shop.example/shoes';
const api = 'https://api.example';

describe('the pixels of a page', () => {
  it('the pixels of a page are found as the console’s snippets write them', () => {
    const { 'Next.js': _, ...snippets } = pixelSnippets(api, 'pk_live_abc-1');
    for (const text of Object.values(snippets))
      expect(pagePixels(`<html><head>${text}</head></html>`, url).pixels).toMatchObject([
        { src: `${api}/pixel/p.js`, key: 'pk_live_abc-1', consent: 'given' },
      ]);
  });

  it.each<[html: string, pixel: object | undefined]>([
    [`<script src="${api}/pixel/p.js?key=pk_1&consent=hold">`, { key: 'pk_1', consent: 'hold', by: 'tag' }],
    [`<SCRIPT SRC="${api}/pixel/p.js" DATA-KEY=pk_1 data-consent=auto nonce=abc>`, { consent: 'auto', nonce: 'abc' }],
    ['<base href="https://cdn.example/x/"><script src="/pixel/p.js">', { src: 'https://cdn.example/pixel/p.js', key: null }],
    ['<script src="javascript:/pixel/p.js">', undefined],
    ['<script src="https://other.example/pixel/p.json">', undefined],
    ['<!-- <script src="https://api.example/pixel/p.js"></script> -->', undefined],
    ['<p>&lt;script src="https://api.example/pixel/p.js"&gt;</p>', undefined],
    [`<script>s.src='${api}/pixel/p.js?key=pk_live_q&consent=auto'</script>`, { by: 'script', key: 'pk_live_q', consent: 'auto' }],
  ])('%j', (html, pixel) => {
    const [found] = pagePixels(html, url).pixels;
    if (pixel) expect(found).toMatchObject(pixel);
    else expect(found).toBeUndefined();
  });

  it('the pixels of a page are not all that it says', () => {
    const html = `<meta http-equiv="Content-Security-Policy" content="script-src 'self'">
      <script>gtag('consent', 'default', { ad_storage: 'denied' })</script>
      <script src="https://www.googletagmanager.com/gtm.js?id=GTM-1"></script>`;
    expect(pagePixels(html, url)).toEqual({
      pixels: [],
      policies: ["script-src 'self'"],
      hasTagManager: true,
      hasConsentPlatform: true,
    });
  });

  it('the pixels of a page cost a hostile page little', () => {
    const pages = [
      '<div>'.repeat(400_000),
      `<script>${'"'.repeat(1_900_000)}/pixel/p.js"</script>`,
      `<script src="${api}/pixel/p.js" data-key="${'k'.repeat(1_000_000)}"></script>`.repeat(2),
      `<script src="${api}/pixel/p.js"></script>`.repeat(40_000),
      `<meta http-equiv="content-security-policy" content="${'a;'.repeat(900_000)}">`,
    ];
    for (const html of pages) {
      const began = cpuClock();
      const { pixels, policies } = pagePixels(html, url);
      policiesOf(policies);
      expect(cpuClock() - began).toBeLessThan(3000);
      expect(pixels.length).toBeLessThanOrEqual(20);
      expect(JSON.stringify([pixels, policies]).length).toBeLessThan(200_000);
    }
  });

  it('the pixels of a page throw for no page', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.string(), fc.constantFrom('<script', ' src="', '/pixel/p.js', '"', '>', '</script>', '<base href="', "pk_live_'")),
        ),
        (parts) => void pagePixels(parts.join(''), url),
      ),
    );
  });
});
