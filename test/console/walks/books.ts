import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { atNight } from '#test/kit/tier.ts';
import { until } from '#test/kit/until.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { type Category, categoryNames, categoryTitle } from '../../../web/console/books/categories.ts';
import { sampleOf } from '../../../web/console/books/samples.ts';
import { moneyText, percentText } from '../../../web/console/kit/money.ts';
import type { Site } from '../site.ts';
import { expectAccessible, expectReachable, expectToFit, loaded, withoutUploads } from '../walk.ts';

type Figures = {
  reconciliation_id: string;
  status: string;
  from: string;
  to: string;
  orders: number;
  excluded: number;
  arrived: number;
  coverage: number;
  values: { currency: string; shop_value: string; value_coverage: number }[];
  categories: Record<Category, number>;
  by_channel: unknown[];
  repairs: unknown[];
};
type List = { reconciliations: Figures[] };
type Row = {
  order_id: string | null;
  event_id: string;
  occurred_at: string | null;
  value: string | null;
  currency: string | null;
  difference: string | null;
  status: string | null;
};
type Rows = { rows: Row[]; total: number };

/** An account has ten reconciliations a day. */
export function bookWalks(site: Site) {
  const path = '/api/v1/pixel/reconciliations';
  const list = async (environment = 'live') => (await site.read<List>(`${path}?environment=${environment}`)).reconciliations;
  const figuresOf = (id: string) => site.read<Figures>(`${path}/${id}`);
  const rowsOf = (id: string, category: string) => site.read<Rows>(`${path}/${id}/rows?category=${category}&limit=1000`);
  const previewOf = async (id: string, repair = 'send_missing') => {
    const response = await fetch(`${site.facts.api}${path}/${id}/preview`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${site.facts.demo.access_token}`,
      },
      body: JSON.stringify({ repair }),
    });
    return (await response.json()) as { attributed: number; unattributed: number; changes: number };
  };
  const folder = join(temporaryFolder(), 'orders');
  const written = (name: string, text: string): string => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const open = async (page: Page, search = '') => {
    await site.openDemo(page, `/console/books${search}`);
    await loaded(page, 'Books');
  };
  const drop = (page: Page, file: string) => page.getByLabel('Orders of your shop').setInputFiles(file);
  /** The demo has the shop's own export, and then the list of orders that is compared here. */
  const ofDemo = async (): Promise<Figures> => {
    const compared = async () => (await list()).at(-2);
    await until(async () => (await compared())?.status === 'completed', 60);
    return figuresOf((await compared())?.reconciliation_id ?? '');
  };
  const state = (page: Page, repair: string) => region(page, 'Repairs of these orders').getByRole('row').filter({ hasText: repair });
  const repair = async (page: Page, title: string, action: string) => {
    await page.getByRole('button', { name: `Preview: ${title}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: action }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await state(page, title).getByText('Done', { exact: true }).waitFor();
  };

  describe('the books', () => {
    it('of the demo shop show the figures of the API, shares of 100 %, and each order with its difference', async () => {
      const figures = await ofDemo();
      const { reconciliation_id: id, arrived, orders, excluded, coverage, values, categories } = figures;
      expect(categories).toMatchObject({ missing: 3, doubled: 1, rejected: 3, value_differs: 2, extra: 1 });
      expect(categories).toMatchObject({ excluded: 3, currency_differs: 0, day_differs: 0 });
      const refunds = await site.read<{ rows: { adjusted: number }[] }>(
        `/api/v1/pixel/reports/performance?from=${figures.from}&to=${figures.to}&group_by=month&traffic=all&paid=all`,
      );
      expect(refunds.rows.reduce((sum, { adjusted }) => sum + adjusted, 0)).toBe(2);
      await site.walk(async ({ page }) => {
        await open(page);
        const tiles = page.locator('.tiles > *');
        expect(await tiles.first().textContent()).toContain(percentText(coverage, 2));
        expect(await tiles.first().textContent()).toContain(`${arrived} of ${orders - excluded} arrived`);
        for (const one of values) {
          const tile = tiles.filter({ hasText: `Value covered, ${one.currency}` });
          expect(await tile.textContent()).toContain(percentText(one.value_coverage, 2));
          expect(await tile.textContent()).toContain(moneyText(one.shop_value, one.currency));
        }
        const table = region(page, 'Orders by category');
        const shares = (await table.locator('td:nth-child(3)').allTextContents()).filter((text) => text !== '–');
        expect(Math.round(shares.reduce((sum, text) => sum + Number.parseFloat(text) * 10, 0))).toBe(1000);
        for (const category of categoryNames.filter((name) => categories[name] > 0)) {
          await page.getByRole('button', { name: `List ${categoryTitle(category)}`, exact: true }).click();
          const shown = region(page, 'Orders of the category').locator('tbody tr');
          await region(page, `Orders: ${categoryTitle(category)}`).waitFor();
          const { rows, total } = await rowsOf(id, category);
          expect(total).toBe(categories[category]);
          await expect.poll(() => shown.count()).toBe(Math.min(total, 10));
          const [first] = rows;
          const text = (await shown.first().textContent()) ?? '';
          expect(text).toContain(first?.order_id ?? first?.event_id);
          if (first?.difference && first.currency) expect(text).toContain(moneyText(first.difference, first.currency));
        }
        expect(new URL(page.url()).searchParams.get('category')).toBe('extra');
        await page.getByRole('tabpanel').getByText('Channels', { exact: true }).click();
        const channels = region(page, 'Coverage by channels');
        await page.getByRole('button', { name: `Show all ${figures.by_channel.length}` }).click();
        expect(await channels.locator('tbody tr').count()).toBe(figures.by_channel.length);
        await page.reload();
        await region(page, 'Orders: Only in adtrail').waitFor();
        await channels.waitFor();
        await expectAccessible(page, 'books');
        await expectReachable(page, 'books');
        await expectToFit(page, 'books', [360, 768, 1440]);
      });
    });

    it('are repaired after a preview, undone, and then complete by a second file', async () => {
      const before = await ofDemo();
      const id = before.reconciliation_id;
      const [double] = (await rowsOf(id, 'doubled')).rows;
      const said = await previewOf(id);
      await site.walk(async ({ page }) => {
        await open(page, `?id=${id}`);
        await page.getByRole('button', { name: 'Preview: Send the missing orders' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByText(`${said.unattributed}: not in figures by ad`).waitFor();
        await dialog.getByText('+$426.00').waitFor();
        await expectAccessible(page, 'preview of a repair');
        await dialog.getByRole('button', { name: 'Cancel' }).click();
        expect((await figuresOf(id)).repairs).toEqual([]);
        await repair(page, 'Void the doubles', 'Void 1 event');
        await state(page, 'Void the doubles')
          .getByText(`1 event adjusted: ${moneyText(double?.difference ?? '', 'USD')}`)
          .waitFor();
        await page.getByRole('button', { name: 'Undo: Void the doubles' }).click();
        await page.getByRole('button', { name: 'Undo the repair' }).click();
        await state(page, 'Void the doubles').getByText('Undone').waitFor();
        const { changes } = await previewOf(id, 'adjust_values');
        const { value_differs, refund_differs, cancelled_here_counted } = before.categories;
        expect(changes).toBe(value_differs + refund_differs + cancelled_here_counted);
        await repair(page, 'Take the values of the shop', `Adjust ${changes} event${changes === 1 ? '' : 's'}`);
        await repair(page, 'Send the missing orders', 'Send 6 events');
        await state(page, 'Send the missing orders').getByText(`6 events sent, ${said.attributed} for an ad: +$426.00`).waitFor();
        expect(await page.getByRole('button', { name: 'Preview: Send the missing orders' }).count()).toBe(0);

        const rows = (
          await Promise.all(categoryNames.filter((name) => name !== 'extra' && name !== 'excluded').map((name) => rowsOf(id, name)))
        ).flatMap((part) => part.rows);
        const csv = rows.map((row) => [row.order_id, row.occurred_at, row.value, row.currency].join(','));
        await drop(page, written('orders.csv', `order_id,occurred_at,value,currency\n${csv.join('\n')}\n`));
        await region(page, 'orders.csv').getByText('Its columns are recognised.').waitFor();
        await page.getByRole('button', { name: 'Reconcile', exact: true }).click();
        await expect
          .poll(() => page.locator('.tiles').textContent(), { timeout: 20_000 })
          .toContain(`${rows.length} of ${rows.length} arrived`);
        const [newest] = await list();
        expect(new URL(page.url()).searchParams.get('id')).toBe(newest?.reconciliation_id);
        expect(newest).toMatchObject({
          coverage: 1,
          event_type: 'order_created',
          time_zone: 'UTC',
          categories: {
            missing: 0,
            rejected: 0,
            doubled: 1,
            excluded: 0,
            // This file has no column of refunds and none of statuses.
            value_differs: refund_differs + cancelled_here_counted,
          },
        });

        await page.getByRole('tab', { name: 'Months and history' }).click();
        const history = region(page, 'Reconciliations');
        expect(await history.locator('tbody tr').count()).toBe(3);
        await expectAccessible(page, 'history of reconciliations');
        await history.getByRole('button', { name: /^Show/ }).nth(-2).click();
        await page.getByRole('button', { name: 'Undo: Take the values of the shop' }).click();
        await page.getByRole('button', { name: 'Undo the repair' }).click();
        await state(page, 'Take the values of the shop').getByText('Undone').waitFor();
      });
    });

    atNight('say that a preview is out of date, and preview again', async () => {
      const { reconciliation_id: id } = await ofDemo();
      await site.walk(async ({ page, complaints }) => {
        await open(page, `?id=${id}`);
        await page.getByRole('button', { name: 'Preview: Void the doubles' }).click();
        await page.route('**/void-doubles*', (route) =>
          route.fulfill({ status: 409, json: { detail: 'The preview is stale.', code: 'preview_stale' } }),
        );
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: 'Void 1 event' }).click();
        await dialog.getByText('The preview is stale.').waitFor();
        expect(await dialog.getByRole('button', { name: 'Void 1 event' }).isDisabled()).toBe(true);
        await dialog.getByRole('button', { name: 'Preview again' }).click();
        await expect.poll(() => dialog.getByRole('button', { name: 'Void 1 event' }).isEnabled()).toBe(true);
        expect(complaints.splice(0)).toEqual([expect.stringContaining('409')]);
      });
    });

    atNight('of an account without a file lead to the first one, with a sample of each shop', async () => {
      await site.walk(async ({ page }) => {
        await open(page, '?env=test&tab=history');
        await page.getByText('Nothing reconciled yet').waitFor();
        await page.getByRole('button', { name: 'Reconcile your first file' }).click();
        await page.getByRole('heading', { name: 'Reconcile your first file' }).waitFor();
        const saved = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Sample file of WooCommerce' }).click();
        expect((await saved).suggestedFilename()).toBe('sample-orders-woocommerce.csv');
      });
    });

    atNight('ask which column holds what, name each problem at its line, and render hostile names as text', async () => {
      const hostile = '"><img src=x onerror=alert(1)>';
      const file = (value: string) =>
        `Bestellung;"${hostile.replaceAll('"', '""')}";Brutto\n"${hostile.replaceAll('"', '""')}";03/04/2026;1.250,00\nB;03/04/2026;${value}\n`;
      await site.walk(async ({ page, complaints }) => {
        await open(page, '?env=test');
        await drop(page, written('own.csv', file('seven')));
        const own = region(page, 'own.csv');
        await own.getByText('Name the columns of this file.').waitFor();
        const reconcile = own.getByRole('button', { name: 'Reconcile', exact: true });
        expect(await reconcile.isDisabled()).toBe(true);
        const columns = region(page, 'Columns of the file');
        await columns.getByLabel('Order ID').selectOption('Bestellung');
        await columns.getByLabel('Time').selectOption(hostile);
        await columns.getByLabel('Value').selectOption('Brutto');
        await columns.getByText('First order: 1.250,00').waitFor();
        await reconcile.click();
        await own.getByText('The file names no currency: enter it.').waitFor();
        await own.getByText('Day or month first?').waitFor();
        await own.getByLabel('Currency').last().fill('eur');
        await own.getByLabel('Dates').selectOption('Day first: 03/04/2026');
        await reconcile.click();
        await own.getByText('1 problem: nothing was compared.').waitFor();
        const row = own.getByRole('row').filter({ hasText: 'seven' });
        await expect.poll(() => row.textContent()).toMatch(/^Line 3value.*seven/);
        await expectAccessible(page, 'orders with a problem');
        await expectReachable(page, 'orders with a problem');
        await expectToFit(page, 'orders with a problem', [360, 1440]);
        await own.getByRole('button', { name: 'Leave it out' }).click();
        expect(await list('test')).toEqual([]);

        await drop(page, written('own.csv', file('7,50')));
        await columns.getByLabel('Order ID').selectOption('Bestellung');
        await columns.getByLabel('Time').selectOption(hostile);
        await columns.getByLabel('Value').selectOption('Brutto');
        await own.getByLabel('Currency').last().fill('eur');
        await own.getByLabel('Dates').selectOption('Day first: 03/04/2026');
        await reconcile.click();
        await region(page, 'Orders: Missing').getByText(hostile).waitFor();
        await region(page, 'Orders: Missing').getByText('€1,250.00').first().waitFor();
        expect(await page.locator('img[src=x]').count()).toBe(0);
        await expectToFit(page, 'hostile orders', [360]);
        expect(complaints.splice(0).every((text) => text.includes('422'))).toBe(true);
      });
    });

    atNight('take a large file by an upload, and show its progress and its result', async () => {
      const wide = 'x'.repeat(3000);
      const rows = Array.from({ length: 2000 }, (_, at) => `L-${at},2026-10-0${1 + (at % 9)}T10:00:00Z,1.00,USD,${wide}`);
      const file = written('large.csv', `order_id,occurred_at,value,currency,note\n${rows.join('\n')}\n`);
      await site.walk(async ({ page, complaints }) => {
        await open(page, '?env=test');
        await withoutUploads(page, complaints, async () => {
          await drop(page, file);
          await region(page, 'large.csv').getByRole('button', { name: 'Reconcile', exact: true }).click();
        });
        let reads = 0;
        // A fast machine completes the reconciliation before the page polls, so the first responses are
        // changed.
        await page.route('**/api/v1/pixel/reconciliations/recon_*', async (route) => {
          if (++reads > 2) return route.continue();
          const response = await route.fetch();
          const body = (await response.json()) as Figures;
          const running = { status: 'running', progress: { stage: 'matching', percent: 42 } };
          return route.fulfill({ response, json: { ...body, ...running } });
        });
        await region(page, 'large.csv').getByRole('button', { name: 'Reconcile', exact: true }).click();
        await page.getByText('42%. The event of each order is looked up.').waitFor();
        await page.getByRole('progressbar', { name: 'Progress of the reconciliation' }).waitFor();
        await page.locator('.tiles').getByText('0 of 2,000 arrived').waitFor();
        await page.getByText('under your bound of 90%').waitFor();
        await page.getByRole('button', { name: 'Load more' }).click();
        await expect.poll(() => region(page, 'Orders of the category').locator('tbody tr').count()).toBe(20);
      });
    });

    atNight('say when the daily limit is reached, when a file failed, and when the service is away', async () => {
      await site.walk(async ({ page, complaints }) => {
        await open(page, '?env=test');
        await page.route('**/api/v1/pixel/reconciliations?*', (route) =>
          route.request().method() === 'POST'
            ? route.fulfill({
                status: 429,
                headers: { 'retry-after': '7200' },
                json: { detail: 'Too many requests.', code: 'too_many_requests', request_id: 'r' },
              })
            : route.continue(),
        );
        await drop(page, written('shopify.csv', sampleOf('shopify', Date.now())));
        await region(page, 'shopify.csv').getByText('Recognised as an export of Shopify.').waitFor();
        await page.getByRole('button', { name: 'Reconcile', exact: true }).click();
        await page.getByText('All reconciliations of today are used').waitFor();
        await page.unrouteAll();
        const [newest] = await list('test');
        const problem = { line: 7, field: 'value', code: 'negative', message: 'Must not be negative' };
        await page.route('**/api/v1/pixel/reconciliations/recon_*', async (route) => {
          const body = (await (await route.fetch()).json()) as Figures;
          await route.fulfill({
            json: { ...body, status: 'failed', problems: [problem], problem_count: 900 },
          });
        });
        await page.goto(`${site.facts.console}/books?env=test&id=${newest?.reconciliation_id}`);
        await page.getByText('900 problems: nothing was compared.').waitFor();
        await page.unrouteAll();
        await page.route('**/api/v1/pixel/reconciliation*', (route) => route.fulfill({ status: 500, json: {} }));
        for (const search of ['?env=test', '?env=test&tab=history', '?env=test&tab=rules']) {
          await page.goto(`${site.facts.console}/books${search}`);
          await page.getByRole('button', { name: 'Retry' }).first().waitFor();
        }
        await page.unrouteAll();
        await page.goto(`${site.facts.console}/books?id=recon_unknown`);
        await page.getByText('This could not be loaded').waitFor();
        expect(complaints.splice(0).length).toBeGreaterThan(0);
      });
    });

    atNight('have rules of what is no sale, which are saved as they stand', async () => {
      const rules = () => site.read<Record<string, unknown>>('/api/v1/pixel/reconciliation-rules');
      const before = await rules();
      await site.walk(async ({ page }) => {
        await open(page, '?tab=rules');
        await page.getByLabel('Channels of the shop that adtrail does not get').fill('POS\n\n pos \nKiosk');
        await page.getByLabel('Coverage that you want to reach').fill('95.5');
        await page.getByRole('switch', { name: 'Leave out test orders' }).click({ force: true });
        await page.getByRole('button', { name: 'Save the rules' }).click();
        await expect.poll(rules).toEqual({
          ...before,
          excluded_channels: ['pos', 'kiosk'],
          coverage_bound: 0.955,
          exclude_tests: false,
        });
        await page.getByText('The rules are saved.').waitFor();
        expect(await page.getByLabel('Channels of the shop').inputValue()).toBe('pos\nkiosk');
        await expectAccessible(page, 'rules of books');
        await expectToFit(page, 'rules of books', [360, 1440]);
      });
    });
  });
}
