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

const withdrawal = 'POST /api/v1/pixel/consent';
const posts = () => shop.api.seen.filter((request) => request.startsWith('POST'));
const kept = async (page: Page) => [...(await page.context().cookies()), ...(await page.evaluate<string[]>('Object.keys(localStorage)'))];
const aMoment = () => new Promise((done) => setTimeout(done, 300));

/** Google's documentation has this tag, which precedes the pixel. */
const gtag = `<script>
  window.dataLayer = window.dataLayer || [];
  function gtag() { dataLayer.push(arguments); }
  gtag('consent', 'default', { ad_storage: 'granted', region: ['US-CA'] });
  gtag('consent', 'default', { ad_storage: 'denied', ad_user_data: 'denied' });
</script>`;
const tcf = `<script>
  const listeners = [];
  window.__tcfapi = (command, version, listener) => { listeners.push(listener); listener({ eventStatus: 'cmpuishown' }, true); };
  window.choose = (tcData) => listeners.forEach((listener) => listener({ eventStatus: 'useractioncomplete', ...tcData }, true));
</script>`;

it('consent that a page writes without `push` just before it ends stores the click', async () => {
  const site = await shop.shop({ attributes: 'data-consent="auto"', head: gtag });
  const { page } = await shop.visitor();
  await page.goto(`${site.base}/landing?${ad}`);
  await svc(page, 'svc.sid()');
  const isStored = await page.evaluate(`(() => {
    const granted = ['consent', 'update', { ad_storage: 'granted', ad_user_data: 'granted' }];
    window.dataLayer = [...dataLayer, granted];
    dispatchEvent(new PageTransitionEvent('pagehide'));
    return document.cookie.includes(svc.sid());
  })()`);
  expect(isStored, 'the cookie at the end of the page').toBe(true);
  await site.stop();
});

describe('data-consent="hold"', () => {
  it('data-consent="hold" sends and stores nothing before consent; then the click and all page views are sent', async () => {
    const site = await shop.shop({ attributes: 'data-consent="hold"' });
    const { page, errors } = await shop.visitor();
    await page.goto(`${site.base}/landing?${ad}`);
    expect(await svc(page, `svc.track('items_added')`)).toBe(true);
    expect(await svc(page, `svc.identify('user-42')`)).toBe(false);
    await page.evaluate(`history.pushState({}, '', '/next')`);
    await aMoment();
    expect([posts(), await kept(page)]).toEqual([[], []]);

    await page.evaluate('svc.consent(true)');
    const events = await shop.events(site.advertiser.id, 3);
    expect(events.map(({ eventType, url = '' }) => `${eventType} ${url.replace(site.base, '')}`)).toEqual([
      'page_viewed /landing',
      'items_added /landing',
      'page_viewed /next',
    ]);
    expect(await shop.stored.click(await svc(page, 'svc.sid()'))).toMatchObject({ campaign: 'spring' });
    expect((await kept(page)).length).toBeGreaterThan(0);
    expect(errors).toEqual([]);
    await site.stop();
  });

  it('data-consent="hold" sends nothing after a refusal, nor when the page closes', async () => {
    const site = await shop.shop({ attributes: 'data-consent="hold"', pages: { '/away': 'Elsewhere.' } });
    const { page } = await shop.visitor();
    await page.goto(`${site.base}/?${ad}`);
    await svc(page, 'svc.consent(false)');
    await page.evaluate(`svc.track('items_added')`);
    await page.goto(`${site.base}/away`);
    await aMoment();
    expect([posts(), await kept(page)]).toEqual([[], []]);
    await site.stop();
  });

  it('data-consent="hold" sends the withdrawal of consent, and nothing after it', async () => {
    const site = await shop.shop({ attributes: 'data-consent="hold"' });
    const { page } = await shop.visitor();
    await page.goto(site.base);
    await svc(page, 'svc.consent(true)');
    await shop.events(site.advertiser.id, 1);
    const sent = posts();
    await page.evaluate('svc.consent(false)');
    await page.evaluate(`history.pushState({}, '', '/secret')`);
    await aMoment();
    expect([posts(), await kept(page)]).toEqual([[...sent, withdrawal], []]);
    await site.stop();
  });
});

