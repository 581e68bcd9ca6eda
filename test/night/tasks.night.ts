// Ten tasks of a first day, by the roles and names that a person sees, on a wide screen and on a phone.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { openSite } from '#test/console/site.ts';

const site = openSite({ withHistory: true });
const folder = '.local/tasks';

type Name = string | RegExp;
type Place = Page | Locator;

/** Each press, choice, file and typed text counts. */
function person(page: Page, isOnPhone: boolean, title: string) {
  let presses = 0;
  const counted = async (act: Promise<unknown>) => {
    await act;
    presses += 1;
  };
  const press = (role: 'button' | 'link' | 'tab' | 'menuitem' | 'radio', name: Name, within: Place = page) =>
    counted(within.getByRole(role, { name, exact: true }).first().click());
  return {
    page,
    press,
    presses: () => presses,
    pressText: (text: Name, within: Place = page) => counted(within.getByText(text, { exact: true }).first().click()),
    type: (label: Name, text: string, within: Place = page) => counted(within.getByLabel(label).first().fill(text)),
    choose: (label: string, option: string) => counted(page.getByRole('combobox', { name: label }).first().selectOption({ label: option })),
    drop: (name: string, text: string) =>
      counted(
        page
          .locator('input[type=file]')
          .first()
          .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) }),
      ),
    reads: async (text: Name, within: Place = page) => (await within.getByText(text).first().textContent()) ?? '',
    async goesTo(name: string) {
      if (isOnPhone) await press('button', 'Open the menu');
      await press('link', name, page.getByRole('navigation', { name: 'Pages' }));
      await page.getByRole('heading', { level: 1, name }).waitFor();
    },
    async goesToAccount(name: string) {
      await press('button', 'Your account');
      await press('menuitem', 'Account');
      await press('link', name, page.getByRole('navigation', { name: 'Account' }));
      await page.getByRole('heading', { level: 1, name }).waitFor();
    },
    async pictures(part: string) {
      mkdirSync(folder, { recursive: true });
      const name = `${title.replaceAll(/\W+/g, '-')}-${part}-${isOnPhone ? 390 : 1280}.png`;
      await page.screenshot({ path: join(folder, name) });
    },
  };
}
type Person = ReturnType<typeof person>;

type Row = {
  ad_id: string | null;
  return_on_ad_spend: string | null;
  advice: { word: string; rule: string } | null;
};
type Performance = { rows: Row[]; spend_known: { network: string; to: string }[] };
type Event = { event_id: string; net_value?: string; value: string; external_user_id?: string };

const dayMs = 86_400_000;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const shortDay = (day: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(day));
const period = (days: number) => `time_zone=UTC&from=${dayOf(Date.now() - (days - 1) * dayMs)}&to=${dayOf(Date.now())}`;
const performance = (query: string) => site.read<Performance>(`/api/v1/pixel/reports/performance?${period(30)}&currency=USD&${query}`);
const eventsOf = async (query: string) => (await site.read<{ events: Event[] }>(`/api/v1/pixel/events?${query}`)).events;
/** A phone closes the month before the last, so that both widths close a month. */
const monthBefore = (count: number) => {
  const now = new Date();
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1));
  const title = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return { month: first.toISOString().slice(0, 7), title: title.format(first) };
};

