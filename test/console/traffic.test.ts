// Night: it walks pages in a browser.
import type { Page } from 'playwright-core';
import { settled } from '#test/kit/until.ts';
import { openSite } from './site.ts';
import { expectAccessible, expectToFit, loaded } from './walk.ts';

const site = openSite({ withHistory: true });

type Rules = { version: number; rules_off: string[] };
type Report = {
  people: { clicks: number; conversions: number };
  all: { clicks: number };
  left_out: { clicks: number };
};
const offRules = async () => (await site.read<Rules>('/api/v1/pixel/traffic-rules')).rules_off;
const putRulesOff = (rules_off: string[]) =>
  fetch(`${site.facts.api}/api/v1/pixel/traffic-rules`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${site.facts.demo.access_token}`,
    },
    body: JSON.stringify({ rules_off }),
  });
const report = () => site.read<Report>('/api/v1/pixel/reports/traffic');
beforeAll(async () => {
  await settled(
    async () => (await report()).all.clicks,
    (clicks) => clicks > 10,
  );
});

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

describe('the page of traffic', () => {
  it('shows the rates as the API has them, previews a switched rule by a dry run, and switches it', async () => {
    await putRulesOff(['data_centre']);
    await site.walk(async ({ page }) => {
      const answered = page.waitForResponse(/reports\/traffic/);
      await site.openDemo(page, '/console/traffic?period=30d');
      const { people, left_out: leftOut } = (await (await answered).json()) as Report;
      await loaded(page, 'Traffic');
      const text = await page.locator('.tiles').first().textContent();
      for (const count of [people.clicks, leftOut.clicks, people.conversions])
        expect(text).toContain(new Intl.NumberFormat('en').format(count));
      expect(await offRules()).toEqual(['data_centre']);
      expect(await page.getByRole('switch', { name: 'Data centre' }).isDisabled()).toBe(true);
      await page.getByRole('switch', { name: 'No user agent' }).focus();
      await page.keyboard.press('Space');
      const dialog = page.getByRole('dialog');
      await dialog.getByText(/stored clicks since .* were examined/).waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      expect(await offRules()).toEqual(['data_centre']);
      await page.getByRole('switch', { name: 'No user agent' }).click({ force: true });
      await dialog.getByRole('button', { name: 'Switch the rule off' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect((await offRules()).sort()).toEqual(['data_centre', 'no_user_agent']);
      await page.getByRole('switch', { name: 'No user agent' }).click({ force: true });
      await dialog.getByRole('button', { name: 'Switch the rule on' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await offRules()).toEqual(['data_centre']);
      await page.getByRole('button', { name: 'Dry run' }).click();
      await region(page, 'Apply to stored clicks')
        .getByText(/Dry run: .* clicks examined/)
        .waitFor();
    });
  });

  it('saves the networks of the staff, and says what is wrong with one', async () => {
    const stored = async () => (await site.read<{ staff_networks: string[] }>('/api/v1/pixel/traffic-rules')).staff_networks;
    await site.walk(async ({ page, complaints }) => {
      await site.openDemo(page, '/console/traffic?period=30d');
      const networks = region(page, 'Networks of your staff');
      const save = networks.getByRole('button', { name: 'Save the networks' });
      await networks.getByLabel('Networks').fill('203.0.113.0/24\n10.0.0.0/8');
      await save.click();
      await networks
        .getByText(/\/16 to \/24/)
        .last()
        .waitFor();
      await expect.poll(() => complaints.splice(0).some((text) => text.includes('422'))).toBe(true);
      expect(await stored()).toEqual([]);
      await networks.getByLabel('Networks').fill('203.0.113.0/24, 2001:db8:1::/48');
      await save.click();
      await networks.getByText(/^Saved\./).waitFor();
      expect(await stored()).toEqual(['203.0.113.0/24', '2001:db8:1::/48']);
      expect(await networks.getByLabel('Networks').inputValue()).toBe('203.0.113.0/24\n2001:db8:1::/48');
      await networks.getByLabel('Networks').fill('');
      await save.click();
      await expect.poll(stored).toEqual([]);
    });
  });

  it('shows no number of clicks by rule that is not known', async () => {
    await site.walk(async ({ page, complaints }) => {
      await page.route(/reports\/traffic/, (route) => route.fulfill({ status: 500, json: {} }));
      await site.openDemo(page, '/console/traffic?period=30d');
      const row = page.getByRole('row').filter({ hasText: 'No user agent' });
      await row.waitFor();
      expect(await row.getByRole('cell').nth(2).textContent()).toBe('–');
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect.poll(() => row.getByRole('cell').nth(2).textContent()).toMatch(/^[\d,]+$/);
      const dataCentre = page.getByRole('row').filter({ hasText: 'Data centre' });
      expect(await dataCentre.getByRole('cell').nth(2).textContent()).toBe('–');
      expect(complaints.splice(0).every((text) => text.includes('500'))).toBe(true);
    });
  });

  it('reads its figures after applied rules until they settle', async () => {
    await putRulesOff(['webdriver']);
    await site.walk(async ({ page }) => {
      let staleReads = 0;
      await page.route(/reports\/traffic/, async (route) => {
        const response = await route.fetch();
        const body = (await response.json()) as Report;
        if (staleReads-- > 0) body.people.clicks = 1;
        await route.fulfill({ response, json: body });
      });
      await site.openDemo(page, '/console/traffic?period=30d');
      await loaded(page, 'Traffic');
      const section = region(page, 'Apply to stored clicks');
      await section.getByRole('button', { name: 'Dry run' }).click();
      await section.getByText(/Dry run: .* would change/).waitFor();
      staleReads = 4;
      await section.getByRole('button', { name: 'Apply the rules' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Apply the rules' }).click();
      await section.getByText(/ changed, with/).waitFor();
      const isSettled = async () => {
        const clicks = new Intl.NumberFormat('en').format((await report()).people.clicks);
        return (await page.locator('.tiles').first().textContent())?.includes(`Clicks of people${clicks}`);
      };
      await expect.poll(isSettled, { timeout: 15_000 }).toBe(true);
      expect(staleReads).toBeLessThan(0);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
    await putRulesOff([]);
  });

  it('is accessible and fits every width', async () => {
    await site.walk(async ({ page }) => {
      await site.openDemo(page, '/console/traffic?period=30d');
      await loaded(page, 'Traffic');
      await expectAccessible(page, 'traffic');
      await expectToFit(page, 'traffic', [360, 768, 1280]);
    });
  });
});
