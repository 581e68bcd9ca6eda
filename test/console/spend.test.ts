// Slow: it walks pages in a browser.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { atNight, describeAtNight } from '#test/kit/tier.ts';
import { until } from '#test/kit/until.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { moneyText } from '../../web/console/kit/money.ts';
import { networks } from '../../web/console/kit/networks.ts';
import { sampleOf } from '../../web/console/spend/samples.ts';
import { openSite } from './site.ts';
import { expectAccessible, expectReachable, expectToFit, loaded, withoutUploads } from './walk.ts';

const site = openSite({ withHistory: true });
const folder = join(temporaryFolder(), 'reports');

type Import = { import_id: string; network: string; account: string; status: string; spend_after: string };
type Joins = { spend_without_clicks: { campaign: string }[] };
type Report = {
  rows: { campaign: string; ad_id: string; spend: string | null; return_on_ad_spend: string | null }[];
};
const imports = async () => (await site.read<{ imports: Import[] }>('/api/v1/spend/imports')).imports;
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
/** The demo account's report of Meta ends three days ago. */
const reportedDay = day(-4);
const performance = async (more = '') =>
  (await site.read<Report>(`/api/v1/pixel/reports/performance?from=${reportedDay}&to=${reportedDay}&group_by=campaign,ad_id${more}`)).rows;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  await until(async () => (await imports()).length === 4, 120);
});

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
const googleFile = () =>
  written(
    'google.csv',
    `Ad performance
Day,Campaign,Ad group,Ad name,Currency code,Cost,Impressions,Clicks
${reportedDay},brand_search,brand_exact,ad_11,USD,10.00,800,9
${reportedDay},brand_search,brand_exact,ad_12,USD,20.00,700,6
Total: Account,,,,,30.00,1500,15
`,
  );
const metaFile = () =>
  written(
    'meta.csv',
    `Reporting starts,Reporting ends,Campaign name,Ad set name,Ad name,Amount spent (USD),Impressions,Link clicks
${reportedDay},${reportedDay},spring_sale,running_shoes,ad_42,7.50,900,11
`,
  );
const drop = (page: Page, ...paths: string[]) => page.getByLabel('Reports of networks').setInputFiles(paths);
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const open = async (page: Page, path = '/console/spend') => {
  await site.openDemo(page, path);
  await loaded(page, 'Spend');
};

