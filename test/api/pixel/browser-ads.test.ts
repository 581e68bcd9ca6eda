// Slow: it starts a browser.
import type { Page } from 'playwright-core';
import { until } from '#test/kit/until.ts';
import { openShop, svc } from './shop.ts';

const ad = 'svc_campaign=spring&gclid=g-1';

let shop: Awaited<ReturnType<typeof openShop>>;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.api.seen.length = 0;
});
afterEach(() => shop.leave());

const posts = (path = '') => shop.api.seen.filter((request) => request.startsWith('POST') && request.endsWith(path));
const aMoment = (ms = 700) => new Promise((done) => setTimeout(done, ms));
const kept = async (page: Page) => [...(await page.context().cookies()), ...(await page.evaluate<string[]>('Object.keys(localStorage)'))];

type Stated = { adUserData?: string; adPersonalization?: string; origin: string };
/** The click's consent without its time. */
async function consentOf(sid: string): Promise<Stated | null> {
  const click = await until(() => shop.stored.click(sid));
  const { at, earlier, ...stated } = click.consent ?? {};
  if (click.consent) expect(Math.abs(Date.parse(at ?? '') - Date.now())).toBeLessThan(60_000);
  expect(earlier).toBeUndefined();
  return click.consent ? (stated as Stated) : null;
}
const consentIs = (sid: string, expected: Stated | null) => expect.poll(() => consentOf(sid), { timeout: 5000 }).toEqual(expected);
const bothBy = (origin: string, word: string): Stated => ({ adUserData: word, adPersonalization: word, origin });

const script = (code: string) => `<script>${code}</script>`;

/** Each platform as its documentation says. `answer` is the code that the platform runs when the visitor answers. */
const platforms = {
  consent_mode: {
    head: `window.dataLayer = window.dataLayer || [];
      function gtag() { dataLayer.push(arguments); }
      gtag('consent', 'default', { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied', region: ['DE'] });
      gtag('consent', 'default', { ad_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'granted' });`,
    answer: (userData: string, personalization: string) =>
      `gtag('consent', 'update', { ad_storage: 'granted', ad_user_data: '${userData}', ad_personalization: '${personalization}' })`,
  },
  tcf: {
    head: `const tcf = [];
      window.__tcfapi = (command, version, listener) => { tcf.push(listener); listener({ eventStatus: 'cmpuishown' }, true); };`,
    answer: (userData: string, personalization: string) => {
      const [measured, personal] = [userData, personalization].map((word) => word === 'granted');
      const purpose = { consents: { 1: measured, 7: measured, 3: personal, 4: personal } };
      return `tcf.forEach((listen) => listen({ eventStatus: 'useractioncomplete', gdprApplies: true, purpose: ${JSON.stringify(purpose)} }, true))`;
    },
  },
  shopify: {
    head: `const answered = { marketing: '', sale_of_data: '' };
      window.Shopify = { customerPrivacy: {
        marketingAllowed: () => answered.marketing === 'yes',
        analyticsProcessingAllowed: () => answered.marketing === 'yes',
        saleOfDataAllowed: () => answered.sale_of_data !== 'no',
        currentVisitorConsent: () => ({ ...answered, analytics: '', preferences: '' }),
      } };`,
    answer: (userData: string) => {
      const word = userData === 'granted' ? 'yes' : 'no';
      return `Object.assign(answered, { marketing: '${word}', sale_of_data: '${word}' });
        document.dispatchEvent(new CustomEvent('visitorConsentCollected', { detail: { marketingAllowed: ${word === 'yes'} } }))`;
    },
  },
  wp_consent_api: {
    head: `window.wp_fallback_consent_type = 'optin';
      function wp_has_consent(category) { return document.cookie.includes('wp_consent_' + category + '=allow'); }
      function wp_set_consent(category, value) {
        document.cookie = 'wp_consent_' + category + '=' + value + ';path=/';
        document.dispatchEvent(new CustomEvent('wp_listen_for_consent_change', { detail: { [category]: value } }));
      }`,
    answer: (userData: string) => `wp_set_consent('marketing', '${userData === 'granted' ? 'allow' : 'deny'}')`,
  },
};
type Platform = keyof typeof platforms;
const names = Object.keys(platforms) as Platform[];
/** Only these two platforms ask about the purposes apart. */
const fine: Platform[] = ['consent_mode', 'tcf'];

