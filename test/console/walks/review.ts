import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { until } from '#test/kit/until.ts';
import type { Site } from '../site.ts';
import { expectAccessible, expectToFit, follow, heading, loaded } from '../walk.ts';

const money = (value: string, currency: string) => new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(Number(value));

export function reviewWalks(site: Site) {
  describe('a fresh reader', () => {
    it('sees what the assistant’s ads earned each day, in every currency, as the API has it', async () => {
      type Reports = { reports: { day: string; currency: string }[] };
      type Days = { rows: { day: string; currency: string | null; value: string }[] };
      const list = async () => (await site.read<Reports>('/api/v1/dashboard/assistant-ads-reports?limit=30')).reports;
      await until(async () => ((await list()).length === 5 ? true : null), 60);
      const reports = await list();
      const [from, to] = [reports.at(-1)?.day, reports[0]?.day];
      const { rows } = await site.read<Days>(
        `/api/v1/pixel/reports/performance?from=${from}&to=${to}&time_zone=UTC&channel=assistant_paid&group_by=day`,
      );
      expect(rows.some(({ value }) => Number(value) > 0)).toBe(true);
      const expected = reports.map(({ day, currency }) => {
        const amounts = rows.filter((row) => row.day === day && row.currency && Number(row.value) > 0);
        return amounts.map((row) => money(row.value, row.currency ?? '')).join(' and ') || money('0', currency);
      });
      await site.walk(async ({ page }) => {
        await site.openDemo(page, '/console/assistant-ads?zone=UTC');
        const section = page.getByRole('region', { name: 'Reports', exact: true });
        await expect.poll(() => section.locator('tbody tr td:last-child').allInnerTexts()).toEqual(expected);
        expect(await page.locator('.tiles').getByText('As the assistant counts').count()).toBe(2);
        await expectAccessible(page, 'assistant ads');
      });
    });

    it('comes from a channel of the page Traffic to the clicks of its campaigns', async () => {
      await site.walk(async ({ page }) => {
        await site.openDemo(page, '/console/traffic?zone=UTC&period=30d');
        const row = page.getByRole('region', { name: 'Rates by channel' }).getByRole('row', { name: /Paid search/ });
        const clicks = await row.getByRole('cell').nth(1).textContent();
        await row.getByRole('link', { name: 'Paid search' }).click();
        await heading(page, 'Performance').waitFor();
        await page.getByRole('button', { name: 'Remove the filter Channel: Paid search' }).waitFor();
        expect(new URL(page.url()).searchParams.get('period')).toBe('30d');
        await page
          .locator('.tiles > *')
          .filter({ has: page.getByText('Clicks', { exact: true }) })
          .getByText(clicks ?? '', { exact: true })
          .waitFor();
      });
    });

    it('comes from a finding of Books to the orders that it names', async () => {
      await site.walk(async ({ page }) => {
        await site.openDemo(page, '/console/books');
        const finding = page.getByRole('alert').filter({ hasText: 'each attempt was rejected' });
        await finding.getByRole('link', { name: 'See each' }).click();
        const orders = page.getByRole('region', { name: 'Orders: Rejected' });
        await orders.waitFor();
        await expect.poll(async () => (await orders.boundingBox())?.y ?? -1).toSatisfy((y: number) => y > 50 && y < 700);
      });
    });

    it('reads whole placeholders, names and rules, folds filters, and sees that a wide table goes on', async () => {
      await site.walk(
        async ({ page }) => {
          await site.openDemo(page, '/console/events');
          await loaded(page, 'Events');
          expect(await cutPlaceholders(page)).toEqual([]);
          for (const [path, title] of [
            ['/competitors', 'Competitors'],
            ['/performance?zone=UTC&compare=none', 'Performance'],
          ] as const) {
            await follow(page, path);
            await loaded(page, title);
            expect(await cutPlaceholders(page)).toEqual([]);
          }
          await page.setViewportSize({ width: 768, height: 900 });
          expect(await cutPlaceholders(page)).toEqual([]);
          const table = page.getByRole('region', { name: 'Table of campaigns' });
          await table.getByText('brand_search').waitFor();
          const region = `document.querySelector('section[aria-label="Table of campaigns"]')`;
          const shadow = () => page.evaluate<string>(`getComputedStyle(${region}).boxShadow`);
          expect(await shadow()).toMatch(/inset/);
          await page.evaluate(`${region}.scrollTo(${region}.scrollWidth, 0)`);
          await expect.poll(async () => /-16px/.test(await shadow())).toBe(false);

          await follow(page, '/?period=30d');
          await loaded(page, 'Overview');
          const name = page.getByRole('region', { name: 'Table of campaigns' }).getByText('brand_search');
          await name.waitFor();
          // A line of a table is 21 px high.
          expect((await name.boundingBox())?.height).toBeLessThan(30);
          await expectToFit(page, 'overview', [360, 768, 1440]);

          await page.setViewportSize({ width: 360, height: 900 });
          await follow(page, '/events?outcome=matched');
          await loaded(page, 'Events');
          const reason = page.getByLabel('Reason', { exact: true });
          expect(await reason.isVisible()).toBe(false);
          await page.getByRole('button', { name: 'Filters' }).click();
          await reason.waitFor();
          await page
            .getByRole('button', { name: /^Details of/ })
            .first()
            .click();
          const details = page.getByRole('dialog');
          await details.getByText(/^\d+\. \w+ is /).waitFor();
          await details.getByRole('row', { name: /^Traffic People/ }).waitFor();
        },
        { width: 1440 },
      );
    });

    it('comes from an order without an ad to the guide, and reads words in place of codes', async () => {
      await site.walk(async ({ page }) => {
        await site.openDemo(page, '/console/events?outcome=unmatched');
        await page
          .getByRole('button', { name: /^Details of/ })
          .first()
          .click();
        const guide = page.getByRole('dialog').getByRole('link', { name: 'Why is my sale not attributed?' });
        const answer = await fetch(new URL((await guide.getAttribute('href')) ?? '', site.facts.api));
        expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Why is my sale not')]);
        await page.goto(`${site.facts.console}/account/credits`);
        await page.getByText('Monthly credits of a licence').waitFor();
        expect(await page.getByText('topup').count()).toBe(0);
        await page.goto(`${site.facts.console}/spend?tab=joins`);
        await page.getByText(/All clicks includes clicks of bots/).waitFor();
        await page.goto(`${site.facts.console}/account/security`);
        const codes = page.getByRole('region', { name: 'Table of activity' }).getByText(/^[0-9a-f]{8}$/);
        await codes.first().waitFor();
        await page.getByText(/Equal codes are the same network/).waitFor();
      });
    });

    it('sees that Performance and the event log load again after “Refresh”, and that figures are not mixed', async () => {
      await site.walk(async ({ page }) => {
        await site.openDemo(page, '/console/performance?zone=UTC');
        await page.getByRole('region', { name: 'Table of campaigns' }).getByText('brand_search').waitFor();
        await page.locator('.recharts-surface').first().waitFor();
        await page.route(/reports\/performance\?(.*&)?limit=1(&|$)/, async (route) => {
          await setTimeout(3000);
          await route.continue();
        });
        const busy = page.locator('[aria-busy=true]:not(button)');
        await expect.poll(() => busy.count()).toBe(0);
        await page.getByRole('button', { name: 'Refresh' }).click();
        await page.getByRole('status').getByText('Updating…').waitFor();
        await page.waitForTimeout(1000);
        expect(await busy.count()).toBe(3);
        expect(await page.evaluate<string>(`getComputedStyle(document.querySelector('.tiles').closest('[aria-busy]')).opacity`)).toBe(
          '0.55',
        );
        await page.getByText(/^Changes compare .*As of/).waitFor();
        await expect.poll(() => busy.count()).toBe(0);
        await follow(page, '/events?zone=UTC');
        const log = page.getByRole('region', { name: 'Event log' });
        await log.getByText('Attributed', { exact: true }).first().waitFor();
        await page.route('**/pixel/events?*', async (route) => {
          await setTimeout(2000);
          await route.continue();
        });
        await page.getByRole('button', { name: 'Refresh' }).click();
        const [spinner, button] = await Promise.all([
          page.locator('.mantine-Button-loader').boundingBox(),
          page.getByRole('button', { name: 'Refresh' }).boundingBox(),
        ]);
        expect(spinner?.y).toBeGreaterThan(button?.y ?? 0);
        expect((spinner?.y ?? 0) + (spinner?.height ?? 0)).toBeLessThan((button?.y ?? 0) + (button?.height ?? 0));
        await busy.filter({ has: page.getByRole('table') }).waitFor({ state: 'attached' });
        await page.getByRole('status').getByText('Updating…').waitFor();
        await expect.poll(() => busy.count()).toBe(0);
      });
    });

    it('sees that the figures and lists of a page that was left are being updated', async () => {
      await site.walk(
        async ({ page }) => {
          await site.openDemo(page, '/console?zone=UTC');
          await loaded(page, 'Overview');
          await page.locator('.recharts-surface').first().waitFor();
          await follow(page, '/account/security');
          await loaded(page, 'Security');
          const activity = page.getByRole('region', { name: 'Table of activity' });
          await activity.waitFor();
          await page.clock.setSystemTime(Date.now() + 30_000);
          await page.route(/\/(reports\/conversions|activity)\?/, async (route) => {
            await setTimeout(3000);
            await route.continue();
          });
          const busy = page.locator('[aria-busy=true]');
          await follow(page, '/?zone=UTC');
          await busy.filter({ has: page.locator('.tiles') }).waitFor({ state: 'attached' });
          await expect.poll(() => busy.count()).toBe(0);
          await follow(page, '/account/security');
          await busy.filter({ has: activity }).waitFor({ state: 'attached' });
          await page.getByRole('status').getByText('Updating…').waitFor();
          await expect.poll(() => busy.count()).toBe(0);
        },
        { isApart: true },
      );
    });

    it('comes from clicks without spend to the same clicks on Performance', async () => {
      await site.walk(async ({ page }) => {
        await site.openDemo(page, '/console/spend?tab=joins');
        const table = page.getByRole('region', { name: 'Table of clicks without spend' });
        await table.getByText('All clicks').waitFor();
        const cells = await table.locator('tbody tr').first().getByRole('cell').allInnerTexts();
        await page.getByRole('link', { name: 'See the same clicks on Performance' }).click();
        const row = page
          .getByRole('region', { name: 'Table of ads' })
          .getByRole('row')
          .filter({ hasText: 'ad_51' })
          .filter({ hasText: 'none by this name' });
        await expect.poll(() => row.getByRole('cell').allInnerTexts()).toContain(cells[1]);
      });
    });

    it('reads rules, activity, findings and sources in whole words', async () => {
      await site.walk(
        async ({ page }) => {
          await site.openDemo(page, '/console/traffic?zone=UTC');
          await page.getByText(/and nobody scrolled, pointed or typed/).waitFor();
          expect(await cutTexts(page)).toEqual([]);
          await follow(page, '/account/security');
          const spend = page.getByText(/Spend after:/).first();
          const more = page.getByRole('button', { name: 'Load more' });
          const loadMore = () => more.click({ timeout: 1000 }).catch(() => {});
          await expect.poll(async () => (await spend.isVisible()) || (await loadMore())).toBe(true);
          expect(await cutTexts(page)).toEqual([]);
          await follow(page, '/channels?link=https%3A%2F%2Fshop.example%2F%3Futm_source%3Dchatgpt.com');
          const rule = 'utm_source or the page before is an AI assistant';
          await page.getByRole('region', { name: 'Test a link' }).getByText(rule).waitFor();
          await expectToFit(page, 'channels', [360]);
          expect(await overlapping(page)).toEqual([]);
          await follow(page, '/funnel?period=30d');
          await page.getByText(/were rejected: a field is missing or wrong/).waitFor();
          await page.getByText('order_created and purchase_completed (1)').waitFor();
          await follow(page, '/competitors');
          const sources = page.locator('article').getByText('Found on');
          await sources.first().waitFor();
          for (const source of await sources.all()) {
            const hosts = await source.getByRole('link').allInnerTexts();
            expect(new Set(hosts).size).toBe(hosts.length);
          }
        },
        { width: 360 },
      );
    });
  });
}

