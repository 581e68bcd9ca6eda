import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { until } from '#test/kit/until.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { moneyText } from '../../../web/console/kit/money.ts';
import type { Site } from '../site.ts';
import { expectAccessible, expectToFit, loaded } from '../walk.ts';

type Reconciliation = { reconciliation_id: string; status: string };
type Row = { order_id: string; event_id: string; occurred_at: string; value: string; currency: string };
type Receipt = { value: string; net_value?: string; adjustments?: unknown[] };
type Month = { month: string; state: string; reason: string | null; comparison: { differences: number } };

/** Refunds, IDs and months of the books, on the orders of the demo. */
export function closedBookWalks(site: Site) {
  const path = '/api/v1/pixel/reconciliations';
  const folder = join(temporaryFolder(), 'closed-books');
  const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const posted = (to: string, body: unknown, token = site.facts.demo.access_token) =>
    fetch(`${site.facts.api}${to}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  const receiptOf = (id: string) => site.read<Receipt>(`/api/v1/pixel/events/${encodeURIComponent(id)}`);
  async function equalOrders(): Promise<Row[]> {
    const { reconciliations } = await site.read<{ reconciliations: Reconciliation[] }>(path);
    const id = reconciliations.at(-2)?.reconciliation_id;
    return (await site.read<{ rows: Row[] }>(`${path}/${id}/rows?category=ok&limit=10`)).rows;
  }
  const open = async (page: Page, search = '') => {
    await site.openDemo(page, `/console/books${search}`);
    await loaded(page, 'Books');
  };

  describe('the books of a Shopify file whose order numbers the events have', () => {
    const heads = 'Name,Financial Status,Currency,Total,Created at,Refunded Amount,Cancelled at,Id';
    async function dropped(page: Page, orders: readonly Row[]) {
      const lines = orders.map(({ order_id, currency, value, occurred_at }, at) => {
        const time = `${occurred_at.slice(0, 10)} ${occurred_at.slice(11, 19)} +0000`;
        const [status, refunded, cancelled] = [
          ['partially_refunded', '5.00', ''],
          ['voided', '0.00', time],
        ][at] ?? ['paid', '0.00', ''];
        return [order_id, status, currency, value, time, refunded, cancelled, 51598067631000 + at].join(',');
      });
      mkdirSync(folder, { recursive: true });
      const file = join(folder, 'shopify.csv');
      writeFileSync(file, `${heads}\n${lines.join('\n')}\n`);
      await page.getByLabel('Orders of your shop').setInputFiles(file);
      return region(page, 'shopify.csv');
    }

    it('take the column that matches, name refunds and cancellations, and take them until undone', async () => {
      const orders = await equalOrders();
      const [refunded, cancelled] = orders as [Row, Row];
      await site.walk(async ({ page }) => {
        await open(page);
        const card = await dropped(page, orders);
        const column = region(page, 'Columns of the file').getByLabel('Order ID');
        await region(page, 'Columns of the file').getByText('Of Id, Name, the one whose IDs').waitFor();
        expect(await column.locator('option:checked').textContent()).toBe('Found by matching');
        await card.getByRole('button', { name: 'Reconcile', exact: true }).click();
        await page.getByText('found by matching: 10 of 10 tried orders have an event (100%).').waitFor();
        const category = (name: string) => region(page, 'Orders by category').getByRole('row').filter({ hasText: name }).textContent();
        expect(await category('Other refund')).toContain(`1${'10.0%'}`);
        expect(await category('Other refund')).toContain(moneyText('-5.00', refunded.currency));
        expect(await category('Cancelled')).toContain(moneyText(`-${cancelled.value}`, cancelled.currency));
        const repair = region(page, 'Repairs of these orders').getByRole('row').filter({ hasText: 'Take the' });
        expect(await repair.textContent()).toContain('2 orders');
        await page.getByRole('button', { name: 'Preview: Take the values of the shop' }).click();
        const dialog = page.getByRole('dialog');
        for (const status of ['partially_refunded', 'voided'])
          expect(await dialog.getByRole('row').filter({ hasText: status }).textContent()).toContain('1 order,');
        await dialog.getByRole('button', { name: 'Adjust 2 events' }).click();
        await repair.getByText('Done', { exact: true }).waitFor();
        expect(Number((await receiptOf(refunded.event_id)).net_value)).toBe(Number(refunded.value) - 5);
        expect((await receiptOf(cancelled.event_id)).net_value).toBe('0.00');
        await page.getByRole('button', { name: 'Undo: Take the values of the shop' }).click();
        await page.getByRole('button', { name: 'Undo the repair' }).click();
        await repair.getByText('Undone').waitFor();
        expect((await receiptOf(refunded.event_id)).net_value ?? refunded.value).toBe(refunded.value);
        expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(5000);
      });
    });

    it('show the same orders under other IDs in place of a repair if another column is chosen', async () => {
      const orders = await equalOrders();
      await site.walk(async ({ page }) => {
        await open(page);
        const card = await dropped(page, orders);
        await region(page, 'Columns of the file').getByLabel('Order ID').selectOption('Id');
        await card.getByRole('button', { name: 'Reconcile', exact: true }).click();
        await page.getByText('These orders are in adtrail under other IDs').waitFor();
        const evidence = region(page, 'Orders under other IDs').locator('tbody tr');
        await expect.poll(() => evidence.count()).toBe(5);
        const first = (await evidence.first().textContent()) ?? '';
        const order = orders.find(({ event_id }) => first.includes(event_id)) as Row;
        expect(first).toContain(String(51598067631000 + orders.indexOf(order)));
        expect(first).toContain(moneyText(order.value, order.currency));
        expect(await page.getByRole('button', { name: 'Preview: Send the missing orders' }).count()).toBe(0);
        await page.getByText('Refused: other IDs, see above').waitFor();
        expect(await page.getByText('Check that your back end').count()).toBe(0);
        await expectAccessible(page, 'orders under other IDs');
        await expectToFit(page, 'orders under other IDs', [390, 1280]);
      });
    });
  });

  it('a month is closed with its stamp, and reopened with a reason', async () => {
    const lastMonth = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), 0));
    const month = lastMonth.toISOString().slice(0, 7);
    const order = { value: '12.00', currency: 'USD', occurred_at: `${month}-10T10:00:00Z` };
    const event = {
      event_type: 'order_created',
      event_id: 'order_created:closed-1',
      svc_click_id: 'unknown',
    };
    const sent = await posted('/api/v1/pixel/server-events', { ...event, ...order }, site.facts.demo.secret_key);
    expect(sent.status).toBe(202);
    await posted(path, {
      rows: [{ order_id: 'closed-1', ...order }],
      from: `${month}-01`,
      to: lastMonth.toISOString().slice(0, 10),
    });
    const stored = async () => (await site.read<{ months: Month[] }>(`${path}/months`)).months.find((one) => one.month === month);
    await until(async () => (await stored())?.comparison.differences === 0, 60);
    const title = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    const name = title.format(lastMonth);
    await site.walk(async ({ page }) => {
      const [unread, running] = [new Set(['months', 'list']), { status: 'running', completed_at: null }];
      await page.route(/\/reconciliations(\/months)?\?/, async (route) => {
        const part = route.request().url().includes('/months') ? 'months' : 'list';
        if (!unread.delete(part)) return await route.fallback();
        const response = await route.fetch();
        const { reconciliations = [], ...answer } = await response.json();
        const [newest, ...others] = reconciliations;
        // A full page loses its oldest, so as many are completed before as after.
        const oldest = { ...newest, reconciliation_id: 'oldest', completed_at: '2026-01-01T00:00:00.000Z' };
        const json = { ...answer, reconciliations: [{ ...newest, ...running }, ...others, oldest] };
        await route.fulfill({ response, json: part === 'months' ? { months: [], next_cursor: null } : json });
      });
      await open(page, '?tab=history');
      await region(page, 'Reconciliations').getByText('Running').waitFor();
      const row = region(page, 'Months of the books').getByRole('row').filter({ hasText: name });
      await row.getByText('Open, 0 differences').waitFor();
      await page.getByRole('button', { name: `Close ${name}` }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('1 of 1 orders (100%)').waitFor();
      await dialog.getByLabel('Reason').fill('Checked');
      await expectAccessible(page, 'closing of a month');
      await dialog.getByRole('button', { name: 'Close with 0 differences' }).click();
      await row.getByText('Closed, 0 differences').waitFor();
      expect(await stored()).toMatchObject({ state: 'closed', reason: 'Checked' });
      await expectToFit(page, 'months of the books', [390, 1280]);
      await page.getByRole('button', { name: `Reopen ${name}` }).click();
      expect(await dialog.getByRole('button', { name: 'Reopen the month' }).isDisabled()).toBe(true);
      await dialog.getByLabel('Reason').fill('A refund was missing');
      await dialog.getByRole('button', { name: 'Reopen the month' }).click();
      await row.getByText('Reopened, 0 differences').waitFor();
      await row.getByText('A refund was missing').waitFor();
      expect((await stored())?.state).toBe('reopened');
    });
  });

  it('an order is refunded and cancelled in the drawer of its event after a preview, and it is undone', async () => {
    const [order] = (await equalOrders()).slice(-1) as [Row];
    const { event_id: id, value, currency } = order;
    const net = (left: number) => moneyText(left.toFixed(2), currency);
    await site.walk(async ({ page }) => {
      await site.openDemo(page, `/console/events?id=${encodeURIComponent(id)}&period=90d`);
      await page.getByRole('button', { name: `Details of ${id}` }).click();
      const drawer = page.getByRole('dialog').first();
      const dialog = page.getByRole('dialog').last();
      const ask = () => drawer.getByRole('button', { name: 'Refund or cancel' }).click();
      await ask();
      await dialog.getByLabel(`Amount, ${currency}`).fill('0.1x');
      await dialog.getByText(`Enter an amount up to ${value}`).waitFor();
      await dialog.getByLabel(`Amount, ${currency}`).fill('5.10');
      await dialog.getByText(net(Number(value) - 5.1), { exact: true }).waitFor();
      await dialog.getByLabel('Note').fill('Torn box');
      await expectAccessible(page, 'refund of an order');
      await dialog.getByRole('button', { name: `Take ${moneyText('5.10', currency)} off` }).click();
      await drawer.getByRole('row').filter({ hasText: 'refund: Torn box' }).getByRole('cell', { name: 'You', exact: true }).waitFor();
      await expect.poll(async () => (await receiptOf(id)).net_value).toBe((Number(value) - 5.1).toFixed(2));
      await ask();
      await dialog.getByLabel('Reason').selectOption('Cancellation of the order');
      await dialog.getByRole('button', { name: /^Take/ }).click();
      await drawer.getByText('cancellation', { exact: true }).waitFor();
      expect((await receiptOf(id)).net_value).toBe('0.00');
      expect(await drawer.getByRole('button', { name: 'Refund or cancel' }).count()).toBe(0);
      for (const left of [1, 0]) {
        await drawer.getByRole('button', { name: 'Undo the newest adjustment' }).click();
        await dialog.getByRole('button', { name: 'Undo the adjustment' }).click();
        await expect.poll(async () => ((await receiptOf(id)).adjustments ?? []).length).toBe(left);
        await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
        // The drawer names the adjustment that it shows, so the next adjustment is undone once it is shown.
        await expect.poll(() => drawer.getByRole('cell', { name: 'You', exact: true }).count()).toBe(left);
      }
      await drawer.getByText(`Gross ${net(Number(value))}, net ${net(Number(value))}.`).waitFor();
    });
  });
}
