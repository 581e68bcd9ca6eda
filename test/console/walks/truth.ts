import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { atNight } from '#test/kit/tier.ts';
import { until } from '#test/kit/until.ts';
import type { Site } from '../site.ts';
import { follow } from '../walk.ts';

export function truthWalks(site: Site) {
  type Report = { rows: { count: number; currency: string; value: string }[] };
  type Funnel = {
    sessions: { ad: number };
    quality: { attributed_share: number; unattributed: { count: number }[] };
  };
  type Traffic = { people: { ad_clicks: number; ad_conversion_rate: string }; all: { ad_clicks: number } };
  const sum = (rows: { count: number }[]) => rows.reduce((total, { count }) => total + count, 0);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

  async function figuresOf(days: number) {
    const period = `environment=live&time_zone=UTC&from=${daysAgo(days - 1)}&to=${daysAgo(0)}`;
    const report = await site.read<Report>(`/api/v1/pixel/reports/conversions?${period}&group_by=campaign`);
    const funnel = await site.read<Funnel>(`/api/v1/pixel/reports/funnel?${period}`);
    const { people, all } = await site.read<Traffic>(`/api/v1/pixel/reports/traffic?${period}`);
    const sessions = funnel.sessions.ad - (all.ad_clicks - people.ad_clicks);
    const percent = (share: number) => `${Math.round(share * 1000) / 10}%`;
    return {
      Conversions: String(sum(report.rows)),
      'Ad clicks': String(sessions),
      'Conversion rate': percent(Number(people.ad_conversion_rate)),
      'Attributed share': percent(funnel.quality.attributed_share),
    };
  }

  const tileOf = (page: Page, label: string) => page.locator('.tiles > *').filter({ hasText: label });
  const shownIn = async (page: Page, labels: readonly string[]) =>
    Object.fromEntries(
      await Promise.all(
        labels.map(async (label) => {
          const lines = await tileOf(page, label).locator('p, span').allTextContents();
          return [label, lines.find((line) => /^[\d.,]+%?$|^Not loaded$/.test(line)) ?? null];
        }),
      ),
    );
  const openOverview = async (page: Page) => {
    await until(async () => Number((await figuresOf(14)).Conversions) > 50, 30);
    await site.openDemo(page, '/console?zone=UTC');
    await page.locator('.recharts-surface').first().waitFor();
  };

  describe('the overview', () => {
    it('never shows figures of two periods, and equals the API, while a period loads slowly', async () => {
      await site.walk(async ({ page }) => {
        await openOverview(page);
        const labels = Object.keys(await figuresOf(7));
        const [before, after] = [await figuresOf(14), await figuresOf(7)];
        await until(async () => (await shownIn(page, labels))['Attributed share'] !== null, 10);
        expect(await shownIn(page, labels)).toEqual(before);
        await page.getByText(/^Value is gross.* (Left out: [\d,]+|No ad clicks) of bots .*your staff.*\.$/).waitFor();
        let release = () => {};
        const held = new Promise<void>((resolve) => {
          release = resolve;
        });
        await page.route('**/reports/funnel**', async (route) => {
          await held;
          await route.continue();
        });
        await page.getByLabel('Period').selectOption('7d');
        await tileOf(page, 'Conversions').getByText(after.Conversions, { exact: true }).waitFor();
        await expect.poll(() => shownIn(page, labels)).toEqual({ ...after, 'Ad clicks': null, 'Attributed share': null });
        expect(await page.locator('.tiles').getByText('vs. before').count()).toBeLessThanOrEqual(2);
        expect(await page.getByRole('link', { name: 'Not attributed' }).count()).toBe(0);
        release();
        await until(async () => (await shownIn(page, labels))['Attributed share'] !== null, 10);
        expect(await shownIn(page, labels)).toEqual(after);
        const compared = page.getByText(/^Changes compare whole days: .* to .* with .* to /);
        const daysOf = async () => /: (.* to .* with .* to \w+ \d+)/.exec((await compared.textContent()) ?? '')?.[1];
        const onOverview = await daysOf();
        await follow(page, '/performance?zone=UTC&period=7d');
        await compared.filter({ hasText: 'of the same age' }).waitFor();
        expect(await daysOf()).toBe(onOverview);
        await follow(page, `/performance?zone=UTC&from=${daysAgo(19)}&to=${daysAgo(0)}`);
        await page.getByText(/The period before has clicks or spend on \d+ days/).waitFor();
      });
    });

    it('has each share and its change on one base, whatever arrived today', async () => {
      await site.walk(async ({ page }) => {
        await page.route(/reports\/(funnel|traffic)\?/, async (route) => {
          const { searchParams: asked } = new URL(route.request().url());
          const isBefore = asked.get('from') !== daysAgo(13);
          const at = isBefore ? 2 : asked.get('to') === daysAgo(0) ? 0 : 1;
          const response = await route.fetch();
          const json = await response.json();
          if (json.quality) json.quality.attributed_share = [0.433, 0.747, 0.74][at];
          else json.people.ad_conversion_rate = ['0.200000', '0.240000', '0.250000'][at];
          await route.fulfill({ response, json });
        });
        await openOverview(page);
        await tileOf(page, 'Attributed share').getByText('▼ 30.7 points').waitFor();
        await tileOf(page, 'Attributed share').getByText('43.3%', { exact: true }).waitFor();
        await tileOf(page, 'Conversion rate').getByText('▼ 5 points').waitFor();
        await tileOf(page, 'Conversion rate').getByText('20%', { exact: true }).waitFor();
      });
    });

    atNight('finds a time zone by a part of its name', async () => {
      await site.walk(async ({ page }) => {
        await openOverview(page);
        const zone = page.getByRole('combobox', { name: 'Time zone' });
        const chosen = () => new URL(page.url()).searchParams.get('zone');
        await zone.fill('new york');
        await page.getByRole('option', { name: 'America/New York' }).click();
        await expect.poll(chosen).toBe('America/New_York');
        await zone.blur();
        await zone.click();
        await page.keyboard.type('los_ang');
        await page.keyboard.press('Enter');
        await expect.poll(chosen).toBe('America/Los_Angeles');
      });
    });

    atNight('says which part failed, with the request ID, and claims no change of it', async () => {
      await site.walk(async ({ page, complaints }) => {
        await page.route('**/reports/funnel**', (route) =>
          route.fulfill({
            status: 500,
            contentType: 'application/json',
            body: JSON.stringify({
              detail: 'Something went wrong.',
              code: 'internal',
              request_id: 'r-funnel',
            }),
          }),
        );
        await openOverview(page);
        await page.getByRole('alert').getByText('Request ID r-funnel').waitFor();
        const labels = ['Ad clicks', 'Attributed share'];
        await until(async () => (await shownIn(page, labels))['Ad clicks'] === 'Not loaded', 10);
        for (const label of labels) {
          expect(await shownIn(page, [label])).toEqual({ [label]: 'Not loaded' });
          expect(await tileOf(page, label).textContent()).not.toMatch(/No change|vs\. before|No data/);
        }
        await page.getByText('Not attributed: not loaded').waitFor();
        expect(complaints.splice(0).length).toBeGreaterThan(0);
      });
    });

    atNight('says that it is offline, both of a new period and of what is shown', async () => {
      await site.walk(async ({ page, complaints }) => {
        await openOverview(page);
        await page.context().setOffline(true);
        await page.getByLabel('Period').selectOption('7d');
        await page.getByRole('alert').getByText('The service cannot be reached').first().waitFor();
        expect(await page.locator('.tiles').count()).toBe(0);
        await page.context().setOffline(false);
        await page.locator('.tiles').waitFor();
        await page.getByRole('alert').first().waitFor({ state: 'detached' });
        complaints.splice(0);
      });
    });

    it('exports campaigns with what no ad earned, so that the file adds up to the table', async () => {
      await site.walk(async ({ page }) => {
        await openOverview(page);
        const file = page.waitForEvent('download');
        await page.getByRole('region', { name: 'Campaigns' }).getByRole('button', { name: 'Export CSV' }).click();
        const [, ...lines] = readFileSync(await (await file).path(), 'utf8')
          .trim()
          .split('\r\n');
        const counted = (some: string[]) => some.reduce((total, line) => total + Number(line.split(',')[4]), 0);
        const isAttributed = (line: string) => !line.startsWith('(not attributed');
        const { rows } = await site.read<Report>(
          `/api/v1/pixel/reports/conversions?time_zone=UTC&from=${daysAgo(13)}&to=${daysAgo(0)}&group_by=campaign`,
        );
        const { quality } = await site.read<Funnel>(`/api/v1/pixel/reports/funnel?time_zone=UTC&from=${daysAgo(13)}&to=${daysAgo(0)}`);
        expect(counted(lines.filter(isAttributed))).toBe(sum(rows));
        expect(counted(lines.filter((line) => !isAttributed(line)))).toBe(sum(quality.unattributed));
      });
    });
  });

  atNight('the events are exported as a whole, not only the page that is shown', async () => {
    await site.walk(async ({ page, complaints }) => {
      await openOverview(page);
      await page.goto(`${site.facts.console}/events?zone=UTC&outcome=matched`);
      await page.getByRole('button', { name: 'Load more' }).waitFor();
      const file = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export CSV' }).click();
      const [, ...lines] = readFileSync(await (await file).path(), 'utf8')
        .trim()
        .split('\r\n');
      const names = new Set<string>();
      let cursor: string | null = '';
      do {
        const answer: { events: { event_id: string }[]; next_cursor: string | null } = await site.read(
          `/api/v1/pixel/events?environment=live&outcome=matched&time_zone=UTC&from=${daysAgo(30)}&limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
        );
        for (const { event_id } of answer.events) names.add(event_id);
        cursor = answer.next_cursor;
      } while (cursor);
      expect(names.size).toBeGreaterThan(50);
      expect(lines.map((line) => line.split(',')[2]).sort()).toEqual([...names].sort());

      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Export CSV' }).click();
      await page.getByText('Not saved: The service cannot be reached').waitFor();
      await page.context().setOffline(false);
      complaints.splice(0);
    });
  });
}