async function open({ attributes = 'data-consent="auto"', head = '', pages = {} }: Parameters<typeof shop.shop>[0] = {}) {
  const site = await shop.shop({ attributes, head, pages });
  const { page, context, errors } = await shop.visitor();
  const visit = async (path: string) => {
    await page.goto(`${site.base}${path}`);
    return svc<string>(page, 'svc.sid()');
  };
  return { site, page, context, errors, visit };
}
const gpc = `Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true })`;

describe('what a platform says of ads', () => {
  it.each(names)('%s: an agreement is sent with the session, and a later refusal once', async (name) => {
    const { head, answer } = platforms[name];
    const { site, page, errors, visit } = await open({ head: script(head) });
    const sid = await visit(`/?${ad}`);
    await aMoment();
    expect([posts(), (await kept(page)).filter((one) => one === 'svc_sid')]).toEqual([[], []]);
    await page.evaluate(answer('granted', 'granted'));
    await consentIs(sid, bothBy(name, 'granted'));
    await shop.events(site.advertiser.id);
    expect(posts('/consent')).toEqual([]);
    await page.evaluate(answer('denied', 'denied'));
    await until(async () => posts('/consent').length > 0);
    await consentIs(sid, bothBy(name, 'denied'));
    await aMoment();
    expect([posts('/consent').length, posts('/sessions').length]).toEqual([1, 1]);
    expect(errors).toEqual([]);
    await site.stop();
  });

  it.each(names)('%s: nothing is sent after a refusal, and nothing without an answer', async (name) => {
    const { head, answer } = platforms[name];
    const { site, page, errors, visit } = await open({ head: script(head) });
    await visit(`/?${ad}`);
    await aMoment();
    expect(posts()).toEqual([]);
    await page.evaluate(name === 'consent_mode' ? answer('denied', 'denied') : answer('denied', 'granted'));
    await page.evaluate(`history.pushState({}, '', '/next')`);
    await aMoment();
    expect([posts(), errors]).toEqual([[], []]);
    await site.stop();
  });

  it.each(fine)('%s: an agreement to one purpose alone is sent as it is', async (name) => {
    const { head, answer } = platforms[name];
    const { site, page, visit } = await open({ head: script(head) });
    const sid = await visit(`/?${ad}`);
    await page.evaluate(answer('granted', 'denied'));
    await consentIs(sid, { adUserData: 'granted', adPersonalization: 'denied', origin: name });
    await site.stop();
  });

  it.each(names)('%s: the answer counts alike when the platform loads after the pixel', async (name) => {
    const { head, answer } = platforms[name];
    const { site, page, errors, visit } = await open();
    const sid = await visit(`/?${ad}`);
    await page.evaluate(`document.head.append(Object.assign(document.createElement('script'), { textContent: ${JSON.stringify(head)} }))`);
    await page.evaluate(answer('granted', 'granted'));
    // The listener of TCF is there once the pixel has seen the platform.
    if (name === 'tcf') await until(() => page.evaluate<boolean>('tcf.length > 0'));
    if (name === 'tcf') await page.evaluate(answer('granted', 'granted'));
    await consentIs(sid, bothBy(name, 'granted'));
    expect(errors).toEqual([]);
    await site.stop();
  });

  it.each(names)('%s: the answer of an earlier page is said once for a click', async (name) => {
    const { head, answer } = platforms[name];
    const again = name === 'shopify' ? head.replace(`marketing: '', sale_of_data: ''`, `marketing: 'yes', sale_of_data: 'yes'`) : head;
    const pages: Record<string, string> = {};
    const { site, page, visit } = await open({ head: script(head), pages });
    pages['/next'] = `<!doctype html><title>Next</title>${script(again)}${site.tag}`;
    const sid = await visit(`/?${ad}`);
    await page.evaluate(answer('granted', 'granted'));
    await consentIs(sid, bothBy(name, 'granted'));
    await shop.events(site.advertiser.id);
    await page.goto(`${site.base}/next`);
    await svc(page, 'svc.sid()');
    if (name === 'tcf') await until(() => page.evaluate<boolean>('tcf.length > 0'));
    if (fine.includes(name)) await page.evaluate(answer('granted', 'granted'));
    await shop.events(site.advertiser.id, 2);
    expect(await svc(page, 'svc.sid()')).toBe(sid);
    await aMoment();
    expect([posts('/sessions').length, posts('/consent').length]).toEqual([1, 0]);
    await site.stop();
  });
});

