import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { settled, until } from '#test/kit/until.ts';
import type { Site } from '../site.ts';
import { expectAccessible, expectToFit, heading, loaded } from '../walk.ts';

export function filterWalks(site: Site) {
  type Row = Record<'campaign' | 'ad_id' | 'event_type' | 'currency' | 'value', string> & { count: number };
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const month = () => ({ from: daysAgo(29), to: daysAgo(0) });
  const report = async (query: Record<string, string>): Promise<Row[]> => {
    const search = new URLSearchParams({ time_zone: 'UTC', group_by: 'campaign', ...month(), ...query });
    return (await site.read<{ rows: Row[] }>(`/api/v1/pixel/reports/conversions?${search}`)).rows;
  };
  const sum = (rows: readonly { count: number }[]) => rows.reduce((total, { count }) => total + count, 0);
  const cents = (rows: readonly Row[], currency: string) =>
    rows.filter((row) => row.currency === currency).reduce((total, { value }) => total + Math.round(Number(value) * 100), 0);
  const money = (amount: number) => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(amount / 100);
  const post = async (path: string, body: object, token = site.facts.demo.secret_key) => {
    const answer = await fetch(`${site.facts.api}/api/v1/pixel/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, string>;
  };
  const order = async (campaign: string, event_id: string, value: number) => {
    const url = `https://shop.example/?${new URLSearchParams({ svc_campaign: campaign })}`;
    const { sid } = await post('sessions', { key: site.facts.demo.public_key, url }, '');
    await post('server-events', {
      event_type: 'order_created',
      event_id,
      value,
      currency: 'USD',
      svc_click_id: sid,
    });
  };

  const hostile = '"><img src=x onerror=alert(1)>\u202eevil&campaign=other';
  beforeAll(async () => {
    await until(async () => sum(await report({})) > 100, 60);
    await order(hostile, 'order_created:hostile', 12.5);
    await settled(
      async () => ({ all: sum(await report({})), ofHostile: (await report({ campaign: hostile })).length }),
      ({ ofHostile }) => ofHostile > 0,
    );
  });

  const tile = (page: Page, label: string) => page.locator('.tiles > *').filter({ hasText: label });
  const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
  const chip = (page: Page, text: string) => page.getByRole('button', { name: `Remove the filter ${text}` });
  const hasFigures = async (page: Page, rows: readonly Row[]) => {
    await tile(page, 'Conversions')
      .getByText(String(sum(rows)), { exact: true })
      .waitFor();
    await tile(page, 'Attributed value')
      .getByText(money(cents(rows, 'USD')), { exact: true })
      .waitFor();
  };
  const fileOf = async (page: Page, name: string | RegExp) => {
    const saved = page.waitForEvent('download');
    await region(page, name).getByRole('button', { name: 'Export CSV' }).click();
    return readFileSync(await (await saved).path(), 'utf8')
      .trimEnd()
      .split('\r\n');
  };
  const view = '?zone=UTC&period=30d&currency=USD';

  describe('a click on a name filters the overview', () => {
    it('in all its parts, as the API has it, and the address restores it', async () => {
      await site.walk(async ({ page }) => {
        await site.openDemo(page, `/console${view}`);
        await hasFigures(page, await report({}));
        const name = page.getByRole('button', { name: 'Show only spring_sale', exact: true });
        await name.focus();
        await page.keyboard.press('Enter');
        const spring = await report({ campaign: 'spring_sale', group_by: 'campaign,event_type,ad_id' });
        await hasFigures(page, spring);
        expect(page.url()).toContain('campaign=spring_sale');
        await tile(page, 'Ad clicks').getByText('Of all campaigns').waitFor();
        await tile(page, 'Conversion rate').getByText('–', { exact: true }).waitFor();
        await page.getByText('they are of all.').waitFor();
        expect(await page.getByRole('row').filter({ hasText: 'Not attributed' }).count()).toBe(0);

        const lines = (await fileOf(page, 'Campaigns')).slice(1).map((line) => line.split(','));
        for (const [campaign, , ad, currency, count, value, perOrder] of lines) {
          const own = spring.filter((row) => row.ad_id === ad && row.currency === currency);
          const orders = own.filter(({ event_type }) => event_type === 'order_created');
          expect([campaign, Number(count), value]).toEqual(['spring_sale', sum(own), (cents(own, currency ?? '') / 100).toFixed(2)]);
          const exact = Math.floor((2 * cents(orders, currency ?? '') + sum(orders)) / (2 * sum(orders)));
          expect(Number(perOrder)).toBe(exact / 100);
        }
        expect(lines.length).toBeGreaterThan(1);

        await page.reload();
        await hasFigures(page, spring);
        await page.getByRole('button', { name: 'Open spring_sale' }).click();
        const group = page.getByRole('button', { name: /^Show only running/ });
        await group.click();
        await chip(page, 'Ad group').waitFor();
        const named = { campaign: 'spring_sale', ad_group: 'running_shoes' };
        await hasFigures(page, await report(named));
        await expectAccessible(page, 'filtered overview');
        await expectToFit(page, 'filtered overview', [360, 1280]);
        await page.setViewportSize({ width: 360, height: 800 });
        await region(page, 'Campaigns').locator('td.wide').first().waitFor();
        await page.setViewportSize({ width: 1280, height: 900 });
        await chip(page, 'Ad group').click();
        await hasFigures(page, spring);

        await page.getByRole('button', { name: 'Show only order_created' }).click();
        await chip(page, 'Type: order_created').waitFor();
        await hasFigures(page, await report({ campaign: 'spring_sale', event_type: 'order_created' }));
        await region(page, /by day$/)
          .getByRole('button', { name: 'Show as a table' })
          .click();
        const days = region(page, /by day$/).getByRole('button', { name: /^Show only / });
        await days.nth(27).click();
        await region(page, /by hour$/).waitFor();
        const day = {
          from: daysAgo(2),
          to: daysAgo(2),
          campaign: 'spring_sale',
          event_type: 'order_created',
        };
        expect(new URL(page.url()).searchParams.get('day')).toBe(day.from);
        await hasFigures(page, await report(day));
        const [head, ...hours] = await fileOf(page, /by hour$/);
        expect([head, hours.length]).toEqual(['hour,value_USD,before', 24]);
        const cells = hours.reduce((total, line) => total + Math.round(Number(line.split(',')[1]) * 100), 0);
        expect(cells).toBe(cents(await report(day), 'USD'));
        await page.getByRole('button', { name: 'Clear all' }).focus();
        await page.keyboard.press('Enter');
        await hasFigures(page, await report({}));
        expect(await region(page, 'Filters').count()).toBe(0);
      });
    });

    it('whatever its text, and it compares with what a person chooses', async () => {
      await site.walk(async ({ page }) => {
        await site.openDemo(page, `/console${view}`);
        await page.getByRole('button', { name: 'Show only "><img' }).click();
        await hasFigures(page, await report({ campaign: hostile }));
        await page.reload();
        await hasFigures(page, await report({ campaign: hostile }));
        expect(await chip(page, 'Campaign').textContent()).toContain(hostile);
        expect(await page.locator('img[src=x]').count()).toBe(0);
        await page.getByRole('link', { name: 'See every event' }).click();
        await heading(page, 'Events').waitFor();
        await page.getByRole('button', { name: 'Details of order_created:hostile' }).waitFor();
        expect(await page.getByRole('button', { name: /^Details of/ }).count()).toBe(1);

        await page.goto(`${site.facts.console}?zone=UTC&currency=USD&period=12m`);
        await loaded(page, 'Overview');
        await region(page, /by week$/).waitFor();
        await page.getByText('Month', { exact: true }).click();
        await region(page, /by month$/).waitFor();
        const year = { from: `${Number(daysAgo(0).slice(0, 4)) - 1}${daysAgo(0).slice(4)}`, to: daysAgo(0) };
        await hasFigures(page, await report(year));
        await page.getByLabel('Compare with').selectOption('year');
        await page.getByText(/^Changes compare whole days/).waitFor();
        expect(page.url()).toContain('compare=year');
        await page.getByLabel('Compare with').selectOption('none');
        await page.getByText(/^Changes compare whole days/).waitFor({ state: 'detached' });
        expect(await page.locator('.tiles').getByText('vs. before').count()).toBe(0);
        await page.getByText(/is not over\.$/).waitFor();
        await page.getByLabel('Period').selectOption('today');
        await region(page, /by hour$/).waitFor();
      });
    });
  });

  describe('the events', () => {
    it('are found by suggestions and a part of a name, by days, and by a click', async () => {
      await site.walk(async ({ page }) => {
        await site.openDemo(page, '/console/events?zone=UTC');
        await loaded(page, 'Events');
        const campaign = page.getByRole('combobox', { name: 'Campaign, or a part of it' });
        await campaign.click();
        await campaign.pressSequentially('SPRING', { delay: 20 });
        await page.waitForURL(/contains=SPRING/);
        await until(async () => {
          const cells = await page.locator('td.wide').allTextContents();
          return cells.length > 0 && cells.every((text) => /spring/i.test(text));
        }, 10);
        await page.getByRole('option', { name: 'spring_sale' }).waitFor();
        await expectAccessible(page, 'events with suggestions');
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await page.waitForURL(/campaign=spring_sale/);
        await chip(page, 'Campaign: spring_sale').waitFor();
        expect(page.url()).not.toContain('contains');
        await page.keyboard.press('Escape');
        await chip(page, 'Campaign: spring_sale').click();
        await until(async () => (await campaign.inputValue()) === '', 5);

        await page.getByLabel('Period').selectOption('yesterday');
        await page.waitForURL(/period=yesterday/);
        const { events } = await site.read<{ events: unknown[] }>(
          `/api/v1/pixel/events?time_zone=UTC&from=${daysAgo(1)}&to=${daysAgo(1)}&limit=100`,
        );
        const rows = page.getByRole('button', { name: /^Details of/ });
        await until(async () => (await rows.count()) === Math.min(50, events.length), 10);
        await page.getByRole('combobox', { name: 'Event type' }).fill('never_sent');
        await page.getByText('choose another period at the top of the page').waitFor();
        await chip(page, 'Type: never_sent').click();

        await page.getByLabel('Period').selectOption('30d');
        await page.getByRole('row').getByRole('button', { name: 'Show only No ad click (organic)' }).first().click();
        await page.waitForURL(/reason=no_ad_click/);
        await chip(page, 'Reason').click();
        await page.getByText('Attributed', { exact: true }).first().click();
        await rows.first().click();
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^Show only pk_/ })
          .click();
        await page.waitForURL(/pixel=pk_/);
        await page.setViewportSize({ width: 360, height: 800 });
        await rows.first().waitFor();
        const earnedBy = page
          .getByRole('row')
          .nth(1)
          .getByRole('button', { name: /^Show only / });
        await earnedBy.first().waitFor();
        await expectToFit(page, 'events', [360]);
      });
    });

    it('arrive by themselves while the live tail is on, which keeps the place and stops on an error', async () => {
      await site.walk(async ({ page, complaints }) => {
        await site.openDemo(page, '/console/events?zone=UTC');
        await loaded(page, 'Events');
        await page.getByRole('button', { name: 'Load more' }).click();
        const rows = page.getByRole('button', { name: /^Details of/ });
        await until(async () => (await rows.count()) > 50, 10);
        const live = page.getByRole('switch', { name: 'Live tail' });
        await live.press('Space');
        const place = await rows.nth(30).elementHandle();
        await place?.scrollIntoViewIfNeeded();
        const top = async () => Math.round((await place?.boundingBox())?.y ?? -1);
        const before = await top();
        await order('live_campaign', 'order_created:live-1', 5);
        const arrived = page.getByRole('button', { name: 'Details of order_created:live-1' });
        await arrived.waitFor({ state: 'attached' });
        expect(await rows.first().textContent()).toContain('live-1');
        expect(Math.abs((await top()) - before)).toBeLessThan(4);
        expect(await rows.count()).toBeGreaterThan(100);
        await page.context().setOffline(true);
        await page.getByText('Live updates stopped: The service cannot be reached').waitFor();
        expect(await live.isChecked()).toBe(false);
        await page.context().setOffline(false);
        complaints.splice(0);
      });
    });
  });

  describe('the funnel', () => {
    it('names what its steps count, draws nothing for nothing, and says what a filter does not touch', async () => {
      await site.walk(async ({ page }) => {
        await site.openDemo(page, `/console/funnel${view}`);
        await loaded(page, 'Funnel');
        const path = `/api/v1/pixel/reports/funnel?time_zone=UTC&from=${month().from}&to=${month().to}`;
        const { sessions, steps } = await site.read<{
          sessions: { ad: number; organic: number };
          steps: { count: number }[];
        }>(path);
        expect(sessions.ad + sessions.organic).toBe(steps[0]?.count);
        const traffic = await site.read<{
          people: { clicks: number; ad_clicks: number };
          left_out: { clicks: number };
        }>(path.replace('funnel', 'traffic'));
        const { left_out: out } = traffic;
        expect(out.clicks).toBeGreaterThan(0);
        const people = {
          ad: traffic.people.ad_clicks,
          organic: traffic.people.clicks - traffic.people.ad_clicks,
        };
        const count = (number: number) => number.toLocaleString('en-US');
        await page.getByText(`visits: ${people.ad.toLocaleString('en-US')} from ads, ${people.organic} others`).waitFor();
        await page.getByText(`Left out: ${count(out.clicks)} of bots and your staff.`).waitFor();
        await page.getByText('All clicks', { exact: true }).click();
        await page.getByText('are of all visitors, bots and your staff included.').waitFor();
        expect(new URL(page.url()).searchParams.get('traffic')).toBe('all');
        await page.getByText(`visits: ${sessions.ad.toLocaleString('en-US')} from ads, ${sessions.organic} others`).waitFor();
        const bars = await page.locator('.bar-track').evaluateAll((tracks) =>
          tracks.map((track) => {
            const bar = track.firstElementChild?.getBoundingClientRect().width ?? 0;
            return bar / track.getBoundingClientRect().width;
          }),
        );
        const most = Math.max(...steps.map(({ count }) => count));
        const expected = steps.map(({ count }) => count / most);
        for (const [i, bar] of bars.entries()) expect(bar).toBeCloseTo(expected[i] ?? -1, 2);
        await page.getByText('More than sessions, since a visitor sees several pages.').waitFor();
        const findings = region(page, 'Findings');
        await findings.getByText('Event IDs are used twice').waitFor();
        expect(await findings.textContent()).not.toMatch(/>order_created|\d %/);
        expect(await findings.textContent()).not.toContain('event_id_conflict');
        await expectAccessible(page, 'funnel');

        await page.goto(`${site.facts.console}/funnel${view}&campaign=spring_sale`);
        await page.getByText('not counted by campaign: they are of all').waitFor();
        const rows = region(page, 'Conversions by type').getByRole('row');
        const spring = await report({ campaign: 'spring_sale', group_by: 'event_type' });
        const orders = spring.filter(({ event_type }) => event_type === 'order_created');
        await rows
          .filter({ hasText: 'order_created' })
          .getByText(String(sum(orders)), { exact: true })
          .waitFor();
        await page.getByText(`visits: ${count(people.ad)} from ads`).waitFor();
        await expectToFit(page, 'funnel', [360]);
      });
    });
  });

  describe('Ctrl-K', () => {
    it('finds pages, campaigns, actions and events by keyboard, and ? lists the shortcuts', async () => {
      await site.walk(async ({ page }) => {
        await site.openDemo(page, '/console?zone=UTC');
        await loaded(page, 'Overview');
        const dialog = page.getByRole('dialog');
        const find = page.getByRole('combobox', { name: /^Find a page/ });
        const choose = async (text: string) => {
          await page.keyboard.press('Control+k');
          await find.fill(text);
          await dialog.getByRole('option').first().waitFor();
        };
        await choose('webhooks');
        await expectAccessible(page, 'palette');
        await page.keyboard.press('Enter');
        await heading(page, 'Webhooks').waitFor();
        await choose('rejected');
        await page.keyboard.press('Enter');
        await page.waitForURL(/events.*outcome=rejected/);
        await choose('order_created:hostile');
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'Details of order_created:hostile' }).waitFor();
        await choose('spring');
        await page.getByRole('option', { name: /^spring_sale/ }).waitFor();
        await page.getByRole('option', { name: /^spring_sale/ }).click();
        await chip(page, 'Campaign: spring_sale').waitFor();
        const button = page.getByRole('button', { name: 'Find (Ctrl K)' });
        await button.focus();
        await page.keyboard.press('Enter');
        await find.press('ArrowUp');
        expect(await dialog.getByRole('option').last().getAttribute('aria-selected')).toBe('true');
        await find.fill('<b>nothing');
        await page.getByText('Nothing is called that').waitFor();
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
        await until(() => button.evaluate((element) => element === element.ownerDocument.activeElement), 5);
        await page.keyboard.press('?');
        await dialog.getByText('Show these shortcuts').waitFor();
        await expectAccessible(page, 'shortcuts');
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });

        await page.goto(`${site.facts.console}/competitors?tab=prompts`);
        await page.getByRole('tab', { name: 'Prompts', selected: true }).waitFor();
        await page.getByRole('tab', { name: 'Their ads' }).click();
        await page.waitForURL(/tab=ads/);
        await page.goBack();
        await page.getByRole('tab', { name: 'Prompts', selected: true }).waitFor();
      });
    });
  });
}