describe('the page of spend', () => {
  it('imports the files of two networks one after another, after the difference, and undoes them', async () => {
    await site.walk(async ({ page }) => {
      await open(page);
      const before = await performance();
      await drop(page, googleFile(), metaFile());
      const google = region(page, 'google.csv');
      await google.getByText('Recognised as a report of Google Ads.').waitFor();
      await google.getByText('2 changed').waitFor();
      expect(await google.getByLabel('Ad account', { exact: true }).inputValue()).toBe('Northwind search');
      expect(await google.textContent()).toMatch(/→ \$30\.00/);
      await page.getByText('Next: meta.csv').waitFor();
      expect(await performance()).toEqual(before);
      await google.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByText('google.csv is imported').waitFor();

      const meta = region(page, 'meta.csv');
      await meta.getByText('Recognised as a report of Meta.').waitFor();
      await meta.getByText('2 rows of these days are not in the file').waitFor();
      await meta.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByText('meta.csv is imported').waitFor();
      const after = await performance();
      const spendOf = (ad: string) => after.find(({ ad_id }) => ad_id === ad)?.spend ?? null;
      expect(['ad_11', 'ad_12', 'ad_42', 'ad_43'].map(spendOf)).toEqual(['10.00', '20.00', '7.50', null]);
      expect(after.find(({ ad_id }) => ad_id === 'ad_11')?.return_on_ad_spend).toMatch(/^\d+\.\d{4}$/);

      await drop(page, metaFile());
      await region(page, 'meta.csv').getByText('This report counts already').waitFor();
      expect(await region(page, 'meta.csv').getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true);
      await region(page, 'meta.csv').getByRole('button', { name: 'Leave it out' }).click();

      for (const network of ['Meta', 'Google Ads']) {
        await page
          .getByRole('button', { name: new RegExp(`^Undo ${network}`) })
          .first()
          .click();
        await page.getByRole('button', { name: 'Undo the import' }).click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
      expect((await imports()).slice(0, 2).map(({ status }) => status)).toEqual(['undone', 'undone']);
      expect(await performance()).toEqual(before);
    });
  });

  it('names the currency of what was there and of what comes, and warns of an account that changes it', async () => {
    const german = `Anzeigenleistung\nTag,Kampagne,Anzeigengruppe,Anzeigenname,Währungscode,Kosten,Impr.,Klicks\n${day(-6)},brand_search,brand_exact,ad_11,EUR,"1.234,56",800,9\n`;
    await site.walk(async ({ page }) => {
      await open(page);
      await drop(page, written('german.csv', german));
      const file = region(page, 'german.csv');
      const name = async (account: string) => {
        await file.getByLabel('Ad account', { exact: true }).fill(account);
        await file.getByLabel('Ad account', { exact: true }).press('Enter');
      };
      const spend = file.getByText('€0.00 → €1,234.56');
      await spend.waitFor();
      const held = Promise.withResolvers<void>();
      await page.route(/\/spend\/imports/, async (route) => {
        await held.promise;
        await route.continue();
      });
      await name('Another account');
      // The preview of the earlier ad account is gone before the next is there.
      await spend.waitFor({ state: 'detached' });
      held.resolve();
      await spend.waitFor();
      await name('Northwind search');
      await file.getByText(/Northwind search was in USD until now/).waitFor({ timeout: 15_000 });
      await file.getByText('€0.00 → €1,234.56').waitFor();
      expect(await file.textContent()).toMatch(/\$[\d,.]*[1-9][\d,.]* → \$0\.00/);
      await file.getByText(/Northwind search was in USD until now, and these rows are in EUR/).waitFor();
    });
  });

  atNight('says in words why an import cannot be undone', async () => {
    await site.walk(async ({ page, complaints }) => {
      await open(page);
      await drop(page, metaFile());
      await region(page, 'meta.csv').getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByText('meta.csv is imported').waitFor();
      await page
        .getByRole('button', { name: /^Undo Meta/ })
        .last()
        .click();
      await page.getByRole('button', { name: 'Undo the import' }).click();
      await page
        .getByRole('dialog')
        .getByRole('alert')
        .getByText(/later import/)
        .waitFor();
      await page.keyboard.press('Escape');
      expect(complaints.splice(0)).toEqual([expect.stringContaining('409')]);
      await page
        .getByRole('button', { name: /^Undo Meta/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Undo the import' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });
  });

  atNight('asks for what a file does not say: its currency, the order of its dates, its network and its columns', async () => {
    await site.walk(async ({ page, complaints }) => {
      await open(page);
      await drop(page, written('own.csv', 'Datum;"""><img src=x onerror=alert(1)>";Kosten\n01/02/2026;Morgen;1.250,00\n'));
      const own = region(page, 'own.csv');
      await own.getByText('It is not clear which network').waitFor();
      await own.getByLabel('Network').selectOption('Another network');
      expect(await own.getByLabel('Name of the network').inputValue()).toBe('');
      await own.getByLabel('Name of the network').fill('podcast');
      await own.getByLabel('Name of the network').press('Enter');
      const columns = region(page, 'Columns of the file');
      await columns.getByLabel('Day').selectOption('Datum');
      await columns.getByLabel('Spend').selectOption('Kosten');
      await columns.getByLabel('Campaign', { exact: true }).selectOption('"><img src=x onerror=alert(1)>');
      await own.getByText('Day or month first?').waitFor();
      await own.getByLabel('Dates').selectOption('Day first: 03/04/2026');
      await own.getByText('The file names no currency: enter it.').waitFor();
      await own.getByLabel('Currency').first().fill('eur');
      await own.getByLabel('Currency').first().press('Enter');
      await own.getByText('1 new, 0 changed, 0 removed').waitFor();
      await own.getByText('Feb 1').waitFor();
      await own.getByText('€1,250.00').waitFor();
      expect(await page.locator('img[src=x]').count()).toBe(0);
      await expectAccessible(page, 'spend with a file');
      await expectReachable(page, 'spend with a file');
      await expectToFit(page, 'spend with a file', [360, 1280]);
      await own.getByRole('button', { name: 'Leave it out' }).click();
      await own.waitFor({ state: 'detached' });
      expect(complaints.splice(0).every((text) => text.includes('422'))).toBe(true);
    });
  });

  it('shows each problem of a file at its line, with the line, and imports nothing', async () => {
    await site.walk(async ({ page, complaints }) => {
      await open(page);
      const count = (await imports()).length;
      const bad = sampleOf('google_ads', Date.now()).replace('866.25', '-866.25').replace('--,0,--', 'x,0,--');
      await drop(page, written('bad.csv', bad), written('empty.csv', ''));
      const file = region(page, 'bad.csv');
      await file.getByText('2 problems: nothing was imported.').waitFor();
      const row = file.getByRole('row').filter({ hasText: 'Must not be negative' });
      expect(await row.textContent()).toMatch(/^Line 5spend.*spring_sale,USD,-866\.25/);
      await file.getByRole('button', { name: 'Copy all problems' }).waitFor();
      expect(await file.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true);
      await expectAccessible(page, 'problems of a file');
      await expectToFit(page, 'problems of a file', [360, 1280]);
      await file.getByRole('button', { name: 'Leave it out' }).click();
      await region(page, 'empty.csv').getByText('The file is empty.').waitFor();
      await region(page, 'empty.csv').getByRole('button', { name: 'Leave it out' }).click();
      expect((await imports()).length).toBe(count);
      expect(complaints.splice(0).every((text) => text.includes('422'))).toBe(true);
    });
  });

  atNight('offers a sample of each network that the API recognises', async () => {
    for (const network of Object.keys(networks) as (keyof typeof networks)[]) {
      const currency = network === 'tiktok' ? '&currency=USD' : '';
      const answer = await fetch(`${site.facts.api}/api/v1/spend/imports?dry_run=true${currency}`, {
        method: 'POST',
        headers: { 'content-type': 'text/csv', authorization: `Bearer ${site.facts.demo.access_token}` },
        body: sampleOf(network, Date.now()),
      });
      expect([answer.status, await answer.json()]).toMatchObject([200, { network, days: 3 }]);
    }
    await site.walk(async ({ page }) => {
      await open(page);
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Sample file of LinkedIn' }).click();
      expect((await saved).suggestedFilename()).toBe('sample-linkedin.csv');
    });
  });

  it('uploads a large file, says what all of it would change, imports it in the background, and shows its progress and result', async () => {
    const rows = Array.from(
      { length: 45_000 },
      (_, at) => `${day(-400 - (at % 300))},big_${Math.floor(at / 300)},${'wide'.repeat(25)},USD,1.00,5`,
    );
    const path = written('big.csv', `Day,Campaign,Ad group,Currency code,Cost,Impr.\n${rows.join('\n')}\n`);
    await site.walk(async ({ page, complaints }) => {
      await open(page);
      await withoutUploads(page, complaints, () => drop(page, path));
      const big = region(page, 'big.csv');
      await big.getByRole('button', { name: 'Retry' }).click();
      await big.getByText('45,000', { exact: true }).waitFor();
      await big.getByText('$45,000.00').waitFor();
      await big.getByLabel('Ad account', { exact: true }).fill('big');
      await big.getByLabel('Ad account', { exact: true }).press('Enter');
      await expect.poll(() => big.getByRole('button', { name: 'Import', exact: true }).isEnabled()).toBe(true);
      let isFirst = true;
      await page.route('**/api/v1/spend/imports/*', async (route) => {
        const response = await route.fetch();
        const read = await response.json();
        await route.fulfill({ response, json: isFirst ? { ...read, status: 'pending', percent: 0 } : read });
        isFirst = false;
      });
      await big.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByText('It waits for its turn.').waitFor();
      await page.getByText('big.csv is imported').waitFor();
      await page.unrouteAll({ behavior: 'wait' });
      const [newest] = await imports();
      expect(newest).toMatchObject({ account: 'big', status: 'completed', spend_after: '45000.00' });
    });
  });

  atNight('says when the daily limit is reached, and when the service is away', async () => {
    await site.walk(async ({ page, complaints }) => {
      await open(page);
      let limit = '"spend-imports";q=20;w=86400';
      await page.route('**/api/v1/spend/imports?*', (route) =>
        route.request().method() === 'POST' && !route.request().url().includes('dry_run')
          ? route.fulfill({
              status: 429,
              headers: { 'retry-after': '7200', 'ratelimit-policy': limit },
              json: { detail: 'Too many requests.', code: 'too_many_requests', request_id: 'r' },
            })
          : route.continue(),
      );
      await drop(page, metaFile());
      await region(page, 'meta.csv').getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByText('All imports of today are used').waitFor();
      await page.getByText('An account has 20 imports a day. The file was not imported.').waitFor();
      limit = '"another";q=5;w=7200';
      await region(page, 'meta.csv').getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByText('The service limits how often this can be done.').waitFor();
      await page.unrouteAll();
      await region(page, 'meta.csv').getByLabel('Ad account', { exact: true }).fill('another');
      await region(page, 'meta.csv').getByLabel('Ad account', { exact: true }).press('Enter');
      await page.getByText('The service limits how often this can be done.').waitFor({ state: 'detached' });
      await region(page, 'meta.csv').getByText('1 new').waitFor();
      await page.route('**/api/v1/spend/**', (route) => route.fulfill({ status: 500, json: {} }));
      await page.reload();
      await page.getByRole('button', { name: 'Retry' }).first().waitFor();
      await page.unrouteAll();
      expect(complaints.splice(0).length).toBeGreaterThan(0);
    });
  });
});

describe('the joins of spend', () => {
  it('join spend with clicks by a decision, which can be taken back', async () => {
    const lonely = async () => (await site.read<Joins>('/api/v1/spend/joins')).spend_without_clicks.map(({ campaign }) => campaign);
    expect(await lonely()).toContain('spring_sale 2 (trail)');
    await site.walk(async ({ page }) => {
      await open(page, '/console/spend?tab=joins');
      const card = page.getByRole('article', { name: 'Spend of ad_51' });
      await card.getByText('The ad has the same name; both have figures on').waitFor();
      await expectAccessible(page, 'joins');
      await card.getByRole('button', { name: /^They are the same: spring_sale, .* and spring_sale 2/ }).click();
      await card.waitFor({ state: 'detached' });
      expect(await lonely()).not.toContain('spring_sale 2 (trail)');
      await page.getByRole('button', { name: 'Remove the alias spring_sale means spring_sale 2 (trail)' }).click();
      await page.getByText('Removed: spring_sale means').waitFor();
      expect(await lonely()).toContain('spring_sale 2 (trail)');
      await page.getByRole('button', { name: 'Restore' }).click();
      await card.waitFor({ state: 'detached' });
      expect(await lonely()).not.toContain('spring_sale 2 (trail)');
      await page.getByRole('button', { name: /^Remove the alias/ }).click();
      await card.waitFor();
    });
  });
});

describeAtNight('the exchange rates', () => {
  it('are added from text with problems by line, listed, removed and restored', async () => {
    await site.walk(async ({ page }) => {
      await open(page, '/console/spend?tab=rates');
      await page.getByText('No rate is missing').waitFor();
      await page.getByRole('button', { name: 'Add rates' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Day, from, to, rate').fill(`day;from;to;rate\n${day(-1)};GBP;USD;0,0\n2026-13-01;GBP;USD;1,27`);
      await dialog.getByText('Line 2: A rate above 0').waitFor();
      await dialog.getByText('Line 3: A day expected').waitFor();
      expect(await dialog.getByRole('button', { name: 'Add the rate' }).isDisabled()).toBe(true);
      await dialog
        .getByLabel('File of rates')
        .setInputFiles(written('rates.csv', `day,from,to,rate\r\n${day(-2)},GBP,USD,1.26\r\n${day(-1)},GBP,USD,1.27\r\n`));
      await dialog.getByRole('button', { name: 'Add 2 rates' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Show rates of GBP to USD' }).click();
      await page.getByRole('button', { name: `Remove the rate of ${day(-1)}` }).click();
      await page.getByText(`The rate of ${day(-1)} is removed.`).waitFor();
      await page.getByRole('button', { name: 'Restore' }).click();
      await page.getByRole('button', { name: `Remove the rate of ${day(-1)}` }).waitFor();
      await page.keyboard.press('Escape');
      await expectAccessible(page, 'rates');
    });
  });

  it('are sent in requests of at most 5,000, each rate once', async () => {
    await site.walk(async ({ page }) => {
      await open(page, '/console/spend?tab=rates');
      await page.getByRole('button', { name: 'Add rates' }).click();
      const dialog = page.getByRole('dialog');
      const days = Array.from({ length: 5001 }, (_, at) => day(-1 - at));
      const sent: string[][] = [];
      page.on('request', (request) => {
        const { rates } = (request.method() === 'PUT' && request.postDataJSON()) || {};
        if (rates) sent.push(rates.map((rate: { day: string }) => rate.day));
      });
      await dialog.getByLabel('File of rates').setInputFiles(written('many.csv', days.map((one) => `${one},CHF,SEK,11.5`).join('\n')));
      await dialog.getByRole('button', { name: 'Add 5,001 rates' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(sent.map(({ length }) => length)).toEqual([5000, 1]);
      expect(sent.flat()).toEqual(days);
    });
  });

  it('that are missing are named with their days', async () => {
    const removed = { day: day(-3), from: 'EUR', to: 'USD' };
    const put = (rate: string | null) =>
      fetch(`${site.facts.api}/api/v1/exchange-rates`, {
        method: 'PUT',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${site.facts.demo.access_token}`,
        },
        body: JSON.stringify({ rates: [{ ...removed, rate }] }),
      });
    await put(null);
    await site.walk(async ({ page, complaints }) => {
      await open(page, '/console/spend?tab=rates');
      await page.getByText(`For reports in USD: No rate from EUR to USD on ${removed.day}.`).waitFor();
      await put('1.08');
      expect(complaints.splice(0).every((text) => text.includes('422'))).toBe(true);
    });
  });
});

describeAtNight('an account without spend', () => {
  it('is led to its first import, on every tab', async () => {
    await site.walk(async ({ page }) => {
      await open(page, '/console/spend?env=test');
      await page.getByRole('heading', { name: 'Import your first report' }).waitFor();
      await page.getByText('No spend imported yet').waitFor();
      await page.getByRole('tab', { name: 'Joins' }).click();
      await page.getByText('No spend in these days').waitFor();
      await page.getByText('No aliases').waitFor();
    });
  });
});

describeAtNight('the page of spend in the test environment', () => {
  it('imports into the test environment and undoes it there, and leaves live imports alone', async () => {
    await site.walk(async ({ page }) => {
      const live = await imports();
      const ofTest = async () =>
        (await site.read<{ imports: Import[] }>('/api/v1/spend/imports?environment=test')).imports.map(({ status }) => status);
      await open(page, '/console/spend?env=test');
      await drop(page, googleFile());
      const google = region(page, 'google.csv');
      await google.getByText('2 new').waitFor();
      await google.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByText('google.csv is imported').waitFor();
      expect(await ofTest()).toEqual(['completed']);
      await page.getByRole('button', { name: /^Undo Google Ads/ }).click();
      await page.getByRole('button', { name: 'Undo the import' }).click();
      await expect.poll(ofTest, { message: 'the import of the test environment', timeout: 15_000 }).toEqual(['undone']);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await imports()).toEqual(live);
    });
  });

  it('removes and restores an alias there, and an equal one of the live environment stays', async () => {
    const alias = { level: 'campaign', network: 'meta', value: 'of_test', id: null, name: 'A test' };
    const path = '/api/v1/spend/aliases?environment=';
    const set = (environment: string, aliases: object[]) =>
      fetch(`${site.facts.api}${path}${environment}`, {
        method: 'PUT',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${site.facts.demo.access_token}`,
        },
        body: JSON.stringify({ aliases }),
      });
    const stored = async () => [
      (await site.read<{ aliases: object[] }>(`${path}live`)).aliases,
      (await site.read<{ aliases: object[] }>(`${path}test`)).aliases,
    ];
    const [live = []] = await stored();
    await set('live', [...live, alias]);
    await set('test', [alias]);
    await site.walk(async ({ page }) => {
      await open(page, '/console/spend?tab=joins&env=test');
      await page.getByRole('button', { name: 'Remove the alias of_test means A test' }).click();
      await page.getByText('Removed: of_test means').waitFor();
      expect(await stored(), 'after the removal').toEqual([[...live, alias], []]);
      await page.getByRole('button', { name: 'Restore' }).click();
      await expect.poll(stored).toEqual([[...live, alias], [alias]]);
    });
    await set('live', live);
  });
});

describeAtNight('the keys and the assistant', () => {
  it('a read-only key that reads cost and return is created and shown in the list', async () => {
    await site.walk(async ({ page }) => {
      await site.openDemo(page, '/console/keys');
      await page.getByRole('button', { name: 'Create a key' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Read-only').check();
      await dialog.getByLabel('Name').fill('Agency sheet');
      await dialog.getByLabel('Reads', { exact: true }).selectOption('These, and what ads cost and returned');
      await dialog.getByRole('button', { name: 'Create', exact: true }).click();
      await dialog.getByText('rk_').first().waitFor();
      await page.keyboard.press('Escape');
      await page.getByText('Reads what ads cost and returned, too').waitFor();
    });
  });

  it("the assistant's ads stand with their cost and return beside their reports", async () => {
    await site.walk(async ({ page }) => {
      await site.openDemo(page, '/console/assistant-ads');
      const row = region(page, 'Cost and return')
        .first()
        .getByRole('row')
        .filter({ hasText: /ad_71.*€/ });
      await row.waitFor();
      type Report = { rows: { ad_id: string; return_on_ad_spend: string; value: string }[] };
      const { rows } = await site.read<Report>(
        `/api/v1/pixel/reports/performance?from=${day(-29)}&to=${day(0)}&time_zone=UTC&channel=assistant_paid&group_by=campaign,ad_id&currency=EUR`,
      );
      const { return_on_ad_spend: exact = '', value = '' } = rows.find(({ ad_id }) => ad_id === 'ad_71') ?? {};
      await expect.poll(() => row.textContent()).toMatch(new RegExp(`${moneyText(value, 'EUR')}.*${Number(exact).toFixed(2)}×`));
      const all = region(page, 'Cost and return').first().getByRole('row').filter({ hasText: 'All' });
      expect(await all.count()).toBe(1);
      await expectAccessible(page, 'assistant ads');
      await expectToFit(page, 'assistant ads', [360, 768, 1440]);
    });
  });

  it("the assistant's ads stay in their currency when a later read fails", async () => {
    await site.walk(async ({ page, complaints }) => {
      await site.openDemo(page, '/console/assistant-ads');
      const part = region(page, 'Cost and return').first();
      await part.getByRole('row').filter({ hasText: 'All' }).waitFor();
      await page.route('**/reports/performance?**', (route) => route.abort());
      await page.evaluate('const { now } = Date; Date.now = () => now() + 60_000; dispatchEvent(new Event("visibilitychange"));');
      await part.getByRole('alert').waitFor();
      await part.getByText('Other currencies are converted into EUR').waitFor({ timeout: 5000 });
      expect(await part.getByRole('row').filter({ hasText: 'All' }).count()).toBe(1);
      complaints.splice(0);
    });
  });

  it("the assistant's ads say that rates are missing, and each currency is apart", async () => {
    await site.walk(async ({ page, complaints }) => {
      await page.route('**/reports/performance?**currency=EUR**', (route) =>
        route.fulfill({
          status: 422,
          json: {
            code: 'invalid_request',
            detail: [{ type: 'rate_missing', loc: ['query'], msg: 'No rate' }],
          },
        }),
      );
      await site.openDemo(page, '/console/assistant-ads');
      await page.getByText('Each currency is apart, because exchange rates').waitFor();
      const all = region(page, 'Cost and return').first().getByRole('row').filter({ hasText: 'All' });
      await expect.poll(() => all.count()).toBe(2);
      expect(complaints.splice(0).every((text) => text.includes('422'))).toBe(true);
    });
  });
});