const tasks: Record<string, (me: Person, isOnPhone: boolean) => Promise<void>> = {
  'which ad to stop': async (me) => {
    await me.goesTo('Performance');
    await me.pressText('Ads');
    const table = me.page.getByRole('region', { name: 'Table of ads' });
    await table.getByRole('row').nth(8).waitFor();
    const { rows } = await performance('group_by=campaign,ad_group,ad_id&sort=-spend&limit=100');
    const words = { stop: 'Stop', watch: 'Watch', grow: 'Grow', too_few: 'Too few' } as Record<string, string>;
    const expected = rows.map(({ advice, return_on_ad_spend: exact }) => [
      exact === null ? '–' : `${Number(exact).toFixed(2)}×`,
      advice ? (advice.rule === 'spend_partial' ? 'Not known' : words[advice.word]) : '–',
    ]);
    const shown = async () =>
      (await table.locator('tbody tr').allInnerTexts()).map((text) => [
        /[\d.]+×/.exec(text)?.[0] ?? '–',
        /^(Stop|Watch|Grow|Too few|Not known)$/m.exec(text)?.[0] ?? '–',
      ]);
    await expect.poll(shown).toEqual(expected);
    await me.pictures('advice');
  },
  'is the import complete': async (me) => {
    await me.goesTo('Performance');
    const { spend_known } = await performance('');
    const last = spend_known.map(({ to }) => to).sort()[0] ?? '';
    expect(await me.reads(/^Spend of .* is known to/)).toContain(shortDay(last));
    await me.pictures('bar');
    await me.press('link', /found no clicks$/);
    await me.page.getByRole('heading', { level: 1, name: 'Spend' }).waitFor();
    await me.page
      .getByText(/ charged, in /)
      .first()
      .waitFor();
    await me.pictures('joins');
  },
  'refund an order': async (me, isOnPhone) => {
    const orders = await eventsOf(`outcome=matched&event_type=order_created&${period(20)}`);
    const { event_id: id } = orders[isOnPhone ? 5 : 3] as Event;
    await me.goesTo('Events');
    await me.press('button', new RegExp(`^Details of ${id}`));
    await me.press('button', 'Refund or cancel');
    const dialog = me.page.getByRole('dialog').last();
    await me.type(/^Amount, /, '5.00', dialog);
    await me.pictures('preview');
    await me.press('button', /^Take .*5\.00 off$/);
    await me.page.getByText(/^Gross .*, net /).waitFor();
    await me.pictures('done');
    const event = await site.read<Event>(`/api/v1/pixel/events/${encodeURIComponent(id)}`);
    expect(Number(event.net_value)).toBe(Number(event.value) - 5);
  },
  'close a month': async (me, isOnPhone) => {
    const { month, title } = monthBefore(isOnPhone ? 2 : 1);
    await me.goesTo('Books');
    await me.drop(
      'orders.csv',
      `order_id,occurred_at,value,currency,status\n9001,${month}-05T10:00:00Z,20.00,USD,paid\n9002,${month}-06T10:00:00Z,30.00,USD,refunded\n`,
    );
    await me.press('button', 'Reconcile');
    await me.press('tab', 'Months and history');
    await me.press('button', `Close ${title}`);
    await me.page
      .getByRole('dialog')
      .getByText(/^2[6-9] days were not compared\.$/)
      .waitFor();
    await me.pictures('preview');
    await me.type('Reason', 'Checked with the shop');
    await me.press('button', /^Close with /);
    await me.page
      .getByRole('row')
      .filter({ hasText: title })
      .getByText(/^Closed/)
      .waitFor();
    await me.pictures('done');
  },
  'why is an order not attributed': async (me) => {
    await me.press('link', /^Unknown click ID: /);
    await me.page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
    await me.press('button', /^Details of /);
    await me.page
      .getByRole('dialog')
      .getByText(/click ID/)
      .first()
      .waitFor();
    await me.pictures('why');
  },
  'invite a colleague': async (me, isOnPhone) => {
    const address = `${isOnPhone ? 'phone' : 'desk'}@northwind.example`;
    await me.goesToAccount('People and licences');
    await me.type('Invite by e-mail', address);
    await me.press('button', 'Invite');
    await me.page.getByText(address, { exact: true }).waitFor();
    await me.pictures('done');
  },
  'connect an assistant': async (me) => {
    await me.goesTo('Get started');
    await me.press('link', 'Ask an AI assistant');
    await me.press('button', 'Create a key');
    await me.press('radio', 'Read-only');
    await me.type('Name', 'Assistant');
    await me.press('button', 'Create');
    const dialog = me.page.getByRole('dialog', { name: 'Your new key' });
    const key = await me.reads(/^rk_live_\w+$/, dialog);
    const address = await me.reads(/\/mcp$/, dialog);
    await me.pictures('key');
    const answer = await fetch(address, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key.trim()}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    expect(await answer.text()).toContain('conversion_report');
    await me.press('button', 'I have stored it');
  },
  'rotate a key': async (me) => {
    await me.goesTo('Keys and settings');
    await me.press('button', 'Rotate Demo secret key');
    const dialog = me.page.getByRole('dialog');
    await me.pictures('choice');
    await me.press('button', 'Rotate', dialog);
    await dialog.getByText(/^sk_live_/).waitFor();
    await me.pictures('secret');
    await me.press('button', 'I have stored it');
  },
  'erase a visitor': async (me) => {
    await me.goesToAccount('Data');
    await me.type('External user ID', 'customer-24');
    await me.press('button', 'Erase');
    await me.pictures('confirm');
    await me.press('button', 'Erase', me.page.getByRole('dialog'));
    await me.page.getByText('The erasure has been accepted.').waitFor();
    await me.pictures('done');
  },
  'read last week': async (me) => {
    await me.choose('Period', 'Last 7 days');
    const { rows } = await site.read<{ rows: { count: number }[] }>(`/api/v1/pixel/reports/conversions?${period(7)}&group_by=campaign`);
    const count = rows.reduce((sum, row) => sum + row.count, 0);
    const tile = me.page.locator('.tiles > *').filter({ hasText: 'Conversions' });
    await tile.getByText(String(count), { exact: true }).waitFor();
    await me.pictures('overview');
  },
};

const widths = [1280, 390] as const;
it.each(widths.flatMap((width) => Object.keys(tasks).map((title) => [title, width] as const)))(
  'a new user does the task without help: %s, at %i pixels',
  async (title, width) => {
    await site.walk(
      async ({ page }) => {
        await site.openDemo(page);
        await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
        const me = person(page, width === 390, title);
        const began = Date.now();
        await tasks[title]?.(me, width === 390);
        const seconds = ((Date.now() - began) / 1000).toFixed(1);
        process.stdout.write(`${width} px: ${title}: ${me.presses()} presses, ${seconds} s\n`);
      },
      { width },
    );
  },
);
