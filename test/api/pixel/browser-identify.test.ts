// Night: it starts a browser.
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { until } from '#test/kit/until.ts';
import { openShop, svc } from './shop.ts';

const ad = 'svc_campaign=spring&svc_ad_id=ad_42';

let shop: Awaited<ReturnType<typeof openShop>>;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

type Site = Awaited<ReturnType<typeof shop.shop>>;
async function openSite(settings: Parameters<typeof shop.shop>[0] = {}) {
  const site = await shop.shop(settings);
  await shop.app.keys.changeSettings({
    query: {},
    body: { identity_attribution: 'answer' },
    headers: site.advertiser.headers,
  });
  return site;
}
const convert = (site: Site, external_user_id: string) =>
  shop.app.conversions.sendConversion({
    body: {
      event_type: 'order_created',
      event_id: crypto.randomUUID(),
      svc_click_id: 's_nobody',
      external_user_id,
    },
    headers: site.advertiser.key,
  });
const clickOf = (site: Site, user: string) =>
  until(async () => {
    const { body } = await convert(site, user);
    return 'session_id' in body && body.session_id;
  });
function identifies(from = shop.api.seen.length) {
  return () => shop.api.seen.slice(from).filter((request) => request.endsWith('/pixel/identify')).length;
}
async function answering(page: Page, ...statuses: (number | 'abort')[]) {
  const users: string[] = [];
  await page.context().route('**/pixel/identify', (route) => {
    const status = statuses[users.length] ?? 202;
    users.push((route.request().postDataJSON() as { external_user_id: string }).external_user_id);
    const headers = { 'access-control-allow-origin': '*' };
    return status === 'abort' ? route.abort() : route.fulfill({ status, headers, json: {} });
  });
  return users;
}
async function passes(page: Page, seconds: number) {
  for (let i = 0; i < seconds; i++) {
    await page.clock.runFor(1000);
    await pause(20);
  }
}
const stored = (page: Page) => page.evaluate<string>(`localStorage.getItem('svc_sid') ?? ''`);

describe('identify', () => {
  it('identify links the ad click once the service has the click, and stores no ID in the browser', async () => {
    const site = await openSite();
    const { page, errors } = await shop.visitor();
    const from = shop.api.seen.length;
    await page.goto(`${site.base}/?${ad}`);
    expect(await svc(page, `svc.identify('user-42')`)).toBe(true);
    expect(await clickOf(site, 'user-42')).toBe(await svc(page, 'svc.sid()'));
    const posts = shop.api.seen.slice(from).filter((request) => /sessions|identify/.test(request));
    expect(posts).toEqual(['POST /api/v1/pixel/sessions', 'POST /api/v1/pixel/identify']);
    await until(async () => !(await stored(page)).includes('user-42'));
    const cookies = await page.context().cookies();
    expect(JSON.stringify(cookies)).not.toContain('user-42');
    expect(errors).toEqual([]);
    await site.stop();
  });

  it('identify works before the script has loaded, and refuses invalid IDs', async () => {
    const head = `<script>(window.svc = window.svc || []).push(['identify', 'early']);</script>`;
    const site = await openSite({ head });
    const { page, errors } = await shop.visitor();
    await page.goto(`${site.base}/?${ad}`);
    expect(await clickOf(site, 'early')).toBe(await svc(page, 'svc.sid()'));
    const calls = identifies();
    const refused = `['', 'x'.repeat(513), 42, null, undefined, {}, ['a']].map((id) => svc.identify(id))`;
    expect(new Set(await svc<boolean[]>(page, refused))).toEqual(new Set([false]));
    await page.goto(`${site.base}/next`);
    await svc(page, `svc.identify('later')`);
    await clickOf(site, 'later');
    expect([calls(), errors]).toEqual([1, []]);
    await site.stop();
  });

  it('identify is sent once per ID and click on all pages, and a new click is linked again', async () => {
    const site = await openSite();
    const { page } = await shop.visitor();
    const calls = identifies();
    await page.goto(`${site.base}/?${ad}`);
    await svc(page, `svc.identify('user-42'), svc.identify('user-42'), svc.identify('user-43')`);
    const first = await clickOf(site, 'user-43');
    await until(async () => !(await stored(page)).includes('user-4'));
    await page.goto(`${site.base}/next`);
    expect(await svc(page, `svc.identify('user-42') && svc.identify('user-43')`)).toBe(true);
    await svc(page, `svc.track('seen')`);
    await shop.events(site.advertiser.id, 3);
    expect(calls()).toBe(2);
    await page.goto(`${site.base}/?svc_campaign=summer`);
    await svc(page, `svc.identify('user-42')`);
    const second = await svc(page, 'svc.sid()');
    await until(async () => (await clickOf(site, 'user-42')) === second);
    expect([calls(), second === first]).toEqual([3, false]);
    await site.stop();
  });

  it('an undelivered identify is stored with the click, and sent by the next page', async () => {
    const site = await openSite();
    const { page } = await shop.visitor();
    const users = await answering(page, 'abort', 'abort', 'abort');
    await page.goto(`${site.base}/?${ad}`);
    const sid = await svc(page, `svc.identify('user-42'), svc.sid()`);
    await until(() => users.length > 0);
    expect(await stored(page)).toContain('user-42');
    await page.goto('about:blank');
    await page.context().unroute('**/pixel/identify');
    await page.goto(`${site.base}/account`);
    expect(await clickOf(site, 'user-42')).toBe(sid);
    await until(async () => !(await stored(page)).includes('user-42'));
    await site.stop();
  });

  it('identify is retried while the service is down, with growing delays', async () => {
    const site = await openSite();
    const { page, errors } = await shop.visitor();
    await page.clock.install();
    const users = await answering(page, 503, 429, 503);
    await page.goto(`${site.base}/?${ad}`);
    await svc(page, `svc.identify('user-42')`);
    await passes(page, 40);
    expect(users).toEqual(Array(4).fill('user-42'));
    expect(await stored(page)).not.toContain('user-42');
    expect(errors).toEqual([]);
    await site.stop();
  });
});

