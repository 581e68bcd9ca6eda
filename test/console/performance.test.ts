// Slow: it walks pages in a browser.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import * as reports from '#functions/api/reports/endpoints.ts';
import * as spend from '#functions/api/spend/endpoints.ts';
import { client } from '#shared/http/client.ts';
import { atNight, describeAtNight, isNight } from '#test/kit/tier.ts';
import { settled, until } from '#test/kit/until.ts';
import { openSite } from './site.ts';
import { expectAccessible, expectReachable, expectToFit, follow, heading, loaded } from './walk.ts';

const site = openSite({ withHistory: true });
type Query = NonNullable<Parameters<ReturnType<typeof apis>['reportPerformance']>[0]['query']>;
const apis = () =>
  client({ ...reports, ...spend }, async (request) => {
    const { pathname, search } = new URL(request.url);
    const { method, headers } = request;
    const body = method === 'GET' ? {} : { body: await request.text() };
    return await fetch(`${site.facts.api}${pathname}${search}`, { method, headers, ...body });
  });
const signedIn = () => ({ authorization: `Bearer ${site.facts.demo.access_token}` });
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const month = () => ({ from: daysAgo(29), to: daysAgo(0) });
async function report(query: Query) {
  const { status, body } = await apis().reportPerformance({
    query: { ...month(), time_zone: 'UTC', group_by: 'campaign', ...query },
    headers: signedIn(),
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}
const mainOf = (totals: readonly Row[]) =>
  totals.toSorted((a, b) => b.conversions - a.conversions || Number(b.spend !== null) - Number(a.spend !== null))[0];
/** Amounts of several currencies are converted to the account's, whatever the filters. */
const converted = (query: Query) => report({ ...query, currency: 'USD' });
type Report = Awaited<ReturnType<typeof report>>;
type Row = Report['rows'][number];

beforeAll(async () => {
  await settled(
    async () => (await report({ traffic: 'all', paid: 'all' })).rows,
    (rows) => rows.some(({ spend: cost }) => cost !== null),
  );
});

const money = (exact: string, currency: string | null, digits?: number) =>
  currency === null
    ? new Intl.NumberFormat('en-US').format(Number(exact))
    : new Intl.NumberFormat('en-US', {
        style: 'currency',
        currency,
        ...(digits !== undefined && { maximumFractionDigits: digits }),
      }).format(Number(exact));
const count = (number: number) => new Intl.NumberFormat('en-US').format(number);
/** `toFixed` rounds "11.8150" down, because the nearest double is smaller. */
const times = (exact: string) => {
  const hundredths = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return `${new Intl.NumberFormat('en-US', hundredths).format(Number(exact))}×`;
};
const cellsOf = (row: Row) => [
  row.spend === null ? '–' : money(row.spend, row.currency),
  money(row.value, row.currency),
  row.return_on_ad_spend === null ? '–' : times(row.return_on_ad_spend),
  count(row.conversions),
  row.cost_per_conversion === null ? '–' : money(row.cost_per_conversion, row.currency),
  count(row.clicks),
];
function nameOf({ channel, campaign, ad_group: group, ad_id: ad, campaign_name, ad_name }: Row) {
  if (channel) return channel.replace(/^./, (letter) => letter.toUpperCase()).replaceAll('_', ' ');
  if (campaign === null) return 'Whole ad account';
  if (group === null || ad === null) return group === null ? 'Whole campaign' : 'Whole ad group';
  return ad === undefined ? (campaign_name ?? campaign) || '(no campaign)' : (ad_name ?? ad) || '(no ad)';
}
const tile = (page: Page, label: string) => page.locator('.tiles > *').filter({ has: page.getByText(label, { exact: true }) });
const tileTexts = async (page: Page) => {
  const texts = (await page.locator('.tiles > *').allInnerTexts()).map((text) => text.split('\n').filter(Boolean));
  return Object.fromEntries(texts.map(([label = '', value = '']) => [label, value]));
};
const rowTexts = (page: Page) =>
  page.locator('table.labelled tbody tr:has(.advice)').evaluateAll((rows) =>
    rows.map((row) =>
      [...(row as unknown as { querySelectorAll(of: string): Iterable<never> }).querySelectorAll('td:not(.advice)')].map(
        (cell: { innerText: string }) =>
          cell.innerText
            .replace(/^(Show only|Details of)\s+/, '')
            .split('\n')[0]
            ?.trim()
            .replace(/^– .*/, '–'),
      ),
    ),
  );
const open = async (page: Page, search = '') => {
  await site.openDemo(page, `/console/performance?zone=UTC${search}`);
  await loaded(page, 'Performance');
};
const openFilters = (page: Page) => page.getByRole('button', { name: 'Filters', exact: true }).click();
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const chip = (page: Page, text: string) => page.getByRole('button', { name: `Remove the filter ${text}` });
const hasRows = (page: Page, rows: readonly Row[]) =>
  expect.poll(async () => (await rowTexts(page)).map((cells) => cells.slice(1))).toEqual(rows.map(cellsOf));

function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

describe('the page Performance', () => {
  it('has the figures of the API in its tiles and rows in random views', async () => {
    const random = randomFrom(44);
    const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
    await site.walk(async ({ page }) => {
      await open(page);
      for (let view = 0; view < (isNight ? 50 : 8); view++) {
        const [first, length] = [Math.floor(random() * 25), 1 + Math.floor(random() * 28)];
        const range = { from: daysAgo(first + length - 1), to: daysAgo(first) };
        const zone = pick(['UTC', 'Asia/Kolkata', 'America/New_York']);
        const sort = pick(['-spend', 'value', '-clicks', 'conversions', '-return_on_ad_spend', 'name']);
        const by = pick([undefined, undefined, 'channel', 'ad'] as const);
        const group = { channel: 'channel', ad: 'campaign,ad_group,ad_id', campaign: 'campaign' }[by ?? 'campaign'];
        const shared = {
          campaign: pick([undefined, undefined, undefined, 'spring_sale', 'europe_autumn']),
          contains: pick([undefined, undefined, undefined, 'ad_4', 'BRAND']),
          network: pick([undefined, undefined, undefined, 'google_ads', 'meta']),
          channel: pick([undefined, undefined, undefined, 'paid_social', 'email'] as const),
        };
        const [traffic, paid] = [pick([undefined, 'all'] as const), pick([undefined, undefined, 'no', 'all'] as const)];
        const basis = pick([undefined, undefined, 'occurred'] as const);
        const currencies = pick([undefined, 'original'] as const);
        const ask = currencies ? report : converted;
        const own = { zone, traffic, paid, basis, currencies, compare: 'none' };
        const search = { ...own, ...range, sort, by, ...shared };
        const given = Object.entries(search).filter(([, value]) => value !== undefined) as [string, string][];
        const path = `/performance?${new URLSearchParams(given)}`;
        const query: Query = {
          ...range,
          time_zone: zone,
          ...shared,
          traffic: traffic ?? 'human',
          paid: shared.channel ? 'all' : paid ? ({ no: 'false', all: 'all' } as const)[paid] : 'true',
          ...(basis && { time_basis: basis }),
        };
        const named = { channel: 'channel', ad: 'ad_id', campaign: 'campaign' }[by ?? 'campaign'];
        const rows = await ask({
          ...query,
          ...({ group_by: group, limit: 100, sort: sort === 'name' ? named : sort } as Query),
        });
        await follow(page, path);
        await expect.poll(() => page.url(), { message: path }).toContain(`from=${range.from}`);
        if (rows.rows.length === 0) {
          await page.getByText(/Nothing matches|No ad clicks or spend/).waitFor();
          continue;
        }
        await expect.poll(() => rowTexts(page), { message: path }).toEqual(rows.rows.map((row) => [nameOf(row), ...cellsOf(row)]));
        const { totals } = await ask(query);
        const main = mainOf(totals) as Row;
        const expected = {
          Spend: main.spend === null ? '–' : money(main.spend, main.currency),
          Value: money(main.value, main.currency),
          Conversions: count(main.conversions),
          Clicks: count(totals.reduce((sum, { clicks }) => sum + clicks, 0)),
        };
        await expect.poll(() => tileTexts(page), { message: path }).toMatchObject(expected);
      }
    });
  });

  it('shows several currencies in the main one at first, with a return, and apart on request', async () => {
    await site.walk(async ({ page, complaints }) => {
      await open(page, '&compare=none');
      const asIs = await report({});
      expect(asIs.totals.map(({ currency }) => currency).sort()).toEqual(['EUR', 'USD']);
      const { rows, totals, totals_with_spend: known } = await report({ currency: 'USD' });
      await hasRows(page, rows);
      await tile(page, 'Value')
        .getByText(money(totals[0]?.value ?? '', 'USD'), { exact: true })
        .waitFor();
      await tile(page, 'Return')
        .getByText(times(known[0]?.return_on_ad_spend ?? ''), { exact: true })
        .waitFor();
      await openFilters(page);
      expect(await page.getByLabel('Currency').inputValue()).toBe('USD');
      await page.getByText('Amounts in EUR and USD are shown in USD, each by the rate of its day.').waitFor();
      await page.getByRole('button', { name: 'Show them as they are' }).click();
      await hasRows(page, asIs.rows);
      await page.getByText('Amounts in EUR and USD are not added up.').waitFor();
      await page.reload();
      await hasRows(page, asIs.rows);
      await page.getByRole('button', { name: 'Convert all to USD' }).click();
      await hasRows(page, rows);
      await openFilters(page);
      await page.getByLabel('Currency').selectOption('');
      await hasRows(page, asIs.rows);

      await page.route(/reports\/performance\?.*currency=/, (route) =>
        route.fulfill({
          status: 422,
          json: {
            detail: [{ type: 'rate_missing', loc: ['query', 'currency'], msg: 'No rate from EUR to USD' }],
          },
        }),
      );
      await page.goto(`${site.facts.console}/performance?zone=UTC&compare=none`);
      await hasRows(page, asIs.rows);
      await page.getByText('not added up, because exchange rates of these days are missing').waitFor();
      expect(await page.getByRole('link', { name: 'Enter them' }).getAttribute('href')).toContain('tab=rates');
      await expectAccessible(page, 'currencies apart');
      expect(complaints.splice(0).filter((text) => !text.includes('422'))).toEqual([]);
    });
  });

  atNight('compares no spend with days before the first click', async () => {
    await site.walk(async ({ page }) => {
      await open(page, '&period=30d');
      const { totals } = await report({
        to: daysAgo(1),
        currency: 'USD',
        compare: 'previous_period',
        compare_age: 'same',
      });
      // The demo has spend of the assistant from before its first click.
      expect([totals[0]?.previous?.clicks, Number(totals[0]?.previous?.spend) > 0]).toEqual([0, true]);
      for (const label of ['Spend', 'Value', 'Clicks']) await tile(page, label).getByText('No data before').waitFor();
    });
  });

  atNight('leads from unknown spend to the import', async () => {
    await site.walk(async ({ page }) => {
      await open(page, '&compare=none&campaign=spring_sale&group=trail_shoes');
      await page.getByText('What these ads cost is not imported.').waitFor();
      expect(await page.getByRole('link', { name: 'Import it' }).getAttribute('href')).toContain('tab=imports');
    });
  });

  it('keeps the currency that a person chooses, and not the currency of a link', async () => {
    await site.walk(async ({ page }) => {
      const currency = page.getByLabel('Currency');
      await open(page, '&currency=EUR&compare=none');
      await openFilters(page);
      await expect.poll(() => currency.inputValue()).toBe('EUR');
      const again = async () => {
        await page.goto(`${site.facts.console}/performance?zone=UTC&compare=none`);
        await loaded(page, 'Performance');
        await openFilters(page);
      };
      await again();
      await expect.poll(() => currency.inputValue()).toBe('USD');
      await currency.selectOption('EUR');
      await page.getByText(/are shown in EUR/).waitFor();
      await again();
      await expect.poll(() => currency.inputValue()).toBe('EUR');
    });
  });

  it('computes return and cost per conversion of campaigns whose spend is known, and says so', async () => {
    await site.walk(async ({ page }) => {
      await open(page, '&currency=USD&compare=none&paid=all');
      const { totals, totals_with_spend: known } = await report({ currency: 'USD', paid: 'all' });
      const { return_on_ad_spend: ratio, cost_per_conversion: cost } = known[0] as Row;
      const bar = region(page, 'What the return covers');
      await tile(page, 'Return')
        .getByText(times(ratio ?? ''), { exact: true })
        .waitFor();
      await tile(page, 'Cost per conversion')
        .getByText(money(cost ?? '', 'USD'), { exact: true })
        .waitFor();
      const text = `Return of ${count(known[0]?.clicks ?? 0)} of ${count(totals[0]?.clicks ?? 0)} clicks`;
      await bar.getByText(text).waitFor();
      const share = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
      const joined = share.format(Number(totals[0]?.joined_share));
      expect(await bar.getByRole('link', { name: `${joined} of it joined` }).getAttribute('href')).toContain('tab=joins');
      await bar.getByText(`at least ${times(totals[0]?.return_at_least ?? '')}`).waitFor();
    });
  });

  it('expands campaigns and ad groups by keyboard as the API has them, and the address restores it all', async () => {
    await site.walk(async ({ page }) => {
      await open(page, '&currency=USD&compare=none');
      await page.getByRole('button', { name: 'Open spring_sale', exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Open running_shoes' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Details of ad_43', exact: true }).waitFor();
      const top = await report({ currency: 'USD' });
      const groups = await report({ currency: 'USD', campaign: 'spring_sale', group_by: 'ad_group' });
      const ads = await report({
        currency: 'USD',
        campaign: 'spring_sale',
        ad_group: 'running_shoes',
        group_by: 'ad_id',
      });
      const expected = top.rows.flatMap((row) =>
        row.campaign === 'spring_sale'
          ? [row, ...groups.rows.flatMap((of) => (of.ad_group === 'running_shoes' ? [of, ...ads.rows] : [of]))]
          : [row],
      );
      await hasRows(page, expected);
      await page.getByRole('button', { name: 'Close running_shoes' }).click({ timeout: 15_000 });
      await hasRows(
        page,
        expected.filter((row) => !ads.rows.includes(row)),
      );
      await page.getByRole('button', { name: 'Open running_shoes' }).click();
      await hasRows(page, expected);
      const cents = (rows: readonly Row[]) => rows.reduce((sum, { value }) => sum + Math.round(Number(value) * 100), 0);
      expect(cents(groups.rows)).toBe(cents(top.rows.filter(({ campaign }) => campaign === 'spring_sale')));
      await page.reload();
      await hasRows(page, expected);
      expect(await page.getByRole('link', { name: 'none by this name' }).count()).toBeGreaterThan(0);
      await page.getByRole('button', { name: 'Close spring_sale', exact: true }).click();
      await hasRows(page, top.rows);
    });
  });

  atNight('sorts by a click on a heading, as the API does, with unknown figures last', async () => {
    await site.walk(async ({ page }) => {
      await open(page, '&compare=none&by=ad&paid=all');
      const ads = { group_by: 'campaign,ad_group,ad_id', paid: 'all' as const, limit: 100 };
      for (const [label, sort] of [
        ['Value', '-value'],
        ['Value', 'value'],
        ['Clicks', '-clicks'],
        ['Ad', 'ad_id'],
        ['Spend', '-spend'],
      ] as const) {
        await page
          .getByRole('columnheader')
          .getByRole('button', { name: new RegExp(`^${label} ?[↓↑]?$`) })
          .click();
        const { rows } = await converted({ ...ads, sort } as Query);
        await hasRows(page, rows);
        const direction = sort.startsWith('-') ? 'descending' : 'ascending';
        expect(await page.locator(`th[aria-sort=${direction}]`).textContent()).toContain(label);
      }
    });
  });

  atNight('filters by network, channel, traffic, name and a click, and chips remove the filters', async () => {
    await site.walk(async ({ page }) => {
      await open(page, '&compare=none');
      await openFilters(page);
      await page.getByLabel('Network').selectOption('meta');
      await hasRows(page, (await converted({ network: 'meta' })).rows);
      await page.reload();
      await hasRows(page, (await converted({ network: 'meta' })).rows);
      await chip(page, 'Network: Meta').click();
      await openFilters(page);
      await page.getByLabel('Channel', { exact: true }).selectOption('paid_search');
      await hasRows(page, (await converted({ channel: 'paid_search' })).rows);
      await chip(page, 'Channel: Paid search').click();
      await page.getByLabel('Channel', { exact: true }).selectOption('email');
      await hasRows(page, (await converted({ channel: 'email', paid: 'all' })).rows);
      await chip(page, 'Channel: Email').click();
      await page.getByLabel('Traffic').selectOption('all');
      await hasRows(page, (await converted({ traffic: 'all' })).rows);
      await page.getByLabel('Part of a campaign, ad group or ad').fill('TRAIL');
      await hasRows(page, (await converted({ traffic: 'all', contains: 'trail' })).rows);
      await page.getByRole('button', { name: 'Clear all' }).click();
      await hasRows(page, (await converted({})).rows);
      expect(await page.getByLabel('Part of a campaign, ad group or ad').inputValue()).toBe('');
      await page.getByRole('button', { name: 'Show only brand_search' }).click();
      await hasRows(page, (await converted({ campaign: 'brand_search' })).rows);
      await chip(page, 'Campaign: brand_search').waitFor();
      await page.goBack();
      await hasRows(page, (await converted({})).rows);
      await page.getByLabel('Days of conversions').selectOption('occurred');
      await hasRows(page, (await converted({ time_basis: 'occurred' })).rows);
      await chip(page, 'Days: Of the conversion').waitFor();
    });
  });

  atNight('compares whole days with as many days before, at the same age of their conversions', async () => {
    await site.walk(async ({ page }) => {
      const days = { from: daysAgo(6), to: daysAgo(0) };
      await open(page, `&from=${days.from}&to=${days.to}&campaign=spring_sale`);
      const query: Query = {
        from: days.from,
        to: daysAgo(1),
        campaign: 'spring_sale',
        compare: 'previous_period',
        compare_age: 'same',
      };
      const { totals, previous_period: before } = await report(query);
      const clicks = Number(totals[0]?.change?.clicks);
      const change = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
      await tile(page, 'Clicks')
        .getByText(clicks === 0 ? 'No change' : `${clicks > 0 ? '▲' : '▼'} ${change.format(Math.abs(clicks))}`)
        .waitFor();
      expect(before).toEqual({ from: daysAgo(12), to: daysAgo(7) });
      await page.getByText(/^Changes compare whole days: .*of the same age/).waitFor();
      // A rise of spend is neither good nor bad.
      expect(await tile(page, 'Spend').getByText(/^[▲▼]/).getAttribute('style')).toMatch(/dimmed/);
    });
  });

  atNight('opens an ad: its figures, channel, network, days and orders, with a link to the event log; focus returns', async () => {
    await site.walk(async ({ page }) => {
      await open(page, '&compare=none&by=ad');
      const ad = page.getByRole('button', { name: 'Details of ad_42' });
      await ad.focus();
      await page.keyboard.press('Enter');
      const drawer = page.getByRole('dialog');
      const names = { campaign: 'spring_sale', ad_group: 'running_shoes', ad_id: 'ad_42' };
      const [row] = (await report({ ...names, group_by: 'ad_id' })).rows as [Row];
      for (const text of cellsOf(row)) await drawer.getByText(text, { exact: true }).first().waitFor();
      await drawer.getByText('Paid social').waitFor();
      await drawer.getByText('Meta', { exact: true }).waitFor();
      const days = drawer.getByRole('region', { name: 'Days of the ad' }).getByRole('row');
      await expect.poll(() => days.count()).toBe(1 + (await report({ ...names, group_by: 'day' })).rows.length);
      await expectAccessible(page, 'the drawer of an ad');
      await expectToFit(page, 'the drawer of an ad', [360, 1280]);
      await page.reload();
      await drawer.getByText('ad_42').first().waitFor();
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached' });
      await ad.focus();
      await page.keyboard.press('Enter');
      await drawer.waitFor();
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached' });
      expect(await ad.evaluate((one) => one === (globalThis as { document?: { activeElement: unknown } }).document?.activeElement)).toBe(
        true,
      );
      await ad.click();
      await drawer.getByRole('link', { name: 'See its orders in the event log' }).click();
      await heading(page, 'Events').waitFor();
      const search = new URL(page.url()).searchParams;
      expect([search.get('campaign'), search.get('ad'), search.get('type'), search.get('outcome')]).toEqual([
        'spring_sale',
        'ad_42',
        'order_created',
        'matched',
      ]);
      await page
        .getByRole('button', { name: /^Details of/ })
        .first()
        .waitFor();
    });
  });

  atNight('asks for the newest events of an ad by the chosen conversion', async () => {
    await site.walk(async ({ page }) => {
      await open(page, '&compare=none&by=ad&type=signup_completed');
      const asked = page.waitForRequest((request) => /\/pixel\/events\?/.test(request.url()));
      await page.getByRole('button', { name: 'Details of ad_42' }).click();
      const query = new URL((await asked).url()).searchParams;
      expect(Object.fromEntries(query)).toMatchObject({
        event_type: 'signup_completed',
        outcome: 'matched',
        environment: 'live',
        time_zone: 'UTC',
        campaign: 'spring_sale',
        ad_group: 'running_shoes',
        ad_id: 'ad_42',
        to: daysAgo(0),
      });
    });
  });

  it('shows net in place of gross by a switch, which the address restores, on the overview too', async () => {
    type Events = { events: { event_id: string }[] };
    const { events } = await site.read<Events>(
      '/api/v1/pixel/events?outcome=matched&event_type=order_created&campaign=spring_sale&limit=1',
    );
    const adjusted = await fetch(`${site.facts.api}/api/v1/pixel/events/${encodeURIComponent(events[0]?.event_id ?? '')}/adjustment`, {
      method: 'PUT',
      headers: { ...signedIn(), 'content-type': 'application/json' },
      body: JSON.stringify({ net_value: '0', reason: 'refund' }),
    });
    expect(adjusted.status).toBe(200);
    await until(async () => (await report({})).totals.some(({ voided }) => voided > 0), 60);
    const netOf = (row: Row): Row => ({
      ...row,
      value: row.net_value,
      return_on_ad_spend: row.net_return,
    });
    const byNet = { sort: '-net_value' as never, currency: 'USD' };
    await site.walk(async ({ page }) => {
      await open(page, '&compare=none&currency=USD');
      await page.getByText('Value and return are gross').waitFor();
      await openFilters(page);
      await page.getByText('Net', { exact: true }).click();
      await page.getByText('Value and return are net').waitFor();
      await page.getByRole('button', { name: 'Net value', exact: true }).click();
      const { rows, totals } = await report(byNet);
      expect(rows.some((row) => row.net_value !== row.value)).toBe(true);
      await hasRows(page, rows.map(netOf));
      await expect
        .poll(() => tileTexts(page))
        .toMatchObject({
          'Net value': money(totals[0]?.net_value ?? '', 'USD'),
          'Net return': expect.stringMatching(/^[\d.]+×$/),
        });
      await region(page, /^Net value and spend in USD by day$/).waitFor();
      // The tiles have grown, so the pointer may be over one with a tooltip.
      await page.mouse.move(0, 0);
      await expectAccessible(page, 'net figures');
      await page.reload();
      await hasRows(page, rows.map(netOf));
      const file = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export CSV' }).click();
      expect(readFileSync(await (await file).path(), 'utf8')).toContain('net_return');
      await chip(page, 'Value: Net').click();
      await page.getByText('Value and return are gross').waitFor();

      await follow(page, '/?zone=UTC&compare=none&period=30d&value=net');
      await heading(page, 'Overview').waitFor();
      const orders = await report({ traffic: 'all', paid: 'all', time_basis: 'occurred' });
      const dollars = orders.totals.find(({ currency }) => currency === 'USD');
      expect(dollars?.net_value).not.toBe(dollars?.value);
      await tile(page, 'Attributed net value')
        .getByText(money(dollars?.net_value ?? '', 'USD'))
        .waitFor();
      const conversions = orders.totals.reduce((sum, one) => sum + one.conversions, 0);
      await tile(page, 'Conversions').getByText(count(conversions), { exact: true }).waitFor();
      await region(page, 'Net value in USD by day').waitFor();
      await expectAccessible(page, 'the overview with net values');
      await expectToFit(page, 'the overview with net values', [360, 1280]);
      await page.getByText('Gross', { exact: true }).click();
      await tile(page, 'Attributed value').waitFor();
    });
  });

  atNight('shows no orders of other ads for an ad without a campaign', async () => {
    await site.walk(async ({ page }) => {
      await open(page, `&compare=none&paid=all&open=${encodeURIComponent(JSON.stringify(['', '', '']))}`);
      const drawer = page.getByRole('dialog');
      await drawer.getByText('No orders: only clicks of links with a campaign earn them.').waitFor();
      expect(await drawer.getByRole('link', { name: 'See its orders in the event log' }).count()).toBe(0);
      expect(await drawer.getByRole('region', { name: 'Newest orders of the ad' }).count()).toBe(0);
    });
  });

  it('says of an ad’s network that it is not loaded, in place of unknown', async () => {
    await site.walk(async ({ page, complaints }) => {
      await page.route(/reports\/performance\?.*network=/, (route) => route.fulfill({ status: 500, json: {} }));
      const ad = ['spring_sale', 'running_shoes', 'ad_42'];
      await open(page, `&compare=none&open=${encodeURIComponent(JSON.stringify(ad))}`);
      await page.getByRole('dialog').getByText('Not loaded').waitFor();
      expect(complaints.splice(0).every((text) => text.includes('500'))).toBe(true);
    });
  });

  atNight('says why a picture of the chart was not saved', async () => {
    await site.walk(async ({ page }) => {
      await open(page, '&compare=none');
      await page.evaluate(`HTMLCanvasElement.prototype.toBlob = (done) => done(null)`);
      await page.getByRole('button', { name: 'Save as a picture' }).click();
      await page.getByText('Not saved: No picture was made.').waitFor();
    });
  });

  atNight('lists ads of the assistant beyond the first page', async () => {
    await site.walk(async ({ page }) => {
      const rows = (answer: { rows: object[] }, from: number) =>
        Array.from({ length: 2 }, (_, at) => ({ ...answer.rows[0], ad_id: `ad_of_page_${from + at}` }));
      await page.route(/reports\/performance\?.*channel=assistant_paid/, async (route) => {
        const url = route.request().url();
        const isFirst = !url.includes('cursor=');
        const answer = await (await route.fetch({ url: url.replace(/&?cursor=more/, '') })).json();
        const changes = { rows: rows(answer, isFirst ? 1 : 3), next_cursor: isFirst ? 'more' : null };
        await route.fulfill({ json: { ...answer, ...changes } });
      });
      await site.openDemo(page, '/console/assistant-ads');
      const table = page.getByRole('region', { name: 'Cost and return by ad' });
      await table.getByText('ad_of_page_2').waitFor();
      await page.getByRole('button', { name: 'Load more' }).click();
      await table.getByText('ad_of_page_4').waitFor();
      expect(await table.getByRole('row').count()).toBe(1 + 4 + 2);
    });
  });

  it('saves the API’s file of all ads of the filters, and the chart as a picture', async () => {
    await site.walk(async ({ page }) => {
      await open(page, '&compare=none&campaign=spring_sale&sort=-value');
      const file = page.waitForEvent('download');
      await region(page, 'Campaigns').getByRole('button', { name: 'Export CSV' }).click();
      const text = readFileSync(await (await file).path(), 'utf8');
      const { body } = await apis().reportPerformanceCsv({
        query: {
          ...month(),
          time_zone: 'UTC',
          campaign: 'spring_sale',
          group_by: 'campaign,ad_group,ad_id',
          sort: '-value',
        } as Query,
        headers: signedIn(),
      });
      expect(text).toBe(body);
      expect(text.split('\r\n').length).toBeGreaterThan(3);
      await page.locator('.recharts-surface').first().waitFor();
      const picture = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save as a picture' }).click();
      const bytes = readFileSync(await (await picture).path());
      expect(bytes.subarray(1, 4).toString()).toBe('PNG');
      expect(bytes.length).toBeGreaterThan(15_000);
      if (process.env.PICTURES) (await picture).saveAs(`${process.env.PICTURES}/performance-chart.png`);
    });
  });

  atNight('shows the days as a table with the API’s figures, and a click on a day filters', async () => {
    await site.walk(async ({ page }) => {
      await open(page, '&compare=none&currency=USD&period=14d');
      const { rows } = await report({ from: daysAgo(13), currency: 'USD', group_by: 'day' });
      await page.getByRole('button', { name: 'Show as a table' }).click();
      const table = page.getByRole('region', { name: 'Table of days' });
      const cells = await table
        .locator('tbody tr')
        .evaluateAll((all) =>
          all.map((row) =>
            [...(row as unknown as { cells: Iterable<never> }).cells].slice(1).map((cell: { innerText: string }) => cell.innerText),
          ),
        );
      // Soon after midnight, the API omits today, which has no clicks and spend.
      const days = Array.from({ length: 14 }, (_, index) => daysAgo(13 - index));
      expect(cells).toEqual(
        days.map((day) => {
          const row = rows.find((one) => one.day === day);
          if (!row) return ['$0.00', '–', '–'];
          return [
            money(row.value, 'USD'),
            row.spend === null ? '–' : money(row.spend, 'USD'),
            row.return_on_ad_spend === null ? '–' : times(row.return_on_ad_spend),
          ];
        }),
      );
      await table
        .getByRole('button', { name: /^Show only/ })
        .nth(3)
        .click();
      await expect.poll(() => new URL(page.url()).searchParams.get('day')).toBe(daysAgo(10));
    });
  });

  atNight('remembers chosen columns and saved views of the account, across a reload', async () => {
    await site.walk(async ({ page }) => {
      await open(page, '&compare=none&campaign=spring_sale&by=ad');
      await page.getByRole('button', { name: 'Columns' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Conversion rate').check();
      await dialog.getByLabel('Return').uncheck();
      await expectAccessible(page, 'columns');
      await dialog.getByRole('button', { name: 'Done' }).click();
      const heads = async () => (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.replace(/ [↓↑]$/, '').trim());
      const chosen = ['Ad', 'Spend', 'Value', 'Conversions', 'Cost per conversion', 'Clicks', 'Conversion rate', 'Advice'];
      await expect.poll(heads).toEqual(chosen);
      const cells = () =>
        page
          .locator('table.labelled tbody tr')
          .first()
          .locator('td[data-label]')
          .evaluateAll((all) => all.map((cell) => cell.getAttribute('data-label')));
      await expect.poll(cells, { message: 'the columns of a row that was there before' }).toEqual(chosen.slice(1));
      await openFilters(page);
      await page.getByRole('button', { name: 'Saved views' }).click();
      await dialog.getByLabel('Save what is shown as').fill('"><img src=x onerror=alert(1)>');
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await dialog.getByRole('link', { name: '"><img' }).waitFor();
      await expectAccessible(page, 'saved views');
      await page.goto(`${site.facts.console}/performance?zone=UTC&compare=none`);
      await loaded(page, 'Performance');
      await openFilters(page);
      await page.getByRole('button', { name: 'Saved views' }).click();
      await dialog.getByRole('link', { name: '"><img' }).click();
      await chip(page, 'Campaign: spring_sale').waitFor();
      expect(new URL(page.url()).searchParams.get('by')).toBe('ad');
      await expect.poll(heads).toEqual(chosen);
      await page.getByRole('button', { name: 'Saved views' }).click();
      await dialog.getByRole('button', { name: 'Remove the view' }).click();
      await dialog.getByText('It is stored in this browser.').waitFor();
    });
  });

  atNight('says on one line what it leaves out, and opens it in words with a way to the joins', async () => {
    await site.walk(async ({ page }) => {
      await open(page, '&compare=none');
      const { left_out: out } = await report({});
      const line = page.getByRole('button', { name: /^What these figures leave out/ });
      await line.getByText(`${count(out.traffic.bot?.clicks ?? 0)} clicks of bots`).waitFor();
      await line.click();
      const section = region(page, 'What these figures leave out');
      await section.getByText('can still earn conversions').waitFor();
      await section.getByText(/found no clicks/).waitFor();
      expect(await section.getByRole('link', { name: 'Join them' }).getAttribute('href')).toContain('/spend?tab=joins');
      await expectAccessible(page, 'what is left out');
      await section.getByRole('button', { name: 'Show all clicks' }).click();
      await chip(page, 'Traffic: All clicks').waitFor();
    });
  });

  it('leads from a missing exchange rate to where it is entered', async () => {
    await site.walk(async ({ page, complaints }) => {
      await open(page, '&compare=none&currency=JPY');
      const section = region(page, 'Exchange rates are missing');
      await section.getByText(/No rate from USD to JPY/).waitFor();
      expect(await section.getByRole('link', { name: 'Enter the rates' }).getAttribute('href')).toContain('/spend?tab=rates');
      await section.getByRole('button', { name: 'Show each currency apart' }).click();
      await hasRows(page, (await report({})).rows);
      expect(complaints.splice(0).filter((text) => !text.includes('422'))).toEqual([]);
    });
  });

  it('without clicks and spend leads to an import and to the pixel', async () => {
    await site.walk(async ({ page }) => {
      await open(page, `&env=test&compare=none&from=${daysAgo(300)}&to=${daysAgo(295)}`);
      await page.getByText('No test clicks or spend in this period').waitFor();
      expect(await page.getByRole('link', { name: 'Import spend' }).getAttribute('href')).toContain('/spend?tab=imports');
      await page.getByRole('link', { name: 'Add the pixel' }).click();
      await heading(page, 'Get started').waitFor();
    });
  });

  atNight('asks for the days and the rows before the totals have arrived', async () => {
    await site.walk(async ({ page }) => {
      const asked: string[] = [];
      let answerTotals = () => {};
      const held = new Promise<void>((resolve) => {
        answerTotals = resolve;
      });
      await page.route('**/reports/performance?*', async (route) => {
        const query = new URL(route.request().url()).searchParams;
        asked.push(`${query.get('group_by')} ${query.get('limit')}`);
        if (query.get('group_by') === 'campaign' && query.get('limit') === '1') await held;
        await route.continue();
      });
      await site.openDemo(page, '/console/performance?zone=UTC&compare=none&campaign=spring_sale');
      await expect.poll(() => asked).toEqual(expect.arrayContaining([expect.stringMatching(/^day /), 'campaign 100']));
      answerTotals();
      await loaded(page, 'Performance');
    });
  });

  atNight('names what failed once, keeps older figures with their time, and recovers', async () => {
    await site.walk(async ({ page, complaints }) => {
      const address = '**/api/v1/pixel/reports/performance?**';
      const fail = () =>
        page.route(address, (route) => route.fulfill({ status: 500, json: { detail: 'Something failed.', request_id: 'req-1' } }));
      await fail();
      await site.openDemo(page, '/console/performance?zone=UTC&compare=none');
      await page.getByRole('alert').getByText('Performance could not be loaded').waitFor();
      expect(await page.getByRole('alert').count()).toBe(1);
      await page.unroute(address);
      await page.getByRole('button', { name: 'Retry' }).click();
      await hasRows(page, (await converted({})).rows);
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Refresh' }).click();
      await page
        .getByRole('alert')
        .getByText(/^This could not be updated. It is as of/)
        .waitFor();
      expect(await page.getByRole('alert').count()).toBe(1);
      await hasRows(page, (await converted({})).rows);
      await page.context().setOffline(false);
      await page.getByRole('alert').waitFor({ state: 'detached' });
      expect(complaints.splice(0).every((text) => /500|ERR_INTERNET/.test(text))).toBe(true);
    });
  });

  atNight('is accessible, reachable and fits in every width, light and dark', async () => {
    for (const dark of [false, true])
      await site.walk(
        async ({ page }) => {
          await open(page, '&compare=none&currency=USD&expanded=[["spring_sale"],["spring_sale","running_shoes"]]');
          await page.getByRole('button', { name: 'Details of ad_43', exact: true }).waitFor();
          await page.locator('.recharts-surface').first().waitFor();
          await expectAccessible(page, `performance ${dark}`);
          await expectToFit(page, 'performance', [360, 768, 1440]);
          await page.setViewportSize({ width: 360, height: 900 });
          await openFilters(page);
          await page.getByLabel('Network').waitFor();
          await expectToFit(page, 'performance', [360]);
          await expectAccessible(page, `performance at 360 ${dark}`);
          await expectReachable(page, 'performance');
        },
        { dark },
      );
  });
});

describeAtNight('the page Performance of 2,000 ads and hostile names', () => {
  const hostile = '"><img src=x onerror=alert(1)>\u202eevil&campaign=other';
  const long = 'x'.repeat(250);
  beforeAll(async () => {
    const day = daysAgo(1);
    const ads = Array.from({ length: 1996 }, (_, at) => ({
      day,
      campaign: 'many',
      ad_group: 'all',
      ad_id: `ad_${String(at).padStart(4, '0')}`,
      spend: `${at + 1}.50`,
    }));
    const others = [hostile, long, '=HYPERLINK("x")', '__proto__'].map((campaign) => ({
      day,
      campaign,
      ad_group: campaign,
      ad_id: campaign,
      spend: '1.00',
    }));
    const answer = await apis().createSpendImport({
      body: { network: 'google_ads', currency: 'USD', rows: [...ads, ...others] },
      query: { environment: 'test' },
      headers: signedIn(),
    });
    expect([answer.status, JSON.stringify(answer.body).slice(0, 300)]).toEqual([201, expect.anything()]);
  });

  it('loads them in pages of the API, in its order, and stays usable', async () => {
    await site.walk(async ({ page }) => {
      await open(page, '&env=test&compare=none');
      const begun = Date.now();
      await page.getByRole('button', { name: 'Open many' }).click();
      await page.getByRole('button', { name: 'Open all' }).click();
      await page.getByRole('button', { name: 'Details of ad_1995' }).waitFor();
      const opened = Date.now() - begun;
      const more = page.getByRole('button', { name: 'Load more' });
      for (const pages of [2, 3, 4]) {
        await more.click();
        const last = `ad_${String(1996 - 100 * pages).padStart(4, '0')}`;
        await page.getByRole('button', { name: `Details of ${last}`, exact: true }).waitFor();
        expect(await page.locator('table.labelled tbody tr').count()).toBe(100 * pages + 8);
      }
      const all = Date.now() - begun;
      const before = Date.now();
      await openFilters(page);
      await page.getByLabel('Part of a campaign, ad group or ad').fill('ad_1234');
      await expect.poll(() => page.locator('table.labelled tbody tr').count()).toBe(3);
      if (process.env.PICTURES)
        process.stderr.write(`2,000 ads: ${opened} ms open, ${all} ms with 400 rows, ${Date.now() - before} ms found
`);
    });
  });

  it('shows every name as a text', async () => {
    await site.walk(async ({ page }) => {
      await open(page, '&env=test&compare=none&by=ad&sort=spend');
      await page.getByRole('button', { name: 'Details of "><img' }).click();
      const drawer = page.getByRole('dialog');
      await drawer.getByText('Unknown: no import').or(drawer.getByText('Google Ads')).waitFor();
      expect(await page.locator('img[src=x]').count()).toBe(0);
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached' });
      await expectToFit(page, 'hostile names', [360, 768, 1440]);
      await follow(page, `/performance?${new URLSearchParams({ env: 'test', zone: 'UTC', compare: 'none', campaign: hostile })}`);
      await expect.poll(async () => (await rowTexts(page)).length).toBe(1);
      expect(await chip(page, 'Campaign').textContent()).toContain(hostile);
      const file = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export CSV' }).click();
      expect(readFileSync(await (await file).path(), 'utf8')).toContain('onerror');
    });
  });
});

describe('Performance answers on its first screen', () => {
  it('has its table above 500 px and its first row within 12 presses of Tab, and nothing moves', async () => {
    await site.walk(async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.addInitScript(`
        globalThis.shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shift += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });`);
      await open(page);
      const asked: { at: number; isAnswer: boolean }[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/reports/performance?')) asked.push({ at: asked.length, isAnswer: false });
      });
      page.on('response', (response) => {
        if (response.url().includes('/reports/performance?')) asked.push({ at: asked.length, isAnswer: true });
      });
      await page.reload();
      await page.locator('td.advice').first().waitFor();
      await page.locator('.recharts-surface').first().waitFor();
      expect(await page.evaluate('shift')).toBeLessThan(0.05);
      const firstAnswer = asked.findIndex(({ isAnswer }) => isAnswer);
      expect(
        asked.slice(firstAnswer).every(({ isAnswer }) => isAnswer),
        'one wave of reads',
      ).toBe(true);
      expect(firstAnswer).toBeLessThanOrEqual(5);
      const top = await page.locator('table.labelled').evaluate((table) => {
        return (table as unknown as { getBoundingClientRect(): { y: number } }).getBoundingClientRect().y;
      });
      expect(top).toBeLessThan(500);
      await page.evaluate(`document.getElementById('content').focus()`);
      let presses = 0;
      for (let isInRow = false; !isInRow && presses < 40; presses++) {
        await page.keyboard.press('Tab');
        isInRow = await page.evaluate(`document.activeElement.closest('table.labelled tbody') !== null`);
      }
      expect(presses).toBeLessThanOrEqual(12);
      // A curve would show values that no day had.
      const lines = await page.locator('.recharts-area-curve').evaluateAll((all) => all.map((line) => line.getAttribute('d') ?? ''));
      expect(lines.filter((line) => line.includes('C'))).toEqual([]);
      expect(lines.length).toBeGreaterThan(1);
    });
  });

  atNight('has the headings as one stop, which the arrow keys move along', async () => {
    await site.walk(async ({ page }) => {
      await open(page, '&compare=none');
      await page.getByRole('button', { name: /^Campaign ?$/ }).focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await page.locator('th[aria-sort=descending]', { hasText: 'Value' }).waitFor();
    });
  });

  it('keeps its currency when a campaign or a day is chosen', async () => {
    await site.walk(async ({ page }) => {
      await open(page, '&compare=none');
      const { rows } = await converted({ campaign: 'europe_autumn' });
      expect((await report({ campaign: 'europe_autumn' })).rows[0]?.currency).toBe('EUR');
      await page.getByRole('button', { name: 'Show only europe_autumn' }).click();
      await hasRows(page, rows);
      await page.getByRole('button', { name: 'Show as a table' }).click();
      const day = region(page, 'Table of days').getByRole('row').nth(8);
      const shown = await day.getByRole('cell').allInnerTexts();
      await day.getByRole('button').click();
      await expect.poll(() => tileTexts(page)).toMatchObject({ Value: shown[1], Spend: shown[2] });
    });
  });

  atNight('has no percentage against a period that is nearly empty', async () => {
    await site.walk(async ({ page }) => {
      const [from, to] = [daysAgo(25), daysAgo(0)];
      await open(page, `&from=${from}&to=${to}`);
      const { totals } = await report({
        from,
        to: daysAgo(1),
        currency: 'USD',
        compare: 'previous_period',
        compare_age: 'same',
      });
      const before = totals[0]?.previous;
      expect([before && before.clicks > 0, totals[0]?.change?.clicks]).toEqual([true, null]);
      for (const label of ['Spend', 'Value', 'Clicks']) await tile(page, label).getByText('Too few days before').waitFor();
      const days = before?.spend_coverage.days;
      await page.getByText(`The period before has clicks or spend on ${days} days.`).waitFor();
    });
  });

  it('shows the change of each row against as many whole days before', async () => {
    await site.walk(async ({ page }) => {
      await open(page, `&from=${daysAgo(7)}&to=${daysAgo(0)}`);
      const { rows } = await converted({
        from: daysAgo(7),
        to: daysAgo(1),
        compare: 'previous_period',
        compare_age: 'same',
      });
      const row = rows.find(({ campaign }) => campaign === 'spring_sale');
      const change = Number(row?.change?.value);
      const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
      await page
        .locator('table.labelled tbody tr', { hasText: 'spring_sale' })
        .first()
        .locator('td[data-label=Value]')
        .getByText(`${change > 0 ? '▲' : '▼'} ${percent.format(Math.abs(change))}`)
        .waitFor();
    });
  });

  it('names the amount of spend that found no clicks in its row and drawer, with the way to the joins', async () => {
    await site.walk(async ({ page }) => {
      await open(page, '&compare=none&by=ad&sort=return_on_ad_spend');
      const ads = { group_by: 'campaign,ad_group,ad_id', sort: 'return_on_ad_spend' } as Query;
      const { rows } = await converted({ ...ads, limit: 100 });
      const lost = rows.find(({ reason }) => reason === 'no_clicks_joined') as Row;
      const amount = money(lost.spend_coverage.unjoined_spend, 'USD');
      expect(await rowTexts(page)).not.toContainEqual(expect.arrayContaining(['0.00×']));
      const row = page.locator('table.labelled tbody tr', { hasText: `${amount} found no clicks` });
      expect(await row.getByRole('link', { name: 'Join it' }).getAttribute('href')).toContain('tab=joins');
      await row.getByRole('button', { name: /^Details of/ }).click();
      await page.getByRole('dialog').getByText(`${amount} of spend found no clicks.`).waitFor();
      await page.getByRole('dialog').getByRole('link', { name: 'See who it may be' }).waitFor();
    });
  });
});

describe('Performance of an account that sets a target and imports late', () => {
  it('colours returns, advises and draws a line by the target return', async () => {
    await site.walk(async ({ page, complaints }) => {
      await open(page, '&compare=none');
      await page.getByRole('button', { name: 'Set a target return' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Target return').fill('abc');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog
        .getByText(/A decimal above 0/)
        .first()
        .waitFor();
      await expectAccessible(page, 'the dialog of a target return');
      await dialog.getByLabel('Target return').fill('2.5');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Target return 2.50×' }).waitFor();
      const { rows, target_return } = await converted({});
      expect(target_return).toBe('2.5');
      const words = { stop: 'Stop', watch: 'Watch', grow: 'Grow', too_few: 'Too few' };
      await expect
        .poll(() => page.locator('td.advice').evaluateAll((all) => all.map((cell) => cell.textContent)))
        .toEqual(
          rows.map(({ advice }) =>
            advice ? expect.stringMatching(`^${advice.rule === 'spend_partial' ? 'Not known' : words[advice.word]}`) : '–',
          ),
        );
      const colors = new Set(rows.flatMap(({ return_on_ad_spend: ratio }) => (ratio === null ? [] : [Number(ratio) < 2.5])));
      expect([...colors].sort()).toEqual([false, true]);
      for (const { return_on_ad_spend: ratio } of rows.filter((row) => row.return_on_ad_spend !== null)) {
        const cell = page
          .locator('table.labelled')
          .getByText(times(ratio ?? ''), { exact: false })
          .first();
        expect(await cell.getAttribute('style')).toContain(Number(ratio) < 2.5 ? '--bad' : '--good');
      }
      await page.getByText('Return', { exact: true }).last().click();
      await page.getByText('Target 2.50×').waitFor();
      expect(complaints.splice(0).filter((text) => !text.includes('422'))).toEqual([]);
    });
  });

  it('has returns of the days whose spend is known, and says up to when it is', async () => {
    const { body: imports } = await apis().listSpendImports({ query: {} as never, headers: signedIn() });
    const all = (imports as { imports: { import_id: string; network: string }[] }).imports;
    for (const { import_id: id } of all.filter(({ network }) => network === 'meta'))
      await apis().undoSpendImport({ params: { id }, query: {}, headers: signedIn() } as never);
    const days = Array.from({ length: 10 }, (_, at) => daysAgo(25 - at));
    const names = { campaign: 'spring_sale', ad_group: 'running_shoes' };
    const answer = await apis().createSpendImport({
      body: {
        network: 'meta',
        currency: 'USD',
        rows: [
          ...days.map((day) => ({ day, ...names, ad_id: 'ad_42', spend: '30.00' })),
          { day: days[9] ?? '', ...names, ad_id: '712345678901', ad: 'Wide fit trail shoes', spend: '12.00' },
        ],
      },
      query: {} as never,
      headers: signedIn(),
    });
    expect(answer.status).toBe(201);
    const ad = { ...names, ad_id: 'ad_42', group_by: 'ad_id' } as Query;
    const known = await report({ ...ad, from: days[0] ?? '', to: days[9] ?? '' });
    const right = Number(known.rows[0]?.value) / 300;
    await site.walk(async ({ page }) => {
      await open(page, '&compare=none&by=ad&campaign=spring_sale&group=running_shoes');
      const row = page.locator('table.labelled tbody tr', { hasText: 'ad_42' });
      await row
        .getByText(times(right.toFixed(4)), { exact: false })
        .first()
        .waitFor();
      await row.getByText('its spend is known in part').waitFor();
      const { totals, spend_known } = await converted({ ...names, group_by: 'campaign' } as Query);
      // The totals divide by the same 300.00: other ads have no spend of these days.
      expect(Number(totals[0]?.return_on_ad_spend)).toBeCloseTo(right, 3);
      await tile(page, 'Return')
        .getByText(times(totals[0]?.return_on_ad_spend ?? ''), { exact: true })
        .waitFor();
      const bar = region(page, 'What the return covers');
      const meta = spend_known.find(({ network }) => network === 'meta');
      expect(meta?.to).toBe(days[9]);
      const day = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', day: 'numeric', month: 'short' });
      const text = `Spend of Meta is known to ${day.format(new Date(`${days[9]}T00:00:00Z`))}`;
      expect(await bar.getByRole('link', { name: text }).getAttribute('href')).toContain('/spend');
      // The name of the ad stands above the number of its network.
      const named = page.locator('table.labelled tbody tr', { hasText: 'Wide fit trail shoes' });
      await named.getByText('712345678901', { exact: true }).waitFor();
      await named.getByText('$12.00 found no clicks.').waitFor();
      await named.getByRole('button', { name: 'Details of Wide fit trail shoes' }).click();
      await page.getByRole('dialog').getByRole('heading', { name: 'Wide fit trail shoes' }).waitFor();
      await page.keyboard.press('Escape');
      await row.getByRole('button', { name: 'Details of ad_42' }).click();
      const table = page.getByRole('region', { name: 'Days of the ad' });
      await table.getByRole('row').nth(3).waitFor();
      const values = await table.locator('tbody td:nth-child(4)').evaluateAll((all) => all.map((cell) => cell.textContent));
      expect(values.every((value) => value?.startsWith('$'))).toBe(true);
      await page.getByRole('dialog').locator('.recharts-surface').first().waitFor();
    });
  });
});