it('a user who waits for delivery is not sent after the visitor has withdrawn consent, nor when the page closes', async () => {
  const site = await shop.shop({ pages: { '/away': 'Elsewhere.' } });
  const { page, context } = await shop.visitor();
  let isReached = false;
  await context.route('**/pixel/sessions', (route) => (isReached ? route.continue() : route.abort()));
  await page.goto(`${site.base}/?${ad}`);
  expect(await svc(page, `svc.identify('user-42')`)).toBe(true);
  await page.evaluate('svc.consent(false)');
  isReached = true;
  await page.evaluate(`dispatchEvent(new Event('online'))`);
  await shop.events(site.advertiser.id);
  await page.evaluate(`svc.track('items_added')`);
  await shop.events(site.advertiser.id, 2);
  await aMoment();
  await page.goto(`${site.base}/away`);
  await aMoment();
  expect(posts().filter((request) => request.endsWith('/identify'))).toEqual([]);
  await site.stop();
});

describe('Global Privacy Control', () => {
  it('Global Privacy Control counts as no consent: nothing is stored, until the visitor consents on this site', async () => {
    const site = await shop.shop();
    const { page, context } = await shop.visitor();
    await context.addInitScript(`Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true })`);
    await page.goto(`${site.base}/?${ad}`);
    await shop.events(site.advertiser.id);
    expect([await kept(page), await svc(page, 'svc.vid()')]).toEqual([[], undefined]);
    await page.evaluate('svc.consent(true)');
    expect((await kept(page)).length).toBeGreaterThan(0);
    await site.stop();
  });
});

describe('defaults of consent mode for regions', () => {
  const answerLaterMs = 600;
  const europe = `gtag('consent', 'default', { ad_storage: 'denied', ad_user_data: 'denied', region: ['DE', 'FR', 'GB'] });`;
  const others = `gtag('consent', 'default', { ad_storage: 'granted', ad_user_data: 'granted' });`;
  const tagOf = (...lines: string[]) =>
    `<script>window.dataLayer = []; function gtag() { dataLayer.push(arguments); } ${lines.join('')}</script>`;
  const later = () => new Promise((done) => setTimeout(done, answerLaterMs));
  const update = (state: string) => `gtag('consent', 'update', { ad_storage: '${state}', ad_user_data: '${state}' })`;

  it.each([
    ['the denied regions first', tagOf(europe, others)],
    ['the denied regions last', tagOf(others, europe)],
  ])('a denied region beside a global grant sends and stores nothing until the visitor agrees: %s', async (_, head) => {
    const site = await shop.shop({ attributes: 'data-consent="auto"', head });
    const { page, errors } = await shop.visitor();
    await page.goto(`${site.base}/landing?${ad}`);
    const sid = await svc<string>(page, 'svc.sid()');
    await later();
    expect([posts(), await kept(page)]).toEqual([[], []]);
    await page.evaluate(update('granted'));
    expect((await shop.events(site.advertiser.id)).map(({ eventType }) => eventType)).toEqual(['page_viewed']);
    expect(await shop.stored.click(sid)).toMatchObject({ campaign: 'spring' });
    expect(errors).toEqual([]);
    await page.evaluate(update('denied'));
    expect(await kept(page)).toEqual([]);
    await site.stop();
  });

  it('a denied region beside a global grant sends and stores nothing after a refusal', async () => {
    const site = await shop.shop({ attributes: 'data-consent="auto"', head: tagOf(europe, others) });
    const { page } = await shop.visitor();
    await page.goto(`${site.base}/landing?${ad}`);
    await svc(page, 'svc.sid()');
    await later();
    await page.evaluate(update('denied'));
    await page.evaluate(`history.pushState({}, '', '/next')`);
    await aMoment();
    expect([posts(), await kept(page)]).toEqual([[], []]);
    await site.stop();
  });

  it('a default that grants is sent at once without regions, and not after the page’s own refusal', async () => {
    const site = await shop.shop({ attributes: 'data-consent="auto"', head: tagOf(others) });
    const { page } = await shop.visitor();
    await page.goto(`${site.base}/landing?${ad}`);
    await shop.events(site.advertiser.id);
    const sent = posts();
    await svc(page, 'svc.consent(false)');
    await page.evaluate(others);
    await later();
    expect([posts(), await kept(page)]).toEqual([[...sent, withdrawal], []]);
    await site.stop();
  });

  it('Global Privacy Control has priority over a default that grants, until the visitor agrees', async () => {
    const site = await shop.shop({ attributes: 'data-consent="auto"', head: tagOf(others) });
    const { page, context } = await shop.visitor();
    await context.addInitScript(`Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true })`);
    await page.goto(`${site.base}/?${ad}`);
    await svc(page, 'svc.sid()');
    await aMoment();
    expect([posts(), await kept(page)]).toEqual([[], []]);
    await page.evaluate(update('granted'));
    expect((await kept(page)).length).toBeGreaterThan(0);
    await site.stop();
  });
});