it.each(['consent_mode', 'tcf'] as const)('%s: a refusal on a later page is told for the click of the earlier page', async (name) => {
  const { head, answer } = platforms[name];
  const { site, page, visit } = await open({ head: script(head) });
  const sid = await visit(`/?${ad}`);
  await page.evaluate(answer('granted', 'granted'));
  await consentIs(sid, bothBy(name, 'granted'));
  await shop.events(site.advertiser.id);
  await page.goto(`${site.base}/next?svc_campaign=summer`);
  const next = await svc<string>(page, 'svc.sid()');
  expect(next).not.toBe(sid);
  await page.evaluate(answer('denied', 'denied'));
  await consentIs(sid, bothBy(name, 'denied'));
  await aMoment();
  expect([posts('/consent').length, posts('/sessions').length, posts('/events').length]).toEqual([1, 1, 1]);
  expect((await kept(page)).filter((one) => one === 'svc_sid')).toEqual([]);
  await page.evaluate(answer('granted', 'granted'));
  await consentIs(next, bothBy(name, 'granted'));
  expect(await consentOf(sid)).toMatchObject({ adUserData: 'denied' });
  expect(await shop.stored.click(next)).toMatchObject({ campaign: 'summer' });
  await site.stop();
});

describe('where a platform has a rule instead of an answer', () => {
  const mode = (...lines: string[]) => script(`window.dataLayer = []; function gtag() { dataLayer.push(arguments); } ${lines.join('')}`);
  const all = (word: string) => `{ ad_storage: 'granted', ad_user_data: '${word}', ad_personalization: '${word}' }`;

  it.each([
    ['consent mode grants everywhere', mode(`gtag('consent', 'default', ${all('granted')});`), bothBy('consent_mode', 'granted')],
    [
      'consent mode denies one purpose in one region',
      mode(
        `gtag('consent', 'default', ${all('granted')});`,
        `gtag('consent', 'default', { ad_personalization: 'denied', region: ['DE'] });`,
      ),
      { adUserData: 'granted', origin: 'consent_mode' },
    ],
    ['consent mode asks about storing alone', mode(`gtag('consent', 'default', { ad_storage: 'granted' });`), null],
    [
      'the GDPR does not apply',
      script(`window.__tcfapi = (_, __, listener) => listener({ eventStatus: 'tcloaded', gdprApplies: false }, true);`),
      null,
    ],
    [
      "Shopify's region needs no consent",
      script(platforms.shopify.head.replace(`answered.marketing === 'yes'`, 'true')),
      bothBy('shopify', 'granted'),
    ],
    [
      "Shopify's visitor refuses the sale of data",
      script(platforms.shopify.head.replace(`answered.marketing === 'yes'`, 'true').replace(`sale_of_data: ''`, `sale_of_data: 'no'`)),
      bothBy('shopify', 'denied'),
    ],
    [
      'the WP Consent API asks who objects',
      script(`window.wp_consent_type = 'optout'; function wp_has_consent() { return true; }`),
      bothBy('wp_consent_api', 'granted'),
    ],
  ])('the pixel goes by a rule: %s', async (_, head, expected) => {
    const { site, errors, visit } = await open({ head });
    await consentIs(await visit(`/?${ad}`), expected);
    expect(errors).toEqual([]);
    await site.stop();
  });

  it('the WP Consent API without a type of consent is no platform', async () => {
    const { site, visit } = await open({
      head: script(`window.wp_fallback_consent_type = false; function wp_has_consent() { return true; }`),
    });
    await visit(`/?${ad}`);
    await aMoment();
    expect(posts()).toEqual([]);
    await site.stop();
  });
});

describe('two platforms', () => {
  it.each([
    ['tcf', 'shopify'],
    ['shopify', 'consent_mode'],
    ['wp_consent_api', 'tcf'],
  ] as [Platform, Platform][])('of %s and %s the refusal counts, whichever comes first', async (one, other) => {
    for (const [first, last] of [
      [one, other],
      [other, one],
    ] as const) {
      const { site, page, visit } = await open({ head: script(platforms[one].head) + script(platforms[other].head) });
      const sid = await visit(`/?${ad}`);
      await page.evaluate(platforms[first].answer('granted', 'granted'));
      await consentIs(sid, bothBy(first, 'granted'));
      await page.evaluate(platforms[last].answer('denied', 'denied'));
      await consentIs(sid, bothBy(last, 'denied'));
      await page.evaluate(platforms[first].answer('granted', 'granted'));
      await aMoment();
      await consentIs(sid, bothBy(last, 'denied'));
      await site.stop();
    }
  });
});

