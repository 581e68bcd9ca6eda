import { AddressRefused, type FetchedFile, SiteUnreachable } from '#shared/web/web.ts';
import type { Advertiser } from '#test/api/events/scene.ts';
import { newAdvertiser, newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
let owner: Advertiser;
let asked: string[];
let answer: (url: string) => Partial<FetchedFile> & { html: string };
beforeEach(async () => {
  app = await startApp(await newWorld());
  owner = await newAdvertiser(app);
  asked = [];
  answer = () => ({ html: page() });
  app.world.web = {
    async check() {},
    async fetch({ url }) {
      asked.push(url);
      const { html, ...file } = answer(url);
      return {
        url,
        status: 200,
        contentType: 'text/html',
        charset: '',
        body: new TextEncoder().encode(html),
        ...file,
      };
    },
  };
});

const script = (key: string, more = '') => `<script src="https://api.example/pixel/p.js" data-key="${key}" ${more} async></script>`;
const page = (head = script(owner.pixelKey)) => `<html><head>${head}</head><body>Shoes</body></html>`;
const check = (url = 'https://shop.example/shoes', headers = owner.headers) => app.siteCheck.checkSite({ body: { url }, headers });
async function findings(html: string, file: Partial<FetchedFile> = {}) {
  answer = () => ({ html, ...file });
  const { status, body } = await check();
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.findings.map(({ level, code }) => `${level} ${code}`);
}

describe('the check of a page', () => {
  it('the check of a page finds the pixel with a key of the account', async () => {
    const { status, body, headers } = await check();
    expect(status).toBe(200);
    expect(body).toEqual({
      url: 'https://shop.example/shoes?svc_campaign=adtrail_check',
      status: 200,
      pixels: [{ src: 'https://api.example/pixel/p.js', key: owner.pixelKey, consent: 'given' }],
      findings: [
        { code: 'consent_given', level: 'info', message: expect.any(String) },
        { code: 'pixel_found', level: 'ok', message: 'The page has the pixel.' },
        { code: 'key_known', level: 'ok', message: 'The key is yours and works.' },
      ],
    });
    expect(asked).toEqual(['https://shop.example/shoes?svc_campaign=adtrail_check']);
    expect(headers.get('ratelimit')).toBe('"site-checks";r=59;t=3600');
    await check('shop.example/?utm_campaign=a&x=1#top');
    expect(asked.at(-1)).toBe('https://shop.example/?utm_campaign=a&x=1');
  });

  it('the check of a page reports a wrong key, and nothing about keys of other accounts', async () => {
    const other = await newAdvertiser(app);
    const test = await owner.issue({ name: 'T', kind: 'public', environment: 'test' });
    const gone = await owner.issue({ name: 'G', kind: 'public', environment: 'live' });
    await app.keys.revokeKey({ params: { id: gone.id }, headers: owner.headers });
    const bound = await owner.issue({
      name: 'B',
      kind: 'public',
      environment: 'live',
      allowed_origins: ['https://other.example'],
    } as never);
    const ofKey = async (key: string) => (await findings(page(script(key)))).filter((text) => !/consent|found/.test(text));
    expect(await ofKey(other.pixelKey)).toEqual(['error key_unknown']);
    expect(await ofKey('pk_live_nobody')).toEqual(['error key_unknown']);
    expect(await ofKey('')).toEqual(['error key_missing']);
    expect(await ofKey(test.key)).toEqual(['warning key_is_test']);
    expect(await ofKey(gone.key)).toEqual(['error key_revoked']);
    expect(await ofKey(bound.key)).toEqual(['error origin_not_allowed', 'ok key_known']);
  });

  it('the check of a page finds missing and repeated scripts', async () => {
    expect(await findings('<html><body>Shoes</body></html>')).toEqual(['error pixel_missing']);
    expect(await findings('<script src="https://www.googletagmanager.com/gtm.js?id=GTM-1"></script>')).toEqual([
      'warning pixel_not_in_html',
    ]);
    expect(await findings(page(script(owner.pixelKey).repeat(2)))).toContain('warning pixel_twice');
    expect(await findings(page(script(owner.pixelKey) + script('pk_live_x')))).toContain('error several_keys');
    expect(await findings('{}', { contentType: 'application/json' })).toEqual(['error not_a_page']);
    expect(await findings(page(), { status: 404 })).toEqual(['error page_failed']);
  });

  it('the check of a page finds a content security policy that blocks the pixel, in the header or the page', async () => {
    expect(await findings(page(), { contentPolicy: "script-src 'self'; connect-src api.example" })).toContain('error policy_blocks_script');
    expect(await findings(page(), { contentPolicy: 'script-src api.example; connect-src x.example' })).toContain(
      'error policy_blocks_requests',
    );
    expect(await findings(page(), { contentPolicy: 'default-src https:' })).toContain('ok policy_allows');
    const meta = `<meta http-equiv="Content-Security-Policy" content="script-src 'self'">`;
    expect(await findings(page(meta + script(owner.pixelKey)))).toContain('error policy_blocks_script');
  });

  it('the check of a page reports the handling of consent', async () => {
    const platform = "<script>gtag('consent', 'default', {})</script>";
    expect(await findings(page(platform + script(owner.pixelKey)))).toContain('warning consent_not_connected');
    expect(await findings(page(platform + script(owner.pixelKey, 'data-consent=auto')))).toContain('info consent_auto');
    expect(await findings(page(script(owner.pixelKey, 'data-consent=auto')))).toContain('warning consent_platform_not_seen');
  });

  it('the check of a page finds redirects that lose the parameters of ad links', async () => {
    const hops = ['https://shop.example/shoes?svc_campaign=adtrail_check'];
    const url = 'https://www.shop.example/shoes';
    expect(await findings(page(), { hops, url: `${url}?svc_campaign=adtrail_check` })).toContain('ok parameters_kept');
    answer = () => ({ html: page(), hops, url });
    const { body } = await check();
    expect(body).toMatchObject({ url });
    expect((body as { findings: { message: string }[] }).findings[0]).toMatchObject({
      code: 'parameters_lost',
      message: expect.stringContaining('to https://www.shop.example/shoes loses svc_campaign.'),
    });
  });

  it.each<[url: string, type: string]>([
    ['http://127.0.0.1/', 'address_refused'],
    ['http://localhost/', 'address_refused'],
    ['ftp://shop.example/', 'address_refused'],
    ['https://user:secret@shop.example/', 'address_refused'],
  ])('refuses %s before anything is read', async (url, type) => {
    const { status, body } = await check(url);
    expect([status, body]).toMatchObject([422, { detail: [{ type, loc: ['body', 'url'] }] }]);
    expect(asked).toEqual([]);
  });

  it('the check of a page reports an address that is refused or does not respond', async () => {
    for (const [error, type] of [
      [new AddressRefused(), 'address_refused'],
      [new SiteUnreachable('timeout'), 'website_unreachable'],
    ] as const) {
      answer = () => {
        throw error;
      };
      const { status, body } = await check();
      expect([status, body]).toMatchObject([422, { detail: [{ type, loc: ['body', 'url'] }] }]);
    }
  });

  it('the check of a page is limited per user, and requires a session', async () => {
    for (let i = 0; i < 60; i++) await check(`https://shop.example/${i}`);
    expect(await check()).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect((await check('https://shop.example/', (await newUser(app)).headers)).status).toBe(200);
    expect((await check('https://shop.example/', {} as never)).status).toBe(401);
  });
});