describe('data-consent="auto"', () => {
  it('data-consent="auto" follows Google’s consent mode, but not its defaults for regions', async () => {
    const site = await shop.shop({ attributes: 'data-consent="auto"', head: gtag });
    const { page, errors } = await shop.visitor();
    await page.goto(`${site.base}/?${ad}`);
    const sid = await svc<string>(page, 'svc.sid()');
    await aMoment();
    expect([posts(), await kept(page)]).toEqual([[], []]);
    await page.evaluate(`gtag('event', 'purchase', {}); gtag('consent', 'update', { ad_storage: 'granted' })`);
    await aMoment();
    expect(posts()).toEqual([]);
    await page.evaluate(`gtag('consent', 'update', { ad_user_data: 'granted' })`);
    expect(await until(() => shop.stored.click(sid))).toMatchObject({ campaign: 'spring' });
    await page.evaluate(`gtag('consent', 'update', { ad_storage: 'denied' })`);
    expect(await kept(page)).toEqual([]);
    expect(await page.evaluate('dataLayer.length')).toBe(6);
    expect(errors).toEqual([]);
    await site.stop();
  });

  const update = (fields: string) => `gtag('consent', 'update', ${fields})`;
  const agree = `{ ad_storage: 'granted', ad_user_data: 'granted' }`;
  const refuse = `{ ad_storage: 'denied', ad_user_data: 'denied' }`;
  const visitOf = async (site: Awaited<ReturnType<typeof shop.shop>>, count: number) =>
    (await shop.events(site.advertiser.id, count)).map(({ eventType, url = '' }) => `${eventType} ${url.replace(site.base, '')}`);

  it.each([
    ['a default that denies, then a yes', gtag, [update(agree)]],
    ['a yes in two steps', gtag, [update(`{ ad_storage: 'granted' }`), update(`{ ad_user_data: 'granted' }`)]],
    [
      'a layer that the page replaces',
      '',
      [`window.dataLayer = [{ page: 'x' }]`, `window.gtag = function () { dataLayer.push(arguments) }; ${update(agree)}`],
    ],
    ['a layer replaced together with the yes', '', [`window.dataLayer = [['consent', 'update', ${agree}]]`]],
    [
      'a yes that is not written by the layer’s own push',
      '',
      [`(function () { Array.prototype.push.call(dataLayer, arguments) })('consent', 'update', ${agree})`],
    ],
    ['a replaced layer, then a default and a yes', gtag, [`window.dataLayer = []`, `gtag('consent', 'default', ${refuse})`, update(agree)]],
  ])('data-consent="auto" sends the session and everything before the answer after %s', async (_, head, steps) => {
    const site = await shop.shop({ attributes: 'data-consent="auto"', head });
    const { page, errors } = await shop.visitor();
    await page.goto(`${site.base}/landing?${ad}`);
    await svc(page, `svc.track('items_added')`);
    expect(await kept(page)).toEqual([]);
    for (const step of steps) await page.evaluate(step);
    expect(await visitOf(site, 2)).toEqual(['page_viewed /landing', 'items_added /landing']);
    expect(await shop.stored.click(await svc(page, 'svc.sid()'))).toMatchObject({ campaign: 'spring' });
    expect(errors).toEqual([]);
    await site.stop();
  });

  it.each([
    ['a no', gtag, [update(refuse)]],
    ['a no to one of two questions', gtag, [update(`{ ad_storage: 'granted', ad_user_data: 'denied' }`)]],
    ['a default that denies, and no answer', gtag, []],
    ['a no in a replaced layer', gtag, [`window.dataLayer = []`, update(refuse)]],
  ])('data-consent="auto" sends nothing after %s', async (_, head, steps) => {
    const site = await shop.shop({ attributes: 'data-consent="auto"', head });
    const { page } = await shop.visitor();
    await page.goto(`${site.base}/?${ad}`);
    await svc(page, `svc.track('items_added')`);
    for (const step of steps) await page.evaluate(step);
    await new Promise((done) => setTimeout(done, 900));
    expect([posts(), await kept(page)]).toEqual([[], []]);
    await site.stop();
  });

  it('data-consent="auto" counts a visitor who agrees after a refusal from that page on', async () => {
    const site = await shop.shop({ attributes: 'data-consent="auto"', head: gtag });
    const { page } = await shop.visitor();
    await page.goto(`${site.base}/landing?${ad}`);
    await svc(page, `svc.track('items_added')`);
    await page.evaluate(update(refuse));
    await page.evaluate(update(agree));
    await page.evaluate(`svc.track('checkout_started')`);
    expect(await visitOf(site, 2)).toEqual(['page_viewed /landing', 'checkout_started /landing']);
    await site.stop();
  });

  it('data-consent="auto" counts a page once when consent is withdrawn and given again', async () => {
    const site = await shop.shop({ attributes: 'data-consent="auto"', head: gtag });
    const { page } = await shop.visitor();
    await page.goto(`${site.base}/landing?${ad}`);
    await svc(page, 'svc.sid()');
    await page.evaluate(update(agree));
    await visitOf(site, 1);
    await page.evaluate(update(refuse));
    expect(await kept(page)).toEqual([]);
    await page.evaluate(update(agree));
    await page.evaluate(`svc.track('items_added')`);
    expect(await visitOf(site, 2)).toEqual(['page_viewed /landing', 'items_added /landing']);
    await site.stop();
  });

  it.each([
    ['the visitor agrees to storing and measuring', { purpose: { consents: { 1: true, 7: true } } }, true],
    ['measuring is a legitimate interest', { purpose: { consents: { 1: true }, legitimateInterests: { 7: true } } }, true],
    ['the GDPR does not apply', { gdprApplies: false }, true],
    ['the visitor agrees to storing alone', { purpose: { consents: { 1: true } } }, false],
    ['the visitor refuses', { gdprApplies: true, purpose: { consents: {} } }, false],
  ])('data-consent="auto" follows IAB TCF: %s', async (_, choice, isSent) => {
    const site = await shop.shop({ attributes: 'data-consent="auto"', head: tcf });
    const { page, errors } = await shop.visitor();
    await page.goto(`${site.base}/?${ad}`);
    const sid = await svc<string>(page, 'svc.sid()');
    await aMoment();
    expect(posts()).toEqual([]);
    await page.evaluate(`choose(${JSON.stringify(choice)})`);
    if (isSent) {
      await shop.events(site.advertiser.id);
      expect(await shop.stored.click(sid)).toMatchObject({ campaign: 'spring' });
    } else {
      await aMoment();
      expect([posts(), await kept(page)]).toEqual([[], []]);
    }
    expect(errors).toEqual([]);
    await site.stop();
  });
});

