// Night: it walks pages in a browser.
import type { Page } from 'playwright-core';
import { settled } from '#test/kit/until.ts';
import { openSite } from './site.ts';
import { expectAccessible, expectToFit, heading, loaded } from './walk.ts';

const site = openSite({ withHistory: true });

type Rules = { version: number; rules: { id: string; channel: string; host?: string }[] };
const rules = () => site.read<Rules>('/api/v1/pixel/channel-rules');
const ids = async () => (await rules()).rules.map(({ id }) => id);
const put = (own: object[]) =>
  fetch(`${site.facts.api}/api/v1/pixel/channel-rules`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${site.facts.demo.access_token}`,
    },
    body: JSON.stringify({ rules: own }),
  });
const events = async (query: string) =>
  (await site.read<{ events: { event_id?: string; channel?: string; paid?: boolean }[] }>(`/api/v1/pixel/events?limit=100&${query}`))
    .events;
beforeAll(async () => {
  await settled(
    async () => (await events('outcome=matched')).length,
    (count) => count > 10,
  );
});
afterEach(async () => void (await put([])));

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const add = async (page: Page, id: string, label: string, text: string) => {
  await page.getByRole('button', { name: 'Add a rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(id);
  await dialog.getByLabel(label).fill(text);
  await dialog.getByRole('button', { name: 'Add the rule' }).click();
  return dialog;
};

describe('the page of channels', () => {
  it('adds, orders and removes own rules by keyboard, and shows the built-in rules in their order', async () => {
    await site.walk(async ({ page }) => {
      await site.openDemo(page, '/console/channels');
      await loaded(page, 'Channels');
      await page.getByText('No rules of your own').waitFor();
      await (await add(page, 'radio', 'utm_source', 'radio')).waitFor({ state: 'detached' });
      await (await add(page, 'partner', 'Host of the page before', 'partner.example')).waitFor({
        state: 'detached',
      });
      expect(await ids()).toEqual(['radio', 'partner']);
      const up = page.getByRole('button', { name: 'Move partner up' });
      await up.focus();
      await page.keyboard.press('Enter');
      await page.getByText('partner is rule 1 of 2.').waitFor();
      expect(await ids()).toEqual(['partner', 'radio']);
      expect(await up.and(page.locator(':focus')).count()).toBe(1);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Remove radio' }).click();
      await page.getByRole('button', { name: 'Remove the rule' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await ids()).toEqual(['partner']);
      const builtIn = region(page, 'Built-in rules').first().getByRole('row');
      expect(await builtIn.nth(1).textContent()).toContain('1. oppref is present');
      expect(await builtIn.last().textContent()).toContain('21. nothing else holds');
    });
  });

  it('shows the messages of a refused rule beside their fields, and hostile texts as texts', async () => {
    await site.walk(async ({ page, complaints }) => {
      await site.openDemo(page, '/console/channels');
      await loaded(page, 'Channels');
      const dialog = await add(page, 'Bad name', 'Host of the page before', 'no host/');
      await dialog.getByText('Lower-case letters, digits and underscores expected').waitFor();
      await dialog.getByText(/A host expected/).waitFor();
      await dialog.getByLabel('Name').fill('evil');
      await dialog.getByLabel('Host of the page before').fill('');
      await dialog.getByLabel('utm_source').fill('"><img src=x onerror=alert(1)>');
      await dialog.getByRole('button', { name: 'Add the rule' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('utm_source is "><img src=x onerror=alert(1)>').waitFor();
      expect(await page.locator('img[src=x]').count()).toBe(0);
      expect(complaints.splice(0)).toEqual([expect.stringContaining('422')]);
    });
  });

  it('tests a link as the API does, and the address restores it', async () => {
    await site.walk(async ({ page, complaints }) => {
      await site.openDemo(page, '/console/channels');
      await loaded(page, 'Channels');
      const section = region(page, 'Test a link');
      await section.getByLabel('Landing page').fill('https://shop.example/?utm_source=chatgpt.com&oppref=x');
      await section.getByRole('button', { name: 'Test the link' }).click();
      await section.getByText('Assistant paid').waitFor();
      await section.getByText('1. oppref is present').waitFor();
      await page.reload();
      await section.getByText('Assistant paid').waitFor();
      expect(await section.getByLabel('Landing page').inputValue()).toContain('oppref=x');
      await section.getByLabel('Landing page').fill('no address');
      await section.getByRole('button', { name: 'Test the link' }).click();
      await section.getByText('Invalid URL').waitFor();
      expect(complaints.splice(0)).toEqual([expect.stringContaining('422')]);
    });
  });

  it('counts in a dry run what would move, applies it, and says what changed since', async () => {
    const campaign = (await site.read<{ rows: { campaign: string }[] }>('/api/v1/pixel/reports/conversions?group_by=campaign')).rows.find(
      (row) => row.campaign,
    )?.campaign;
    await put([{ id: 'ours', campaign_prefix: campaign, channel: 'affiliate' }]);
    await site.walk(async ({ page }) => {
      await site.openDemo(page, '/console/channels');
      await loaded(page, 'Channels');
      const section = region(page, 'Apply to stored clicks');
      const apply = section.getByRole('button', { name: 'Apply the rules' });
      expect(await apply.isDisabled()).toBe(true);
      await section.getByText('No rules were applied').waitFor();
      await section.getByRole('button', { name: 'Dry run' }).click();
      await section.getByText(/^Dry run: .* clicks examined; .* would move, with .* events?/).waitFor();
      await page.reload();
      const text = (await section.getByText(/^Dry run:/).textContent()) ?? '';
      const [, moved] = /(\d+) clicks would move/.exec(text.replaceAll(',', '')) ?? [];
      await apply.click();
      await page.getByRole('dialog').getByRole('button', { name: 'Apply the rules' }).click();
      await section.getByText(new RegExp(`; ${moved} clicks moved`)).waitFor();
      await section.getByText('No rule has changed since.').waitFor();
      expect(Number(moved)).toBeGreaterThan(0);
      await expect.poll(async () => (await events('channel=affiliate')).length).toBeGreaterThan(0);
      await put([]);
      await page.reload();
      await section.getByText(/Since then your rules changed from version \d+ to \d+/).waitFor();
    });
  });

  it('is accessible, fits 360 pixels, and says of a failure what failed', async () => {
    await put([{ id: 'a_rule_with_a_rather_long_name_of_its_own', host: 'partner.example', channel: 'sms' }]);
    await site.walk(async ({ page, complaints }) => {
      await site.openDemo(page, '/console/channels?link=https%3A%2F%2Fshop.example%2F%3Fgclid%3Dx');
      await loaded(page, 'Channels');
      await page.getByRole('button', { name: 'Dry run' }).click();
      await page.getByText(/^Dry run:/).waitFor();
      await expectAccessible(page, 'channels');
      await expectToFit(page, 'channels', [360, 768, 1280]);
      await page.setViewportSize({ width: 360, height: 900 });
      await expectAccessible(page, 'channels at 360');
      if (process.env.PICTURES) {
        await page.screenshot({ path: `${process.env.PICTURES}/channels-360.png`, fullPage: true });
        await page.setViewportSize({ width: 1280, height: 900 });
        await page.screenshot({ path: `${process.env.PICTURES}/channels-1280.png`, fullPage: true });
      }
      await page.route('**/api/v1/pixel/channel-rules', (route) =>
        route.fulfill({ status: 500, json: { detail: 'Something failed.', request_id: 'req-1' } }),
      );
      await page.reload();
      await page.getByRole('alert').getByText('Something failed.').waitFor();
      expect(complaints.splice(0).every((text) => text.includes('500'))).toBe(true);
    });
  });
});

describe('the event log filters by', () => {
  it('channel, paid channels and traffic, as the API has them, and the address restores it', async () => {
    await site.walk(async ({ page }) => {
      const view = '/console/events?zone=UTC&period=30d';
      await site.openDemo(page, view);
      await loaded(page, 'Events');
      const [{ channel = '' } = {}] = await events('outcome=matched');
      const title = channel[0]?.toUpperCase() + channel.slice(1).replaceAll('_', ' ');
      const shows = async (query: string) => {
        const expected = (await events(query)).slice(0, 50).map(({ event_id }) => event_id);
        const rows = page.getByRole('button', { name: /^Details of/ });
        await expect
          .poll(async () => (await rows.allTextContents()).map((text) => text.replace('Details of ', '')))
          .toEqual(expected.map((id) => expect.stringContaining(String(id))));
      };
      const month = `from=${new Date(Date.now() - 29 * 86_400_000).toISOString().slice(0, 10)}`;
      await page.getByLabel('Channel').selectOption(channel);
      await shows(`${month}&channel=${channel}`);
      await page.getByRole('button', { name: `Remove the filter Channel: ${title}` }).waitFor();
      await page.reload();
      await shows(`${month}&channel=${channel}`);
      await page.getByRole('button', { name: `Remove the filter Channel: ${title}` }).click();
      await page.getByLabel('Paid').selectOption('no');
      await shows(`${month}&paid=false`);
      await page.getByRole('button', { name: 'Remove the filter Paid: Unpaid channels' }).click();
      await page.getByLabel('Traffic').selectOption('human');
      await shows(`${month}&traffic=human`);
      await heading(page, 'Events').waitFor();
      await expectToFit(page, 'events', [360, 1280]);
      await expectAccessible(page, 'events');
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/events-1280.png`, fullPage: false });
    });
  });
});
