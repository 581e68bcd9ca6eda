// Slow: it walks pages in a browser.
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Request } from 'playwright-core';
import { renderedFontOf } from '#test/kit/browser.ts';
import { busyness } from '#test/kit/cpu-clock.ts';
import { atNight, someOf } from '#test/kit/tier.ts';
import { until } from '#test/kit/until.ts';
import { openSite } from './site.ts';
import { mailedCode, mailSubjects } from './visitors.ts';
import { expectAccessible, expectReachable, expectToFit, follow, heading, loaded } from './walk.ts';

const site = openSite({ withNewHistory: true });

type Funnel = {
  quality: {
    unattributed: { reason: string; count: number; values: { currency: string; value: string }[] }[];
  };
};

const attributed = async () => {
  const { rows } = await site.read<{ rows: { campaign: string; currency: string; count: number }[] }>(
    '/api/v1/pixel/reports/conversions?group_by=campaign',
  );
  return rows;
};
const seeded = () => until(async () => ((await attributed()).reduce((sum, { count }) => sum + count, 0) > 100 ? true : null), 60);

describe('the console', () => {
  it('is where the service starts, and shows the demo data in a chart within ten seconds', async () => {
    await seeded();
    await site.walk(async ({ page }) => {
      const began = Date.now();
      await page.goto(site.facts.api);
      await page.waitForURL(`${site.facts.console}/sign-in`);
      expect(site.facts.console).toBe(`${site.facts.api}/console`);
      await page.getByRole('button', { name: 'Open the demo account' }).click();
      await page.locator('.recharts-area-curve:visible').first().waitFor();
      expect(Date.now() - began).toBeLessThan(10_000 * busyness());

      const rows = page.getByRole('table').getByRole('row');
      await page.getByRole('button', { name: 'Open spring_sale' }).click();
      await page.getByRole('button', { name: 'Open running_shoes' }).click();
      expect(await rows.filter({ hasText: 'ad_42' }).count()).toBe(1);
      await rows.filter({ hasText: 'Not attributed' }).getByText(/^\d+$/).waitFor();
      await rows.getByRole('link', { name: /^Unknown click ID: \d+ · \$/ }).waitFor();

      await seeded();
      await page.getByLabel('Period').selectOption('30d');
      await page.waitForURL(/period=30d/);
      const isShown = async () => {
        const total = (await attributed()).reduce((sum, { count }) => sum + count, 0);
        await page.reload();
        await heading(page, 'Overview').waitFor();
        await page
          .locator('.tiles')
          .getByText(/^[\d,]+$/)
          .first()
          .waitFor();
        return (await page.locator('.tiles').getByText(String(total), { exact: true }).count()) > 0;
      };
      await until(isShown, 60);
      expect(page.url()).toContain('period=30d');

      // The stored session is encrypted, so no script can read the token.
      const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
      expect(stored).toContain('adtrail.session');
      expect(stored).not.toMatch(/eyJhbGci|sk_live/);
      expect(page.url()).not.toContain('eyJ');
    });
  });

  it('takes a new visitor from the sign-up to the first attributed conversion within a minute', async () => {
    await site.walk(async ({ page, complaints }) => {
      const began = Date.now();
      const email = 'ada@visitor.example';
      await page.goto(site.facts.console);
      await page.getByRole('button', { name: 'Create an account' }).click();
      await page.getByLabel('E-mail').fill('ada');
      await page.getByRole('button', { name: 'Send me a code' }).click();
      await page.getByText('Not an e-mail address').waitFor();
      expect(complaints.splice(0)).toEqual([expect.stringContaining('422')]);
      await page.getByLabel('E-mail').fill(email);
      await page.getByRole('button', { name: 'Send me a code' }).click();
      await page.getByText(`We sent a code of six digits to ${email}.`).waitFor();
      const code = await mailedCode(site.facts.inbox, email);
      await page.getByLabel('Code').fill(code);
      await page.getByLabel('Password').first().fill('correct horse battery staple');
      await page.getByRole('button', { name: 'Create account' }).click();
      await heading(page, 'Get started').waitFor();

      await page.getByRole('button', { name: 'Create my live keys' }).click();
      await page
        .getByText(/^sk_live_/)
        .first()
        .waitFor();
      expect(await page.getByRole('button', { name: 'Make an ad click' }).count()).toBe(0);
      await page.getByRole('link', { name: 'Try it with test data' }).first().click();
      await page.getByRole('button', { name: 'Create my test keys' }).click();
      const secret =
        (await page
          .getByText(/^sk_test_/)
          .first()
          .textContent()) ?? '';
      await page.getByText('Waiting for the first ad click').waitFor();
      await page.getByLabel('Address of your landing page').fill(`${site.facts.shop}landing`);
      await page.getByRole('button', { name: 'Check this page' }).click();
      await page.getByText('The page has the pixel.').waitFor();
      await page.getByRole('button', { name: 'Make an ad click' }).first().click();
      await page.getByText('The first ad click has arrived.').waitFor();
      await page.getByRole('tab', { name: 'Python' }).click();
      const python = await page.getByRole('region', { name: 'Conversion: Python' }).textContent();
      expect(python).toContain(secret);
      expect(python).toMatch(/sk_test_[\w-]+[\s\S]*order_created|order_created[\s\S]*sk_test_/);
      // The delayed response arrives after the log shows the conversion.
      await page.route('**/pixel/keys/*/events', async (route) => {
        const response = await route.fetch();
        await delay(3500);
        await route.fulfill({ response });
      });
      await page.getByRole('button', { name: 'Send it from here' }).click();
      await page.getByText('Attributed to the campaign first_campaign.').waitFor();
      const answer = await page.getByRole('region', { name: 'The response' }).textContent();
      expect(answer).toContain('"matched": true');
      expect(Date.now() - began).toBeLessThan(60_000 * busyness());

      await page.reload();
      await page.getByText('3 of 5 steps are done').waitFor();
      const stepOf = (name: string) => page.getByRole('button', { name: new RegExp(name) });
      expect(await stepOf('Create your keys').getAttribute('aria-expanded')).toBe('false');
      expect(await stepOf('Put the pixel').getAttribute('aria-expanded')).toBe('true');
      await stepOf('Create your keys').click();
      expect(await page.getByRole('button', { name: /Create my/ }).count()).toBe(0);
      expect(await page.content()).not.toContain(secret);
      await expectAccessible(page, 'get started');

      await page.getByRole('link', { name: 'See it on the overview' }).click();
      await page.getByRole('row').filter({ hasText: 'first_campaign' }).getByText('$25.99').first().waitFor();
      expect(await page.getByText('A secret key is exposed').count()).toBe(0);
      await page.getByText('No data before').nth(4).waitFor();
      expect(await page.getByText('No change').count()).toBe(0);
      expect(page.url()).toContain('env=test');

      // The tutorial's sale is in no live figure. The key on the page itself must not count as a leaked key.
      await page.getByText('Live', { exact: true }).click();
      await page.getByText('No ad clicks or conversions in this period').waitFor();
      await page.getByRole('link', { name: 'Keys' }).first().click();
      await page.getByText('Back end').first().waitFor();
      expect(await page.getByText(/browser sent|exposed/i).count()).toBe(0);
      expect(await mailSubjects(site.facts.inbox, email)).not.toContainEqual(expect.stringMatching(/used in a browser/));
    });
  });

  it('says why an event was lost, and replays it', async () => {
    await site.walk(async ({ page }) => {
      await site.openDemo(page, '/console/events?outcome=rejected');
      await heading(page, 'Events').waitFor();
      expect(page.url()).toContain('outcome=rejected');
      await page.getByRole('button', { name: 'Details of (no event ID)' }).first().click();
      const drawer = page.getByRole('dialog');
      await drawer.getByText('event_id', { exact: true }).first().waitFor();
      await drawer.getByLabel('event_id').fill('order_created:replayed-1');
      await drawer.getByRole('button', { name: 'Replay' }).click();
      await drawer.getByText('Not attributed: Unknown click ID').waitFor();
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached' });

      await page.getByLabel('Event, click or request ID').fill('order_created:replayed-1');
      await page.getByText('All', { exact: true }).click();
      await page.getByRole('button', { name: 'Details of order_created:replayed-1' }).click();
      await drawer.getByText('Counts on').waitFor();
      expect(await drawer.getByRole('region', { name: 'curl', exact: true }).textContent()).toContain('$ADTRAIL_SECRET_KEY');
    });
  });

  atNight('shows the findings of the funnel, the most urgent first, each with its events', async () => {
    await site.walk(async ({ page }) => {
      await site.openDemo(page, '/console/funnel?period=30d');
      const cards = page.getByRole('region', { name: 'Findings' }).getByRole('article');
      await cards.first().waitFor();
      const file = page.waitForEvent('download');
      await page.getByRole('region', { name: 'Event types' }).getByRole('button', { name: 'Export CSV' }).click();
      expect(readFileSync(await (await file).path(), 'utf8')).toMatch(
        /^event_type,events,counted,not_counted,not_attributed\r\n(?:(?:order_created|purchase_completed),\d+,\d+,\d+,\d+\r\n){2}$/,
      );
      const texts = await cards.allTextContents();
      const rank = (text: string) => ['Critical', 'Warning', 'Info'].findIndex((name) => text.startsWith(name));
      expect(texts.map(rank)).toEqual(texts.map(rank).toSorted());
      expect(texts.join()).toMatch(/Event IDs are used twice.*Links with a macro/);
      await cards.filter({ hasText: 'Event IDs are used twice' }).getByRole('link', { name: 'See these events' }).click();
      await page.getByRole('row').filter({ hasText: 'Conflict' }).first().waitFor();
    });
  });

  atNight('shows what no ad earned by reason, and each reason leads to exactly its events', async () => {
    const unattributed = await until(async () => {
      const { quality } = await site.read<Funnel>('/api/v1/pixel/reports/funnel?time_zone=UTC');
      return quality.unattributed.length >= 3 ? quality.unattributed : null;
    }, 30);
    const organic = unattributed.find(({ reason }) => reason === 'no_ad_click');
    expect(organic?.values.length).toBeGreaterThan(0);
    await site.walk(async ({ page }) => {
      await site.openDemo(page, '/console?period=7d');
      await heading(page, 'Overview').waitFor();
      const row = page.getByRole('row').filter({ hasText: 'Not attributed' });
      const link = page.getByRole('row').getByRole('link', { name: /^No ad click \(organic\)/ });
      await link.waitFor();
      expect(await row.textContent()).toMatch(/Not attributed.*[$€]\d/);
      const [, count = ''] = /: ([\d,]+)/.exec((await link.textContent()) ?? '') ?? [];
      await link.click();
      await heading(page, 'Events').waitFor();
      expect(page.url()).toContain('reason=no_ad_click');
      expect(await page.getByLabel('Reason', { exact: true }).inputValue()).toBe('no_ad_click');
      const rows = page.getByRole('button', { name: /^Details of/ });
      await rows.first().waitFor();
      const more = page.getByRole('button', { name: 'Load more' });
      while (await more.isVisible()) {
        const shown = await rows.count();
        await more.click();
        await until(async () => (await rows.count()) > shown || !(await more.isVisible()) || null);
      }
      expect(await rows.count()).toBe(Number(count.replaceAll(',', '')));
      await page.getByLabel('Reason', { exact: true }).selectOption('unknown_svc_click_id');
      await page.getByRole('table').getByText('Unknown click ID').first().waitFor();
      expect(await page.getByRole('table').getByText('No ad click (organic)').count()).toBe(0);

      await page.goto(`${site.facts.console}/funnel?period=30d`);
      const losses = page.getByRole('region', { name: 'Quality of your events' }).getByRole('row');
      await expectAccessible(page, 'funnel');
      expect(await losses.filter({ hasText: 'No ad click (organic)' }).textContent()).toMatch(/[$€]\d/);
    });
  });

  it('creates, rotates and revokes keys, and shows each secret once', async () => {
    await site.walk(async ({ page, complaints }) => {
      await site.openDemo(page, '/console/keys');
      await page.getByRole('button', { name: 'Create a key' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Warehouse');
      await dialog.getByRole('button', { name: 'Create', exact: true }).click();
      const [secret = ''] = /sk_live_[\w-]+/.exec((await dialog.getByText(/^sk_live_/).textContent()) ?? '') ?? [];
      await dialog.getByRole('button', { name: 'I have stored it' }).click();
      await page.getByRole('row').filter({ hasText: 'Warehouse' }).waitFor();
      expect(await page.content()).not.toContain(secret);

      await page.getByRole('button', { name: 'Rotate Warehouse' }).click();
      await dialog.getByRole('button', { name: 'Rotate' }).click();
      expect(await dialog.getByText(/^sk_live_/).textContent()).not.toBe(secret);
      await dialog.getByRole('button', { name: 'I have stored it' }).click();
      await page.getByText('Old secret works until').waitFor();
      await page.getByRole('button', { name: 'Revoke Warehouse' }).click();
      await dialog.getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('row').filter({ hasText: 'Warehouse' }).getByText('revoked').waitFor();

      await page.getByRole('button', { name: 'Create a key' }).click();
      await dialog.getByRole('radio', { name: 'Read-only' }).check();
      await dialog.getByLabel('Name').fill('Weekly sheet');
      await dialog.getByLabel('Expires').selectOption('30');
      await expectAccessible(page, 'create a key');
      await dialog.getByRole('button', { name: 'Create', exact: true }).click();
      const formula = (await dialog.getByText(/^=IMPORTDATA/).textContent()) ?? '';
      const file = await fetch(/"(.*)"/.exec(formula)?.[1] ?? '');
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
      await dialog.getByRole('button', { name: 'I have stored it' }).click();
      await page.getByRole('row').filter({ hasText: 'Weekly sheet' }).getByText('Expires in 30 days').waitFor();

      await page.getByLabel('Click window, in days').fill('45');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      const identity = page.getByLabel('Events without a known click ID');
      expect(await identity.inputValue()).toBe('report');
      await identity.selectOption('answer');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('deviates from its specification').waitFor();
      await identity.selectOption('report');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('deviates from its specification').waitFor({ state: 'detached' });
      await page.getByLabel('Event types that count as conversions').fill('Not A Type');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('.mantine-Textarea-error').waitFor();
      expect(complaints.splice(0)).toEqual([expect.stringContaining('422')]);
    });
  });

  it('signs in with a password, says what is wrong, and ends the session at the service', async () => {
    await site.walk(async ({ page, complaints }) => {
      await page.goto(`${site.facts.console}/account`);
      await page.getByLabel('E-mail').fill(site.facts.demo.email);
      await page.locator('input[type=password]').fill('wrong password');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').waitFor();
      expect(complaints.splice(0)).toEqual([expect.stringContaining('401')]);
      await page.locator('input[type=password]').fill(site.facts.demo.password);
      await page.locator('input[type=password]').press('Enter');
      await heading(page, 'Profile').waitFor();
      await page.getByRole('link', { name: 'Security' }).click();
      await page.getByText('This one').waitFor();

      const ended = page.waitForResponse(
        (response) => response.request().method() === 'DELETE' && /auth\/sessions\/session_/.test(response.url()),
      );
      await page.getByRole('button', { name: 'Your account' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      expect((await ended).status()).toBe(200);
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      expect(await page.getByText('Your session has ended').count()).toBe(0);
      await page.reload();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await site.openDemo(page);
      await heading(page, 'Overview').waitFor();
      await page.route('**/api/v1/credits?*', (route) =>
        route.fulfill({ status: 401, json: { detail: 'Not signed in', code: 'unauthenticated' } }),
      );
      await follow(page, '/account/credits');
      await page.getByText('Your session has ended. Sign in again to continue.').waitFor();
      expect(complaints.splice(0)).toEqual([expect.stringContaining('401')]);
      expect(page.url()).toContain('next=');
      await page.unroute('**/api/v1/credits?*');
      await site.openDemo(page, '/console/sign-in?next=//evil.example/');
      await heading(page, 'Overview').waitFor();
    });
  });

  atNight('shows what fails, with the request id, and loads it again', async () => {
    await site.walk(async ({ page, complaints }) => {
      await site.openDemo(page);
      await heading(page, 'Overview').waitFor();
      let isDown = true;
      await page.route('**/api/v1/pixel/reports/funnel**', (route) =>
        isDown
          ? route.fulfill({
              status: 500,
              contentType: 'application/json',
              body: '{"detail":"Something failed.","code":"internal","request_id":"req-4711"}',
            })
          : route.continue(),
      );
      await page.getByRole('link', { name: 'Funnel' }).click();
      const alert = page.getByRole('alert');
      await alert.getByText('Request ID req-4711').waitFor();
      isDown = false;
      await alert.getByRole('button', { name: 'Retry' }).click();
      await page.getByRole('region', { name: 'Steps' }).waitFor();
      for (const complaint of complaints.splice(0)) expect(complaint).toContain('500');
    });
  });

  it('runs no text that an event, a campaign or a competitor carries', async () => {
    const evil = `"'><img src=x onerror=alert(1)><script>alert(2)</script>`;
    const { api, demo } = site.facts;
    const post = (path: string, body: object, headers = {}) =>
      fetch(api + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const query = new URLSearchParams({
      svc_campaign: evil,
      svc_ad_group: evil,
      svc_ad_id: 'javascript:alert(3)',
    });
    const session = await post('/api/v1/pixel/sessions', {
      key: demo.public_key,
      url: `https://shop.example/?${query}`,
    });
    const { sid } = (await session.json()) as { sid: string };
    const event = {
      event_type: 'order_created',
      event_id: evil,
      svc_click_id: sid,
      value: 1,
      properties: { evil },
    };
    const sent = await post('/api/v1/pixel/server-events', event, {
      authorization: `Bearer ${demo.secret_key}`,
    });
    expect(sent.status).toBe(200);
    const campaigns = await until(async () => {
      const found = (await attributed()).filter(({ campaign }) => campaign.includes('onerror'));
      return found.length > 0 ? found : null;
    });
    expect(campaigns[0]?.campaign).toContain('<img');

    await site.walk(async ({ page }) => {
      const competitor = {
        id: 'c1',
        name: evil,
        website: 'javascript:alert(4)',
        description: evil,
        why: evil,
        source: 'direct_web_search',
        evidence_urls: ['javascript:alert(5)'],
        discovered_at: '2026-01-01T00:00:00.000Z',
      };
      await page.route('**/company-competitors', (route) => route.fulfill({ json: { competitors: [competitor], total: 1 } }));
      await site.openDemo(page);
      await page.getByRole('row').filter({ hasText: 'onerror' }).first().waitFor();
      await page.goto(`${api}/console/events?id=${encodeURIComponent(evil)}`);
      await page.getByRole('button', { name: `Details of ${evil}` }).click();
      await page
        .getByRole('dialog')
        .getByText('The receipt as JSON')
        .or(page.getByRole('region', { name: 'The receipt as JSON' }))
        .first()
        .waitFor();
      await page.goto(`${api}/console/competitors`);
      await page.getByRole('article').filter({ hasText: 'onerror' }).waitFor();
      expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
      expect(await page.locator('#root img').count()).toBe(0);
    });
  });

  atNight('is reached by keyboard, on a phone too', async () => {
    await site.walk(
      async ({ page }) => {
        await site.openDemo(page);
        await heading(page, 'Overview').waitFor();
        await page.keyboard.press('Tab');
        expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await page.getByRole('link', { name: 'Funnel' }).focus();
        await page.keyboard.press('Enter');
        await heading(page, 'Funnel').waitFor();
        expect(await page.getByRole('link', { name: 'Funnel' }).isVisible()).toBe(false);
      },
      { width: 360 },
    );
  });

  atNight('shows the ads of competitors with their pictures, and makes a prompt from one', async () => {
    await site.walk(async ({ page }) => {
      await site.openDemo(page, '/console/competitors');
      await page.getByRole('article').first().waitFor();
      await page.getByRole('tab', { name: 'Their ads' }).click();
      const ad = page.getByRole('article').filter({ has: page.getByRole('button', { name: /Make a prompt/ }) });
      await ad.first().waitFor();
      await until(() => page.evaluate<boolean>("(document.querySelector('article img')?.naturalWidth ?? 0) > 0"), 40);
      await ad.first().getByRole('button').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Make the prompt' }).click();
      const prompt = await dialog.getByRole('region', { name: 'Prompt' }).textContent();
      expect(prompt?.length).toBeGreaterThan(100);
      const box = await dialog.boundingBox();
      expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 640)).toBeLessThan(20);
      await expectAccessible(page, 'prompt');
      await page.keyboard.press('Escape');
      await page.getByRole('tab', { name: 'Prompts' }).click();
      await page
        .getByRole('article')
        .getByText(prompt?.slice(0, 60) ?? '')
        .waitFor();
    });
  });

  atNight('adds up the reports of assistant ads above their list', async () => {
    type Reports = { reports: { spend: string; clicks: number; conversions: number }[] };
    const reports = () => site.read<Reports>('/api/v1/dashboard/assistant-ads-reports?limit=30');
    await until(async () => ((await reports()).reports.length === 5 ? true : null), 60);
    const { reports: rows } = await reports();
    const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0);
    const cents = sum(({ spend }) => Math.round(Number(spend) * 100));
    const conversions = sum((row) => row.conversions);
    const euros = (of: number) => (of / 100).toLocaleString('en-US', { style: 'currency', currency: 'EUR' });
    await site.walk(async ({ page }) => {
      await site.openDemo(page, '/console/assistant-ads');
      const tiles = page.locator('.tiles');
      await tiles.getByText('Cost per conversion').waitFor();
      const figures = await tiles.textContent();
      expect(figures).toContain(euros(cents));
      expect(figures).toContain(sum((row) => row.clicks).toLocaleString('en-US'));
      expect(figures).toContain(euros(Math.floor(cents / conversions + 0.5)));
      expect(figures).toMatch(new RegExp(`${rows.length} days, \\w+ \\d+ to \\w+ \\d+`));
    });
  });

  it('moves nothing that is already there on the sign-in and the overview, in the font of the product', async () => {
    await seeded();
    for (const width of [360, 1440])
      await site.walk(
        async ({ page }) => {
          await page.addInitScript(`window.shift = 0;
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
            }).observe({ type: 'layout-shift', buffered: true });`);
          const expectStill = async (name: string) => {
            const [shift, hasFont] = await page.evaluate<[number, boolean]>(
              "document.fonts.ready.then(() => [window.shift, [...document.fonts].some(({ family, status }) => family.includes('Inter') && status === 'loaded')])",
            );
            expect([name, width, hasFont]).toEqual([name, width, true]);
            expect(shift, `${name} at ${width} px`).toBeLessThan(0.02);
          };
          await page.goto(site.facts.console);
          await page.getByRole('button', { name: 'Open the demo account' }).waitFor();
          await page.waitForTimeout(500);
          await expectStill('sign-in');
          await page.getByRole('button', { name: 'Open the demo account' }).click();
          await page.locator('.recharts-area-curve:visible').first().waitFor();
          await page.reload();
          await page.locator('.recharts-area-curve:visible').first().waitFor();
          await page.waitForTimeout(1500);
          await expectStill('overview');
        },
        { width, isApart: true },
      );
  });

  atNight('asks three times a minute at most, less when nobody touches it, and nothing in a hidden tab', async () => {
    await site.walk(
      async ({ page }) => {
        await seeded();
        await page.clock.install();
        await site.openDemo(page);
        await page.getByRole('row').filter({ hasText: 'spring_sale' }).waitFor();
        let reads = 0;
        const open = new Set<Request>();
        page.on('request', (request) => {
          open.add(request);
          if (request.url().includes('/api/v1/')) reads++;
        });
        for (const end of ['requestfinished', 'requestfailed'] as const)
          page.on(end as 'requestfinished', (request) => void open.delete(request));
        const readsIn = async (minutes: number) => {
          reads = 0;
          for (let minute = 0; minute < minutes; minute++) {
            await page.clock.runFor(60_000);
            // Responses arrive in real time, so they are awaited before the page's clock continues.
            await delay(20);
            await until(() => open.size === 0 || null);
            await page.evaluate('new Promise((done) => queueMicrotask(done))');
            await delay(20);
          }
          return reads;
        };
        const busy = await readsIn(4);
        expect(busy).toBeGreaterThanOrEqual(6);
        expect(busy).toBeLessThanOrEqual(15);
        await readsIn(2);
        expect(await readsIn(10)).toBeLessThanOrEqual(9);

        const show = (state: 'hidden' | 'visible') =>
          page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
          document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));`);
        await show('hidden');
        expect(await readsIn(20)).toBe(0);
        await show('visible');
        expect(await readsIn(6)).toBeGreaterThan(0);
      },
      { isApart: true },
    );
  });

  it('says that it is offline, also on a page that was not opened before, and keeps the console', async () => {
    await site.walk(
      async ({ page, complaints }) => {
        await site.openDemo(page);
        await heading(page, 'Overview').waitFor();
        await page.locator('.recharts-surface').first().waitFor();
        await page.context().setOffline(true);
        await page.getByText('You are offline. The figures are those that were read last.').waitFor();
        await page.getByRole('link', { name: 'Books' }).click();
        await page.getByText('This page needs a connection').waitFor();
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.getByText('There is no connection yet.').waitFor();
        await page.getByRole('link', { name: 'Overview' }).click();
        await heading(page, 'Overview').waitFor();
        await page.getByRole('link', { name: 'Books' }).click();
        await page.context().setOffline(false);
        await heading(page, 'Books').waitFor();
        complaints.length = 0;
      },
      { isApart: true },
    );
  });

  atNight('shows inbox, mock servers and unknown pages in its font, with a way to the console', async () => {
    await site.walk(async ({ page, complaints }) => {
      for (const address of [site.facts.inbox, `${site.facts.api}/nothing`, site.facts.vendors]) {
        await page.goto(address);
        expect([address, await renderedFontOf(page, 'h1')]).toEqual([address, 'Inter']);
        const console = page.getByRole('link', { name: 'Console' });
        expect(await console.evaluate((link) => (link as unknown as { href: string }).href)).toBe(site.facts.console);
      }
      expect(complaints.splice(0).every((text) => text.includes('404'))).toBe(true);
    });
  });

  it('gives the demo session to its own pages alone', async () => {
    const ask = (headers: Record<string, string>) => fetch(`${site.facts.api}/local/demo-session`, { method: 'POST', headers });
    expect((await ask({})).status).toBe(403);
    expect((await ask({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })).status).toBe(403);
    const allowed = await ask({ 'sec-fetch-site': 'same-origin' });
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });
});

const pages: [path: string, title: string][] = [
  ['/', 'Overview'],
  ['/performance', 'Performance'],
  ['/start', 'Get started'],
  ['/funnel', 'Funnel'],
  ['/spend', 'Spend'],
  ['/books', 'Books'],
  ['/links', 'Link builder'],
  ['/channels', 'Channels'],
  ['/traffic', 'Traffic'],
  ['/keys', 'Keys and settings'],
  ['/webhooks', 'Webhooks'],
  ['/destinations', 'Destinations'],
  ['/competitors', 'Competitors'],
  ['/keywords', 'Keyword plan'],
  ['/assistant-ads', 'Assistant ads'],
  ['/account/profile', 'Profile'],
  ['/account/security', 'Security'],
  ['/account/people', 'People and licences'],
  ['/account/credits', 'Credits'],
  ['/account/data', 'Data'],
  ['/account/notifications', 'Notifications'],
  ['/no/such/page', 'Not found'],
  ['/events', 'Events'],
];

// Rules of contrast depend on the scheme, other rules on the width.
const looks = [
  { widths: [768, 360], dark: true },
  { widths: [1440], dark: false },
];

describe.each(someOf(looks, 1))('the console, $widths pixels wide, dark: $dark, is accessible and fits', ({ widths, dark }) => {
  const page = site.sharedWalk({ dark });
  const look = async (name: string) => {
    await expectToFit(page(), name, widths);
    await expectReachable(page(), name);
    await expectAccessible(page(), name);
  };

  it('at the sign-in', async () => {
    await page().goto(site.facts.console);
    await page().getByRole('button', { name: 'Continue with the mock provider' }).waitFor();
    await look('sign-in');
    await page().getByRole('button', { name: 'Open the demo account' }).click();
    await page().locator('.recharts-area-curve:visible').first().waitFor();
  });

  it.each(pages)('on the page %s', async (path, title) => {
    if (dark) await follow(page(), path);
    else await page().goto(`${site.facts.console}${path}`);
    await loaded(page(), title);
    await look(title);
  });

  it('in the details of an event', async () => {
    await page()
      .getByRole('button', { name: /^Details of/ })
      .first()
      .click();
    await page().getByRole('region', { name: 'curl', exact: true }).waitFor();
    await look('drawer');
    const box = await page().getByRole('dialog').boundingBox();
    expect(Math.round((box?.x ?? 0) + (box?.width ?? 0))).toBe(widths.at(-1));
  });
});