describe('a tag manager that strips attributes', () => {
  it('the settings can be in the address of the script', async () => {
    const pages: Record<string, string> = {};
    const site = await shop.shop({ pages });
    pages['/landing'] = `<script src="${shop.api.base}/pixel/p.js?key=${site.advertiser.pixelKey}&consent=false" async></script>`;
    const { page } = await shop.visitor();
    await page.goto(`${site.base}/landing?${ad}`);
    const sid = await svc<string>(page, 'svc.sid()');
    expect(await until(() => shop.stored.click(sid))).toMatchObject({ campaign: 'spring' });
    expect(await kept(page)).toEqual([]);
    await site.stop();
  });

  it('a script without a key reports it on the console once, and does nothing', async () => {
    const site = await shop.shop({
      pages: { '/x': `<script src="${shop.api.base}/pixel/p.js" async></script>` },
    });
    const { page, errors } = await shop.visitor();
    const lines: string[] = [];
    page.on('console', (line) => lines.push(`${line.type()}: ${line.text()}`));
    await page.goto(`${site.base}/x`);
    await until(async () => (lines.length > 0 ? lines : null));
    expect(lines).toEqual([expect.stringMatching(/^warning: adtrail: the pixel has no key\. .*data-key.*\?key=pk_/)]);
    expect([posts(), errors, await page.evaluate('typeof svc')]).toEqual([[], [], 'undefined']);
    await site.stop();
  });
});

