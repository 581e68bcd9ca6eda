import { readFileSync } from 'node:fs';
import type { Site } from '../site.ts';
import { expectAccessible, heading } from '../walk.ts';

export function marketWalks(site: Site) {
  describe('the market', () => {
    it('is found by a discovery, and a keyword plan is made of it and downloaded', async () => {
      await site.walk(async ({ page }) => {
        await site.openDemo(page, '/console/competitors');
        await heading(page, 'Competitors').waitFor();
        await page.getByRole('button', { name: /^Search/ }).click();
        // The bar has no width at 0 %, and the search may end before it has any.
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
        await csv.waitFor({ timeout: 60_000 });
        const file = page.waitForEvent('download');
        await csv.click();
        const text = readFileSync(await (await file).path(), 'utf8');
        expect((await file).suggestedFilename()).toBe('keyword-plan.csv');
        expect(text.split(/\r?\n/).length).toBeGreaterThan(20);
        expect(text).toMatch(/Campaign.*Keyword/i);
        await expectAccessible(page, 'plan');
      });
    }, 180_000);
  });
}