describe('the call of the page', () => {
  it.each([
    ['', [`svc.consent({ ad_user_data: 'granted', ad_personalization: 'denied' })`], ['granted', 'denied']],
    ['data-consent="false"', [`svc.consent({ ad_user_data: 'granted', ad_personalization: 'granted' })`], ['granted', 'granted']],
    ['data-consent="hold"', [`svc.consent(true)`, `svc.consent({ ad_user_data: 'denied' })`], ['denied', undefined]],
    ['data-consent="hold"', [`svc.consent({ ad_storage: 'granted', ad_personalization: 'granted' })`], [undefined, 'granted']],
    ['data-consent="auto"', [`svc.consent({ ad_user_data: 'granted' })`, `svc.consent(true)`], ['granted', undefined]],
    ['data-consent="hold"', [`svc.consent(true)`], null],
    ['', [`svc.consent(true)`], null],
    ['', [`svc.consent({ ad_user_data: 'yes', ad_personalization: true, analytics_storage: 'granted' })`], null],
    ['', [`svc.consent({})`], null],
  ] as [string, string[], [string?, string?] | null][])('the attribute %j and the calls %j say %j', async (attributes, calls, words) => {
    const { site, page, errors, visit } = await open({ attributes });
    const sid = await visit(`/?${ad}`);
    for (const call of calls) await page.evaluate(call);
    await shop.events(site.advertiser.id);
    const [adUserData, adPersonalization] = words ?? [];
    const expected = { ...(adUserData && { adUserData }), ...(adPersonalization && { adPersonalization }), origin: 'page' };
    await consentIs(sid, words && expected);
    expect(errors).toEqual([]);
    await site.stop();
  });

  it('a call before the script has loaded is sent with the session', async () => {
    const call = `{ ad_user_data: 'granted', ad_personalization: 'granted' }`;
    const { site, visit } = await open({ attributes: '', head: script(`(window.svc = window.svc || []).push(['consent', ${call}])`) });
    const sid = await visit(`/?${ad}`);
    await consentIs(sid, bothBy('page', 'granted'));
    expect(posts('/consent')).toEqual([]);
    await site.stop();
  });

  it('a withdrawal by the page denies both, once, and is the last that leaves', async () => {
    const { site, page, visit } = await open({ attributes: 'data-consent="hold"' });
    const sid = await visit(`/?${ad}`);
    await page.evaluate('svc.consent(true)');
    await shop.events(site.advertiser.id);
    await page.evaluate('svc.consent(false)');
    await page.evaluate(`svc.track('items_added')`);
    await consentIs(sid, bothBy('page', 'denied'));
    await page.evaluate('svc.consent(false)');
    await page.goto(`${site.base}/next`);
    await aMoment();
    expect([posts('/consent').length, posts('/events').length]).toEqual([1, 1]);
    expect(await kept(page)).toEqual([]);
    await site.stop();
  });

  it('a withdrawal before anything was sent sends nothing', async () => {
    const { site, page, visit } = await open({ attributes: 'data-consent="hold"' });
    await visit(`/?${ad}`);
    await page.evaluate('svc.consent(true); svc.consent(false)');
    await aMoment();
    expect([posts(), await kept(page)]).toEqual([[], []]);
    await site.stop();
  });

  it('an answer that is given offline arrives later, or with the end of the page', async () => {
    const { site, page, context, visit } = await open({ attributes: '', pages: { '/away': 'Elsewhere.' } });
    const sid = await visit(`/?${ad}`);
    await shop.events(site.advertiser.id);
    await context.setOffline(true);
    await page.evaluate(`svc.consent({ ad_user_data: 'granted' })`);
    await aMoment();
    await context.setOffline(false);
    await consentIs(sid, { adUserData: 'granted', origin: 'page' });
    await page.evaluate(`window.fetch = () => Promise.reject(new TypeError('no network')); svc.consent({ ad_user_data: 'denied' })`);
    await page.goto(`${site.base}/away`);
    await consentIs(sid, { adUserData: 'denied', origin: 'page' });
    await site.stop();
  });

  it('an answer of the page is not replaced by the default of a platform', async () => {
    const head = script(`window.dataLayer = []; function gtag() { dataLayer.push(arguments); }`);
    const { site, page, visit } = await open({ head });
    const sid = await visit(`/?${ad}`);
    await page.evaluate(`svc.consent({ ad_user_data: 'denied' })`);
    await page.evaluate(`gtag('consent', 'default', { ad_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'granted' })`);
    await aMoment();
    expect((await consentOf(sid))?.adUserData).toBe('denied');
    await page.evaluate(`gtag('consent', 'update', { ad_user_data: 'granted' })`);
    await expect.poll(async () => (await consentOf(sid))?.adUserData, { timeout: 5000 }).toBe('granted');
    await site.stop();
  });
});

