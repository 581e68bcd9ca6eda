import { readFileSync } from 'node:fs';
import type { Site } from '../site.ts';
import { expectAccessible, expectReachable, expectToFit, heading } from '../walk.ts';

export function marketWalks(site: Site) {
  describe('the market', () => {
    it('is found by a discovery, and a keyword plan is made of it and downloaded', async () => {
      await site.walk(async ({ page }) => {
        await site.openDemo(page, '/console/competitors');
        await heading(page, 'Competitors').waitFor();
        await expect.poll(() => page.getByLabel('Your website').inputValue()).not.toBe('');
        let reads = 0;
        // A fast search is completed before the page reads its status.
        await page.route('**/competitors/discovery-status', async (route) => {
          const response = await route.fetch();
          const { task, ...body } = (await response.json()) as { task: object };
          const status = ++reads > 2 ? {} : { status: 'running' };
          await route.fulfill({ response, json: { ...body, task: { ...task, ...status } } });
        });
        await page.getByRole('button', { name: /^Search/ }).click();
        // The progress bar has no width at 0 %.
        await page.getByRole('progressbar').waitFor({ state: 'attached' });
        const cards = page.getByRole('article');
        await cards.nth(5).waitFor({ timeout: 90_000 });
        expect(await cards.first().getByRole('link').first().getAttribute('href')).toMatch(/^https?:/);
        await expectAccessible(page, 'competitors');

        await page.getByRole('link', { name: 'Keyword plan' }).click();
        await heading(page, 'Keyword plan').waitFor();
        const make = page.getByRole('button', { name: 'Make a plan' });
        const csv = page.getByRole('button', { name: 'Download CSV' });
        await make.or(csv).first().waitFor();
        if (await make.isVisible()) await make.click();
        await csv.waitFor();
        const file = page.waitForEvent('download');
        await csv.click();
        const text = readFileSync(await (await file).path(), 'utf8');
        expect((await file).suggestedFilename()).toBe('keyword-plan.csv');
        expect(text.split(/\r?\n/).length).toBeGreaterThan(20);
        expect(text).toMatch(/Campaign.*Keyword/i);
        await expectAccessible(page, 'plan');
      });
    });

    it('makes another keyword plan with signs of progress, and keeps the earlier ones with their files', async () => {
      type Answer = { plan: { version: number; brand_campaign: { keywords: { text: string }[] } } };
      const path = '/api/v1/dashboard/search-ads-keywords';
      const { plan: first } = await site.read<Answer>(path);
      await site.walk(async ({ page }) => {
        await site.openDemo(page, '/console/keywords');
        await page.getByText(/arrive paused, with a budget of 10 a day/).waitFor();
        await page.getByRole('button', { name: 'Make a new plan' }).click();
        const making = page.getByRole('status').filter({ hasText: 'The plan is being made' });
        await making.getByRole('progressbar', { name: 'Progress of the plan' }).waitFor({ state: 'attached' });
        const versions = page.getByLabel('Version');
        await versions.waitFor();
        const next = first.version + 1;
        await expect.poll(async () => Number(await versions.inputValue())).toBeGreaterThanOrEqual(next);
        await versions.selectOption(String(first.version));
        await page.waitForURL(/version=/);
        await page.getByText(`Version ${first.version},`).waitFor();
        for (const { text } of first.brand_campaign.keywords) await page.getByRole('cell', { name: text, exact: true }).waitFor();
        await page.reload();
        await page.getByText(`Version ${first.version},`).waitFor();
        const file = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Download CSV' }).click();
        const authorization = `Bearer ${site.facts.demo.access_token}`;
        const expected = await fetch(`${site.facts.api}${path}?format=csv&version=${first.version}`, {
          headers: { authorization },
        });
        expect(readFileSync(await (await file).path(), 'utf8')).toBe(await expected.text());
        await page
          .getByRole('button', { name: /^Copy: the keywords of/ })
          .first()
          .waitFor();
        await expectAccessible(page, 'an earlier plan');
        await expectReachable(page, 'an earlier plan');
        await expectToFit(page, 'an earlier plan', [360, 768, 1440]);
        await versions.selectOption({ index: 0 });
        await expect.poll(() => new URL(page.url()).searchParams.has('version')).toBe(false);
      });
    });

    it('finds competitors by a text, leads to the ads of each, and keeps every filter in the address', async () => {
      type Ads = {
        competitors: { name: string; ads: { title: string | null; days_running: number | null }[] }[];
      };
      const { competitors } = await site.read<Ads>('/api/v1/competitors/social-ads?ads_per_competitor=50');
      const [busiest] = competitors.toSorted((a, b) => b.ads.length - a.ads.length);
      const { name = '', ads = [] } = busiest ?? {};
      expect(ads.length).toBeGreaterThan(8);
      await site.walk(async ({ page }) => {
        await site.openDemo(page, '/console/competitors');
        const cards = page.getByRole('article');
        await page.getByText(`${competitors.length} competitors`).waitFor();
        await page.getByLabel('Name, website or what they sell').fill(name.toLowerCase());
        await page.getByText(`1 of ${competitors.length} competitors`).waitFor();
        expect(await cards.count()).toBe(1);
        await page.reload();
        await page.getByText(`1 of ${competitors.length} competitors`).waitFor();
        await page.getByLabel('Name, website or what they sell').fill('nobody sells this');
        await page.getByText(`0 of ${competitors.length} competitors`).waitFor();
        await page.getByLabel('Name, website or what they sell').fill('');
        await page.getByText(`${competitors.length} competitors`, { exact: true }).waitFor();
        await page.getByLabel('Order').selectOption('name');
        const names = competitors.map((one) => one.name).toSorted((a, b) => a.localeCompare(b));
        await expect
          .poll(async () => (await cards.allInnerTexts()).map((text) => names.findIndex((one) => text.includes(one))))
          .toEqual(names.map((_, at) => at));
        await expectAccessible(page, 'competitors in order');

        await page.getByRole('button', { name: `See its ads: ${name}` }).click();
        await page.waitForURL(/tab=ads/);
        expect(new URL(page.url()).searchParams.get('of')).toBe(name);
        await expect.poll(() => cards.count()).toBe(ads.length);
        expect(await page.getByLabel('Competitor', { exact: true }).inputValue()).toBe(name);
        await page.getByLabel('Order').selectOption('longest');
        const longest = Math.max(...ads.map(({ days_running: days }) => days ?? -1));
        await cards.first().getByText(`${longest} day`).waitFor();
        const word = ads[0]?.title ?? '';
        await page.getByLabel('Text of an ad').fill(word.toUpperCase());
        const found = ads.filter(({ title }) => title?.includes(word)).length;
        await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(found);
        await page.getByText(new RegExp(`^\\d+ of ${ads.length} ads$`)).waitFor();
        await page.getByLabel('Country').selectOption('DE');
        await page.getByLabel('Status').selectOption('active');
        await page.reload();
        for (const [label, value] of [
          ['Competitor', name],
          ['Country', 'DE'],
          ['Status', 'active'],
          ['Order', 'longest'],
          ['Text of an ad', word.toUpperCase()],
        ] as const)
          expect(await page.getByLabel(label, { exact: true }).inputValue(), label).toBe(value);
        await page.getByLabel('Text of an ad').fill('no ad says this');
        await page.getByText('No ad matches').waitFor();
        await page.getByRole('button', { name: 'Show all ads' }).click();
        await expect.poll(() => new URL(page.url()).searchParams.has('of')).toBe(false);
        await page
          .getByRole('button', { name: /^See all ads of/ })
          .first()
          .waitFor();
        await expectAccessible(page, 'ads of competitors');
        await expectReachable(page, 'ads of competitors');
        await expectToFit(page, 'ads of competitors', [360, 768, 1440]);
      });
    });
  });
}
