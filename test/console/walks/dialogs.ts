import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Locator, Page } from 'playwright-core';
import type { Site } from '../site.ts';
import { expectAccessible, follow, heading } from '../walk.ts';

export function dialogWalks(site: Site) {
  type Opens = {
    /** The path is below `web/console`. Each dialog, drawer and menu has a row here. */
    file: string;
    path: string;
    button: string | RegExp;
    before?: (page: Page) => Promise<unknown>;
    item?: string;
    key?: string;
    role?: 'menu';
    opener?: 'switch';
    hasOtherAnswers?: true;
  };

  const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();
  const advertiser: Opens[] = [
    { file: 'account/privacy.tsx', path: '/account/data', button: 'Erase', before: visitor },
    { file: 'account/privacy.tsx', path: '/account/data', button: 'Delete my account' },
    { file: 'app/account-menu.tsx', path: '/keys', button: 'Your account', role: 'menu' },
    { file: 'channels/add-rule.tsx', path: '/channels', button: 'Add a rule' },
    { file: 'channels/apply.tsx', path: '/channels', button: 'Apply the rules', before: dryRun },
    { file: 'channels/own-rules.tsx', path: '/channels', button: /^Remove / },
    {
      file: 'competitors/template.tsx',
      path: '/competitors',
      button: 'Make a prompt for my products',
      before: chosenAd,
    },
    { file: 'competitors/wall.tsx', path: '/competitors', button: /Make a prompt/, before: tab('Their ads') },
    { file: 'events/details.tsx', path: '/events', button: /^Details of/ },
    {
      file: 'events/refund.tsx',
      path: '/events?outcome=matched',
      button: 'Refund or cancel',
      before: ofEvent,
    },
    {
      file: 'events/undo-adjustment.tsx',
      path: '/events?outcome=matched',
      button: 'Undo the newest adjustment',
      before: adjustedEvent,
    },
    { file: 'keys/dialogs.tsx', path: '/keys', button: 'Create a key' },
    { file: 'keys/dialogs.tsx', path: '/keys', button: 'Rotate Demo secret key' },
    { file: 'keys/dialogs.tsx', path: '/keys', button: 'Revoke Demo secret key' },
    { file: 'palette/palette.tsx', path: '/keys', button: 'Create a key', key: 'Control+k' },
    { file: 'palette/palette.tsx', path: '/keys', button: 'Create a key', key: '?' },
    {
      file: 'books/change-month.tsx',
      path: '/books?tab=history',
      button: /^(Close|Reopen) /,
      before: lastMonth,
      hasOtherAnswers: true,
    },
    {
      file: 'books/repair-dialog.tsx',
      path: '/books?tab=history',
      button: /^Preview: Take/,
      before: demoBooks,
    },
    {
      file: 'books/undo-repair.tsx',
      path: '/books?tab=history',
      button: /^Undo: Void/,
      before: voidedDoubles,
    },
    { file: 'spend/add-rates.tsx', path: '/spend?tab=rates', button: 'Add rates' },
    { file: 'spend/import-details.tsx', path: '/spend', button: /^Details of/ },
    { file: 'spend/pair-rates.tsx', path: '/spend?tab=rates', button: /^Show rates of/ },
    { file: 'spend/undo-import.tsx', path: '/spend', button: /^Undo / },
    {
      file: 'traffic/rule-table.tsx',
      path: '/traffic',
      button: 'Crawler or other bot',
      key: 'Space',
      opener: 'switch',
    },
    { file: 'traffic/apply.tsx', path: '/traffic', button: 'Apply the rules', before: trafficDryRun },
    {
      file: 'performance/ad-drawer.tsx',
      path: '/performance?by=ad',
      button: 'Details of ad_42',
    },
    { file: 'performance/columns-button.tsx', path: '/performance', button: 'Columns' },
    {
      file: 'performance/views.tsx',
      path: '/performance',
      button: 'Saved views',
      before: (page) => page.getByRole('button', { name: 'Filters', exact: true }).click(),
    },
    { file: 'performance/target.tsx', path: '/performance', button: 'Set a target return' },
    { file: 'spend/add-alias.tsx', path: '/spend?tab=joins', button: /^Add an alias/ },
    {
      file: 'webhooks/deliveries.tsx',
      path: '/webhooks',
      button: /^Details of/,
      before: async (page) => {
        await page
          .getByRole('button', { name: /^Actions of/ })
          .first()
          .click();
        await page.getByRole('menuitem', { name: 'Show deliveries' }).click();
      },
    },
    { file: 'webhooks/dialogs.tsx', path: '/webhooks', button: 'Add an endpoint' },
    { file: 'webhooks/dialogs.tsx', path: '/webhooks', button: /^Actions of/, item: 'Rotate the secret' },
    { file: 'webhooks/dialogs.tsx', path: '/webhooks', button: /^Actions of/, item: 'Delete' },
    { file: 'webhooks/webhooks.tsx', path: '/webhooks', button: /^Actions of/, role: 'menu' },
  ];

  const user = '/operators/users/1';
  const account = '**/api/v1/dev/users/1';
  const keptEffect = { id: 'effect_1', at: '2026-01-01T00:00:00.000Z', error: 'refused', effect: {} };
  const operator: Opens[] = [
    {
      file: 'operators/account/access.tsx',
      path: user,
      button: 'Remove the second factor',
      before: (page) => changed(page, account, { user: { mfa_enabled: true } }),
      hasOtherAnswers: true,
    },
    { file: 'operators/account/access.tsx', path: user, button: 'Set a password' },
    {
      file: 'operators/account/access.tsx',
      path: user,
      button: 'Reactivate the account',
      before: invalidated,
      hasOtherAnswers: true,
    },
    { file: 'operators/account/access.tsx', path: user, button: 'Invalidate the account' },
    { file: 'operators/account/clients.tsx', path: user, button: /^Link/ },
    { file: 'operators/account/clients.tsx', path: user, button: /^Unlink user/ },
    { file: 'operators/account/credits.tsx', path: user, button: /^Reverse/ },
    { file: 'operators/account/credits.tsx', path: user, button: 'Grant credits' },
    { file: 'operators/account/keys.tsx', path: user, button: 'Revoke Demo secret key' },
    { file: 'operators/account/settings.tsx', path: user, button: /the waitlist$/ },
    { file: 'operators/account/settings.tsx', path: user, button: 'Pause the subscription' },
    { file: 'operators/account/settings.tsx', path: user, button: /^(Enable|Disable)$/ },
    { file: 'operators/account/settings.tsx', path: user, button: 'Change' },
    { file: 'operators/backups.tsx', path: '/operators/backups', button: 'Start a backup' },
    {
      file: 'operators/jobs.tsx',
      path: '/operators/jobs',
      button: 'Run',
      before: async (page) => {
        await page.getByRole('button', { name: 'Dry run' }).first().click();
        await page.getByText('A run would grant').first().waitFor();
      },
    },
    {
      file: 'operators/jobs.tsx',
      path: '/operators/jobs',
      button: 'Recount',
      before: async (page) => {
        await page.getByLabel('E-mail or user ID').fill('1');
        await page.getByLabel('First day (UTC)').fill('2026-01-01');
        await page.getByLabel('Last day (UTC)').fill('2026-01-02');
      },
    },
    { file: 'operators/jobs.tsx', path: '/operators/jobs', button: 'Prune old rows' },
    {
      file: 'operators/licences.tsx',
      path: '/operators/licences',
      button: 'Set manually',
      before: async (page) => {
        await page.getByRole('textbox').first().fill(String(site.facts.demo.user_id));
        await page.getByRole('button', { name: 'Show' }).click();
      },
    },
    { file: 'operators/people.tsx', path: '/operators/people', button: /^Change role/ },
    { file: 'operators/people.tsx', path: '/operators/people', button: 'Change password' },
    { file: 'operators/people.tsx', path: '/operators/people', button: 'Add an operator' },
    { file: 'operators/queues.tsx', path: '/operators/queues?queue=notices', button: 'Send back' },
    { file: 'operators/queues.tsx', path: '/operators/queues?queue=notices', button: /^Delete/ },
    {
      file: 'operators/queues.tsx',
      path: '/operators/queues?queue=kept-effects',
      button: 'Deliver them',
      before: (page) => changed(page, '**/api/v1/dev/kept-effects', { effects: [keptEffect] }),
      hasOtherAnswers: true,
    },
    { file: 'operators/waitlist.tsx', path: '/operators/waitlist', button: /^Take off/ },
    { file: 'operators/webhooks.tsx', path: '/operators/webhooks', button: /^Take again/ },
  ];

  async function dryRun(page: Page) {
    await page.getByRole('button', { name: 'Add a rule' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('all_campaigns');
    await dialog.getByLabel('The campaign begins with').fill('s');
    await dialog.getByRole('button', { name: 'Add the rule' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.getByText('Dry run:').waitFor();
  }
  async function trafficDryRun(page: Page) {
    await page.getByRole('switch', { name: 'Crawler or other bot' }).focus();
    await page.keyboard.press('Space');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Switch the rule off' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.getByText(/Dry run: .* clicks examined/).waitFor();
  }
  async function demoBooks(page: Page) {
    await page.getByRole('button', { name: /^Show/ }).nth(-2).click();
  }
  async function voidedDoubles(page: Page) {
    await demoBooks(page);
    const undo = page.getByRole('button', { name: /^Undo: Void/ });
    const preview = page.getByRole('button', { name: /^Preview: Void/ });
    await undo.or(preview).first().waitFor();
    if (await undo.isVisible()) return;
    await preview.click();
    await page.getByRole('button', { name: 'Void 1 event' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await undo.waitFor();
  }
  async function ofEvent(page: Page) {
    await page
      .getByRole('button', { name: /^Details of/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Refund or cancel' }).waitFor();
  }
  async function adjustedEvent(page: Page) {
    await ofEvent(page);
    await page.getByRole('button', { name: 'Refund or cancel' }).click();
    const dialogs = page.getByRole('dialog');
    await dialogs.nth(1).getByRole('button', { name: /^Take/ }).click();
    await expect.poll(() => dialogs.count()).toBe(1);
    await page.getByRole('button', { name: 'Undo the newest adjustment' }).waitFor();
  }
  /** A month with a comparison that is over. */
  async function lastMonth(page: Page) {
    await page.route('**/api/v1/pixel/reconciliations/months?*', async (route) => {
      const response = await route.fetch();
      const { months } = (await response.json()) as { months: Json[] };
      await route.fulfill({ response, json: { months: months.map((one) => ({ ...one, is_over: true })) } });
    });
    await page.reload();
  }
  async function visitor(page: Page) {
    await page.getByLabel('External user ID').fill('customer-1');
  }
  async function chosenAd(page: Page) {
    await page.getByRole('tab', { name: 'Your ads' }).click();
    const find = page.getByRole('button', { name: 'Find it by my website' });
    const template = page.getByRole('checkbox', { name: /as a template$/ });
    await find.or(template).first().waitFor();
    if (await find.isVisible()) await find.click();
    await template.first().check();
  }
  async function invalidated(page: Page) {
    await changed(page, account, { user: { is_active: false, email: 'invalidate_demo@company.example' } });
  }
  type Json = Record<string, unknown>;
  /** Changed responses show states that would take long to create. */
  async function changed(page: Page, url: string, { user: ofUser, ...values }: { user?: Json; effects?: Json[] }) {
    await page.route(url, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as Json;
      const json = { ...body, ...values, ...(ofUser && { user: { ...(body.user as Json), ...ofUser } }) };
      await route.fulfill({ response, json });
    });
    await page.reload();
  }

  async function walkThrough(page: Page, { button, item, key, role = undefined }: Opens, opener: Locator) {
    await opener.waitFor();
    await opener.focus();
    const under = await page.getByRole(role ?? 'dialog').count();
    if (key) await page.keyboard.press(key);
    else await page.keyboard.press('Enter');
    if (item) {
      const chosen = page.getByRole('menuitem', { name: item });
      await chosen.waitFor();
      await chosen.focus();
      await page.keyboard.press('Enter');
    }
    const shown = page.getByRole(role ?? 'dialog').nth(under);
    await shown.waitFor();
    const name = `${page.url()} ${button} ${item ?? key ?? ''}`;
    await expectAccessible(page, name);
    for (let presses = 0; presses < 6; presses++) {
      await page.keyboard.press(role === 'menu' ? 'ArrowDown' : 'Tab');
      const isInside = await page.evaluate(
        `document.querySelectorAll('[role=${role ?? 'dialog'}]')[${under}].contains(document.activeElement)`,
      );
      expect([name, isInside]).toEqual([name, true]);
    }
    await page.keyboard.press('Escape');
    await shown.waitFor({ state: 'detached' });
    const focused = async () => [name, await opener.and(page.locator(':focus')).count()];
    await expect.poll(focused).toEqual([name, 1]);
  }

  async function leave(page: Page) {
    const [path, title] = page.url().includes('/operators/') ? ['/operators/audit', 'Audit'] : ['/links', 'Link builder'];
    await follow(page, path);
    await heading(page, title).waitFor();
  }

  const walkAll = (page: Page, rows: readonly Opens[]) =>
    rows.reduce(async (earlier, row) => {
      await earlier;
      await follow(page, row.path);
      await row.before?.(page);
      const named = typeof row.button === 'string' ? { name: row.button, exact: true } : { name: row.button };
      await walkThrough(
        page,
        row,
        page
          .getByRole(row.opener ?? 'button', named)
          .and(page.locator(':enabled'))
          .first(),
      );
      await page.unrouteAll();
      if (row.hasOtherAnswers) await page.reload();
      else if (row.before) await leave(page);
    }, Promise.resolve());

  describe('every dialog, drawer and menu', () => {
    it('has its row in the tables of this file', () => {
      const parts = new Set(['kit/dialog.tsx', 'kit/confirm.tsx', 'kit/apply-rules.tsx', 'operators/kit/action.tsx']);
      const uses = readdirSync('web/console', { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.tsx') && !parts.has(file))
        .flatMap((file) => {
          const source = readFileSync(join('web/console', file), 'utf8');
          const opened = source.matchAll(
            /(?<!\w)<(Dialog|DialogForm|SideDialog|Confirm|ApplyRules|Action|Modal|Drawer|Menu|Popover)[\s<]/g,
          );
          return [...opened].map(() => file);
        });
      expect([...advertiser, ...operator].map(({ file }) => file).sort()).toEqual(uses.sort());
    });

    it('of an advertiser opens by keyboard, is accessible, keeps the focus and gives it back', async () => {
      await site.walk(async ({ page }) => {
        await site.openDemo(page, '/console/keys');
        await heading(page, 'Keys and settings').waitFor();
        await walkAll(page, advertiser);
      });
    });

    it('of an operator does so, too', async () => {
      await prepare();
      await site.walk(async ({ page }) => {
        await page.goto(`${site.facts.console}/operators`);
        await page.getByRole('button', { name: 'Open as the demo operator' }).click();
        await page.getByRole('button', { name: 'Sign out' }).waitFor();
        await walkAll(page, operator);
      });
    });
  });

  async function prepare() {
    const { facts } = site;
    const call = async (
      path: string,
      body: object,
      { method = 'POST', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
    ) => {
      const response = await fetch(facts.api + path, {
        method,
        headers: { 'content-type': 'application/json', 'x-svc-dev-token': facts.operator_token, ...headers },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as Json;
    };
    const sqs = new SQSClient({
      endpoint: facts.engines.sqs,
      region: 'us-east-1',
      useQueueUrlAsEndpoint: false,
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    const QueueUrl = `${facts.engines.sqs}/000000000000/notices-dead`;
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: '{"id":"notice-of-the-test"}' }));
    sqs.destroy();
    const { user: waiting } = await call('/api/v1/auth/register', {
      email: 'waiting@company.example',
      password: 'correct horse battery staple',
      full_name: 'Waiting',
    });
    await call('/api/v1/dev/waitlist', {
      user_id: (waiting as Json).id,
      on_waitlist: true,
      reason: 'A test',
    });
    const client_user_id = (waiting as Json).id;
    await call('/api/v1/dev/managed-clients', { manager_user_id: 1, client_user_id }, { method: 'PUT' });
    await call(
      '/api/v1/dev-auth/create',
      { email: 'reader@operator.example', password: 'correct horse battery staple', role: 'read' },
      { headers: { 'x-dev-token': facts.operator_token } },
    );
    await fetch(`${facts.vendors}/billing/events`, {
      method: 'POST',
      body: JSON.stringify({ type: 'customer.subscription.updated', email: 'later@customer.example' }),
    });
  }
}