describe('data-debug', () => {
  const linesOn = (page: Page) => {
    const lines: string[] = [];
    page.on('console', (line) => lines.push(line.text()));
    return lines;
  };

  it("data-debug shows on the console the stored data, the requests and an event's errors", async () => {
    const site = await shop.shop({ attributes: 'data-debug' });
    const { page } = await shop.visitor();
    const lines = linesOn(page);
    await page.goto(`${site.base}/?${ad}`);
    const sid = await svc<string>(page, 'svc.sid()');
    await page.evaluate(`svc.track('Wrong Name')`);
    await until(async () => (lines.some((line) => line.includes('events 20')) ? lines : null));
    const text = lines.join('\n');
    for (const part of [`new click ${sid}`, 'sessions 201', 'not sent: an event is a name in snake_case']) expect(text).toContain(part);
    await site.stop();
  });

  it("data-debug shows the service's reason of a rejection", async () => {
    const site = await shop.shop({ attributes: 'data-debug', origins: ['https://another.example'] });
    const { page } = await shop.visitor();
    const lines = linesOn(page);
    await page.goto(site.base);
    const refusal = await until(async () => lines.find((line) => line.includes('sessions 403')) ?? null);
    expect(refusal).toContain('origin');
    await site.stop();
  });

  it('data-debug shows that the cookie’s domain is wrong', async () => {
    const site = await shop.shop({ attributes: 'data-debug data-cookie-domain="another.example"' });
    const { page } = await shop.visitor();
    const lines = linesOn(page);
    await page.goto(site.base);
    await svc(page, 'svc.sid()');
    expect(lines.join('\n')).toContain('the cookie was not stored');
    await site.stop();
  });
});

describe('a hash router', () => {
  it('a hash router has a page view for each route, and ads may lead to a route', async () => {
    const site = await shop.shop();
    const { page } = await shop.visitor();
    await page.goto(`${site.base}/#/shoes?${ad}&token=secret`);
    const sid = await svc<string>(page, 'svc.sid()');
    await page.evaluate(`location.hash = '#/checkout'`);
    await page.evaluate(`location.hash = '#/checkout?step=2'`);
    await page.evaluate(`location.hash = '#top'`);
    await page.evaluate(`location.hash = '#!/thanks'`);
    const events = await shop.events(site.advertiser.id, 4);
    expect(events.map(({ url = '' }) => url.replace(site.base, ''))).toEqual(['/#/shoes', '/#/checkout', '/', '/#!/thanks']);
    expect(await shop.stored.click(sid)).toMatchObject({
      campaign: 'spring',
      networkClickIds: { gclid: 'g-1' },
    });
    await site.stop();
  });
});