describe('without consent', () => {
  it('without consent identify sends and stores nothing, and works once consent is given', async () => {
    const site = await openSite({ attributes: 'data-consent="false"' });
    const { page } = await shop.visitor();
    const calls = identifies();
    await page.goto(`${site.base}/?${ad}`);
    expect(await svc(page, `svc.identify('user-42')`)).toBe(false);
    await svc(page, `svc.track('seen')`);
    await shop.events(site.advertiser.id, 2);
    expect([calls(), await page.evaluate('localStorage.length')]).toEqual([0, 0]);
    expect(await svc(page, `svc.consent(true), svc.identify('user-42')`)).toBe(true);
    expect(await clickOf(site, 'user-42')).toBe(await svc(page, 'svc.sid()'));
    await site.stop();
  });

  it('a withdrawn consent drops undelivered calls of identify', async () => {
    const site = await openSite();
    const { page } = await shop.visitor();
    await page.clock.install();
    const users = await answering(page, 503);
    await page.goto(`${site.base}/?${ad}`);
    await svc(page, `svc.identify('user-42')`);
    await page.clock.runFor(500);
    await until(() => users.length === 1);
    await page.evaluate('svc.consent(false)');
    await passes(page, 10);
    expect(users).toEqual(['user-42']);
    expect(await page.evaluate('localStorage.length')).toBe(0);
    await site.stop();
  });
});

describe('an answer', () => {
  it.each([
    ['404 twice: the ID is sent once more, later, and then dropped', [404, 404, 404], 2],
    ['404 once: the ID is delivered later', [404, 202, 404], 2],
    ['422: the ID is dropped at once', [422, 404], 1],
  ] as const)('an answer of %s', async (_, statuses, expected) => {
    const site = await openSite();
    const { page, errors } = await shop.visitor();
    await page.clock.install();
    const users = await answering(page, ...statuses);
    await page.goto(`${site.base}/?${ad}`);
    await svc(page, `svc.identify('user-42')`);
    await passes(page, 15);
    expect(users).toHaveLength(1);
    await passes(page, 60);
    expect(users).toEqual(Array(expected).fill('user-42'));
    expect(await stored(page)).not.toContain('user-42');
    await svc(page, `svc.track('seen')`);
    await passes(page, 2);
    expect(await shop.events(site.advertiser.id, 2)).toHaveLength(2);
    expect(errors).toEqual([]);
    await site.stop();
  });

  it('a 404 answer to identify is retried by the next page', async () => {
    const site = await openSite();
    const { page } = await shop.visitor();
    const users = await answering(page, 404, 404, 404, 404);
    await page.goto(`${site.base}/?${ad}`);
    await svc(page, `svc.identify('user-42')`);
    await until(async () => (await stored(page)).includes('"missed":true'));
    await page.goto(`${site.base}/next`);
    await until(async () => !(await stored(page)).includes('user-42'));
    expect(users).toHaveLength(2);
    await site.stop();
  });
});

it('a page of an organic visit gets an answer, and nothing is stored', async () => {
  const site = await openSite();
  const { page } = await shop.visitor();
  const calls = identifies();
  await page.goto(`${site.base}/`);
  const answer = page.waitForResponse((response) => response.url().endsWith('/identify'));
  await svc(page, `svc.identify('user-42')`);
  expect((await answer).status()).toBe(202);
  expect((await convert(site, 'user-42')).body).toMatchObject({ matched: false });
  expect(calls()).toBe(1);
  await site.stop();
});
