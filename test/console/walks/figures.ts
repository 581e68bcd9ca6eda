import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { until } from '#test/kit/until.ts';
import type { Site } from '../site.ts';
import { heading } from '../walk.ts';

const dayMs = 86_400_000;
const day = (at: number) => new Date(at).toISOString().slice(0, 10);

/** No two figures of the account are equal, so a page cannot show a wrong figure unnoticed. */
export function figureWalks(site: Site) {
  describe('the figures', () => {
    const now = Date.now();
    const before = now - dayMs;
    beforeAll(async () => {
      const { api, demo } = site.facts;
      const call = async (method: string, path: string, body: object, token: string) => {
        const answer = await fetch(`${api}/api/v1/pixel/${path}`, {
          method,
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify(body),
        });
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
        return (await answer.json()) as Record<string, string>;
      };
      const post = (path: string, body: object, token: string) => call('POST', path, body, token);
      const testKey = async (kind: string) =>
        (await post('keys', { name: `Figures ${kind}`, kind, environment: 'test' }, demo.access_token)).key ?? '';
      const [publicKey, secretKey] = [await testKey('public'), await testKey('secret')];
      const click = async (campaign: string, key = demo.public_key) => {
        const url = `https://shop.example/?svc_campaign=${campaign}&svc_ad_group=${campaign}_group&svc_ad_id=${campaign}_ad`;
        return (await post('sessions', { key, url }, '')).sid;
      };
      await call('PUT', `settings?pixel_key=${publicKey}`, { identity_attribution: 'answer' }, demo.access_token);
      let orders = 0;
      const order = (
        svc_click_id: string | undefined,
        value: number,
        currency: string,
        at: number,
        key?: string,
        external_user_id?: string,
      ) =>
        post(
          'server-events',
          {
            event_type: 'order_created',
            event_id: `order_created:figures-${++orders}`,
            svc_click_id,
            value,
            currency,
            occurred_at: new Date(at).toISOString(),
            external_user_id,
          },
          key ?? demo.secret_key,
        );
      const [spring, autumn] = [await click('spring'), await click('autumn')];
      for (let more = 0; more < 6; more++) await click('spring');
      for (const value of [10.5, 20]) await order(spring, value, 'USD', now);
      await order(autumn, 7, 'EUR', now);
      await order(spring, 5, 'USD', before);
      await order(`s_${'0'.repeat(22)}`, 100, 'USD', now);
      await order(await click('winter', publicKey), 3, 'USD', now, secretKey);
      for (const [value, currency] of [
        [50, 'USD'],
        [40, 'EUR'],
        [0, 'USD'],
      ] as const)
        await order(`s_${'0'.repeat(22)}`, value, currency, now, secretKey);
      const [sid, external_user_id] = [await click('summer', publicKey), 'customer-1'];
      await post('identify', { key: publicKey, sid, external_user_id }, '');
      await order(`s_${'1'.repeat(22)}`, 2, 'USD', Date.now(), secretKey, external_user_id);
      await until(async () => (await counted('live')) === 4 && (await counted('test')) === 2, 30);
      await until(async () => (await converted('live')) === 4 && (await converted('test')) === 2, 30);
    });
    const converted = async (environment: string) =>
      (await site.read<{ all: { conversions: number } }>(`/api/v1/pixel/reports/traffic?environment=${environment}`)).all.conversions;
    const counted = async (environment: string) => {
      const path = `/api/v1/pixel/reports/conversions?group_by=campaign&environment=${environment}`;
      const { rows } = await site.read<{ rows: { count: number }[] }>(path);
      return rows.reduce((sum, { count }) => sum + count, 0);
    };

    const range = `from=${day(now)}&to=${day(now)}`;
    const view = `${range}&traffic=all`;
    const tiles = async (page: Page) => {
      const texts = await page.locator('.tiles > *').allInnerTexts();
      return texts.map((text) => text.split(/\s*\n\s*/).filter(Boolean));
    };
    const hasTiles = (page: Page, expected: readonly string[][], count?: number) =>
      expect.poll(async () => (await tiles(page)).slice(0, count)).toEqual(expected);
    const cells = async (section: Locator) => {
      const rows = await section.getByRole('row').all();
      const texts = await Promise.all(rows.map((row) => row.getByRole('cell').allInnerTexts()));
      return texts.map((row) => row.map((text) => text.replace(/^Show only\s+/, '')));
    };
    const file = async (page: Page, section: Locator) => {
      const saved = page.waitForEvent('download');
      await section.getByRole('button', { name: 'Export CSV' }).click();
      return readFileSync(await (await saved).path(), 'utf8')
        .trimEnd()
        .split('\r\n');
    };

    it('of the overview are those of the period, the currency and the environment, in tiles, tables and files', async () => {
      await site.walk(async ({ page }) => {
        await site.openDemo(page, `/console?${view}`);
        await heading(page, 'Overview').waitFor();
        const rate = page.locator('.tiles').getByText('50%');
        await rate.waitFor();
        await hasTiles(page, [
          ['Attributed value', '$30.50'],
          ['Conversions', '3', '2 of them in USD'],
          ['Ad clicks', '8'],
          ['Conversion rate', '50%', 'order_created, by the day of the click'],
          ['Attributed share', '80%', 'Of all events, by the day they arrived'],
        ]);

        const campaigns = page.getByRole('region', { name: 'Campaigns' });
        for (const name of ['spring', 'spring_group', 'autumn', 'autumn_group'])
          await page.getByRole('button', { name: `Open ${name}` }).click();
        const rows = (await cells(campaigns)).filter((row) => row.length > 0).map((row) => row.map((one) => one.trim()));
        expect(rows.slice(0, 7)).toEqual([
          ...['spring', 'spring_group', 'spring_ad'].map((name) => [name, '2', '$30.50', '$15.25']),
          ...['autumn', 'autumn_group', 'autumn_ad'].map((name) => [
            name,
            '1',
            expect.stringContaining('€7.00'),
            expect.stringContaining('€7.00'),
          ]),
          ['Not attributed', '1', '$100.00', '–'],
        ]);
        expect(await file(page, campaigns)).toEqual([
          'campaign,ad_group,ad_id,currency,conversions,value,value_per_order',
          'autumn,autumn_group,autumn_ad,EUR,1,7.00,7.00',
          'spring,spring_group,spring_ad,USD,2,30.50,15.25',
          '(not attributed: Unknown click ID),,,USD,1,100.00,',
        ]);

        const hours = page.getByRole('region', { name: /by hour$/ });
        await hours.getByRole('button', { name: 'Show as a table' }).click();
        const summed = async () => {
          const [head, ...lines] = await file(page, hours);
          const column = (at: number) => lines.reduce((sum, line) => sum + Number(line.split(',')[at]), 0);
          return [head, column(1), column(2)];
        };
        expect(await summed()).toEqual(['hour,value_USD,before', 30.5, 5]);
        await hours.getByText('Conversions', { exact: true }).first().click();
        expect(await summed()).toEqual(['hour,conversions,before', 3, 1]);
      });
    });

    it('of another currency, another day and the test environment are others', async () => {
      await site.walk(async ({ page }) => {
        await site.openDemo(page, `/console?${view}&currency=EUR`);
        await page.locator('.tiles').getByText('€7.00').waitFor();
        await hasTiles(
          page,
          [
            ['Attributed value', '€7.00'],
            ['Conversions', '3', '1 of them in EUR'],
          ],
          2,
        );
        await page.goto(`${site.facts.console}?traffic=all&from=${day(before)}&to=${day(before)}`);
        await page.locator('.tiles').getByText('$5.00').waitFor();
        await hasTiles(
          page,
          [
            ['Attributed value', '$5.00', 'No data before'],
            ['Conversions', '1', 'No data before'],
            ['Ad clicks', '0', 'No data before'],
          ],
          3,
        );
        await page.goto(`${site.facts.console}?${view}&env=test`);
        await page.locator('.tiles').getByText('$5.00').waitFor();
        await hasTiles(page, [
          ['Attributed value', '$5.00', 'Of it by user ID: $2.00'],
          ['Conversions', '2'],
          ['Ad clicks', '2'],
          ['Conversion rate', '100%', 'order_created, by the day of the click'],
          ['Attributed share', '40%', 'Of all events, by the day they arrived'],
        ]);
        const campaigns = page.getByRole('region', { name: 'Campaigns' });
        const unknown = '(not attributed: Unknown click ID),,';
        expect((await file(page, campaigns)).filter((line) => line.startsWith(unknown)).sort()).toEqual([
          `${unknown},,1,,`,
          `${unknown},EUR,1,40.00,`,
          `${unknown},USD,1,50.00,`,
        ]);
        const tomorrow = day(now + dayMs);
        await page.goto(`${site.facts.console}?from=${tomorrow}&to=${tomorrow}&env=test`);
        await page.locator('.tiles').getByText('$0.00').waitFor();
        expect(await page.locator('.tiles').getByText('by user ID').count()).toBe(0);
      });
    });

    it('of the funnel and of the events are those that its files hold, column by column', async () => {
      await site.walk(async ({ page }) => {
        await site.openDemo(page, `/console/funnel?${range}`);
        const types = page.getByRole('region', { name: 'Event types' });
        await types.getByRole('row').nth(1).waitFor();
        const [, figures] = await cells(types);
        const lines = await file(page, types);
        expect(lines[0]).toBe('event_type,events,counted,not_counted,not_attributed');
        expect(lines[1]).toBe(figures?.join(','));
        const { event_types } = await site.read<{ event_types: Record<string, number>[] }>(
          `/api/v1/pixel/reports/funnel?${range}&time_zone=UTC`,
        );
        const [type] = event_types;
        expect(figures).toEqual([type?.event_type, type?.count, type?.counted, type?.uncounted, type?.unmatched].map(String));

        await page.goto(`${site.facts.console}/events`);
        await page.getByRole('row').filter({ hasText: 'figures-5' }).waitFor();
        const saved = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Export CSV' }).click();
        const [head = '', ...events] = readFileSync(await (await saved).path(), 'utf8')
          .trimEnd()
          .split('\r\n');
        const names = head.split(',');
        const { events: entries } = await site.read<{ events: Record<string, unknown>[] }>('/api/v1/pixel/events');
        for (const [at, entry] of entries.entries()) {
          const line = Object.fromEntries((events[at] ?? '').split(',').map((value, i) => [names[i], value]));
          expect(line).toEqual(Object.fromEntries(names.map((name) => [name, entry[name] === undefined ? '' : String(entry[name])])));
        }
        expect(events.length).toBe(entries.length);
        expect(names).toEqual(expect.arrayContaining(['outcome', 'reason', 'campaign', 'value', 'currency']));
      });
    });
  });
}