export function firstDayWalks(site: Site) {
  describe('an account on its first day', () => {
    it('is led from Traffic to the pixel, and from Assistant ads to links and spend', async () => {
      await site.walk(async ({ page }) => {
        await site.openDemo(page, '/console/traffic?from=2026-01-01&to=2026-01-02');
        await page.getByText('No clicks in this period').waitFor();
        await page.getByRole('link', { name: 'Get started' }).last().click();
        await heading(page, 'Get started').waitFor();
        // The changed response is that of an account without a connection.
        await page.route('**/api/v1/auth/me', async (route) => {
          const response = await route.fetch();
          await route.fulfill({
            response,
            json: { ...(await response.json()), assistant_ads_enabled: false },
          });
        });
        await page.goto(`${site.facts.console}/assistant-ads`);
        await page.getByText('Assistant ads are not connected').waitFor();
        await page.getByText('Ask the operator of this service to connect').waitFor();
        await expectAccessible(page, 'assistant ads without an account');
        expect(await page.getByRole('link', { name: 'Build a link' }).getAttribute('href')).toContain('/links');
        await page.getByRole('link', { name: 'Import spend' }).click();
        await heading(page, 'Spend').waitFor();
      });
    });

    it('knows whom to ask for a licence, for credits and for a connection', async () => {
      await site.walk(async ({ page }) => {
        await page.route('**/api/v1/auth/me', async (route) => {
          const response = await route.fetch();
          const json = { ...(await response.json()), support_email: 'help@operator.example' };
          await route.fulfill({ response, json: { ...json, assistant_ads_enabled: false } });
        });
        await site.openDemo(page, '/console/account/people');
        for (const path of ['/account/people', '/account/credits', '/assistant-ads']) {
          await follow(page, path);
          const link = page.locator('main').getByRole('link', { name: 'help@operator.example' });
          await link.waitFor();
          expect(await link.getAttribute('href')).toBe('mailto:help@operator.example');
        }
        await expectAccessible(page, 'whom to ask');
      });
    });
  });
}

const cutPlaceholders = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('main input[placeholder]')].filter((field) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(field);
    const pen = document.createElement('canvas').getContext('2d');
    pen.font = font;
    const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    return field.checkVisibility() && pen.measureText(field.placeholder).width > room;
  }).map((field) => field.placeholder)`);

const cutTexts = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('td, td *')]
    .filter((one) => one.clientHeight > 0 && one.scrollHeight > one.clientHeight + 2 && getComputedStyle(one).overflow === 'hidden')
    .map((one) => one.textContent)`);

const overlapping = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('.cards tr:not(:has(td:nth-child(3)))')].filter((row) => {
    const [text, badge] = [row.querySelector('td'), row.querySelector('td:last-child .mantine-Badge-root')];
    return badge && text.getBoundingClientRect().right > badge.getBoundingClientRect().left;
  }).map((row) => row.textContent)`);