describe('Global Privacy Control', () => {
  it.each(['', 'data-consent="false"'])(
    'Global Privacy Control denies both purposes with %j, until the page says otherwise',
    async (attributes) => {
      const { site, page, context, visit } = await open({ attributes });
      await context.addInitScript(gpc);
      const sid = await visit(`/?${ad}`);
      await consentIs(sid, bothBy('gpc', 'denied'));
      await page.evaluate('svc.consent(true)');
      await aMoment();
      await consentIs(sid, bothBy('gpc', 'denied'));
      await page.evaluate(`svc.consent({ ad_user_data: 'granted', ad_personalization: 'granted' })`);
      await consentIs(sid, bothBy('page', 'granted'));
      await site.stop();
    },
  );

  it.each(names)('an answer to %s on this site replaces Global Privacy Control', async (name) => {
    const { head, answer } = platforms[name];
    const { site, page, context, visit } = await open({ head: script(head) });
    await context.addInitScript(gpc);
    const sid = await visit(`/?${ad}`);
    await aMoment();
    expect(posts()).toEqual([]);
    await page.evaluate(answer('granted', 'granted'));
    await consentIs(sid, bothBy(name, 'granted'));
    await site.stop();
  });

  it('a rule of a platform does not replace Global Privacy Control', async () => {
    const { head } = platforms.consent_mode;
    const { site, page, context, visit } = await open({
      head: script(head.replace(`, region: ['DE']`, '').replaceAll('denied', 'granted')),
    });
    await context.addInitScript(gpc);
    const sid = await visit(`/?${ad}`);
    await aMoment();
    expect(posts()).toEqual([]);
    await page.evaluate('svc.consent(true)');
    await consentIs(sid, bothBy('gpc', 'denied'));
    await site.stop();
  });
});

it('a page says nothing while it is prerendering, and what is allowed once a visitor sees it', async () => {
  const { head, answer } = platforms.consent_mode;
  const hidden = `Object.defineProperty(document, 'prerendering', { value: true, configurable: true });`;
  const { site, page, errors } = await open({ head: script(`${hidden}${head}`) });
  await page.goto(`${site.base}/?${ad}`);
  await page.evaluate(answer('granted', 'denied'));
  await aMoment();
  expect([posts(), await page.evaluate('typeof svc')]).toEqual([[], 'undefined']);
  await page.evaluate(`delete document.prerendering; document.dispatchEvent(new Event('prerenderingchange'))`);
  const sid = await svc<string>(page, 'svc.sid()');
  await consentIs(sid, { adUserData: 'granted', adPersonalization: 'denied', origin: 'consent_mode' });
  expect(errors).toEqual([]);
  await site.stop();
});

it('a session whose answer was lost learns what the visitor said since, from the next page', async () => {
  const { site, page, visit } = await open({ attributes: '' });
  await page.route('**/pixel/sessions', async (route) => {
    await route.fetch();
    await route.abort();
  });
  const sid = await visit(`/?${ad}`);
  await consentIs(sid, null);
  await page.unroute('**/pixel/sessions');
  await page.goto(`${site.base}/next`);
  await svc(page, `svc.consent({ ad_user_data: 'granted', ad_personalization: 'denied' })`);
  expect(await svc(page, 'svc.sid()')).toBe(sid);
  await consentIs(sid, { adUserData: 'granted', adPersonalization: 'denied', origin: 'page' });
  await site.stop();
});
