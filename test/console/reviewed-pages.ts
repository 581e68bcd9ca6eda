import type { Browser, Page } from 'playwright-core';
import type { Facts } from '#lib/local/host.ts';
import { mailedCode } from './visitors.ts';

type Take = (page: Page, name: string) => Promise<void>;
type Shot = { name: string; path: string; open?: (page: Page) => Promise<unknown> };

const tab = (name: string) => async (page: Page) => {
  await page.getByRole('tab', { name }).click();
  await page.waitForTimeout(1000);
};
const pages: Shot[] = [
  { name: 'overview', path: '/?period=30d' },
  { name: 'performance', path: '/performance?period=30d&expanded=%5B%5B%22spring_sale%22%5D%5D' },
  { name: 'events', path: '/events' },
  { name: 'funnel', path: '/funnel?period=30d' },
  { name: 'spend', path: '/spend' },
  { name: 'spend-joins', path: '/spend?tab=joins' },
  { name: 'spend-rates', path: '/spend?tab=rates' },
  { name: 'books', path: '/books' },
  { name: 'books-history', path: '/books?tab=history' },
  { name: 'books-rules', path: '/books?tab=rules' },
  { name: 'start', path: '/start' },
  { name: 'links', path: '/links' },
  { name: 'channels', path: '/channels?link=https%3A%2F%2Fshop.example%2F%3Futm_source%3Dchatgpt.com' },
  { name: 'traffic', path: '/traffic?period=30d' },
  { name: 'keys', path: '/keys' },
  { name: 'webhooks', path: '/webhooks' },
  { name: 'destinations', path: '/destinations' },
  { name: 'competitors', path: '/competitors' },
  { name: 'keywords', path: '/keywords' },
  { name: 'assistant-ads', path: '/assistant-ads' },
  { name: 'account-profile', path: '/account/profile' },
  { name: 'account-security', path: '/account/security' },
  { name: 'account-people', path: '/account/people' },
  { name: 'account-credits', path: '/account/credits' },
  { name: 'account-data', path: '/account/data' },
  { name: 'account-notifications', path: '/account/notifications' },
  { name: 'not-found', path: '/no/such/page' },
];
const opened: Shot[] = [
  {
    name: 'performance-ad',
    path: '/performance?by=ad',
    open: (page) => page.getByRole('button', { name: 'Details of ad_42' }).click(),
  },
  {
    name: 'events-details',
    path: '/events',
    open: (page) =>
      page
        .getByRole('row')
        .filter({ has: page.getByText('Attributed', { exact: true }) })
        .first()
        .getByRole('button')
        .first()
        .click(),
  },
  {
    name: 'events-replay',
    path: '/events?outcome=rejected',
    open: (page) => page.getByRole('row').nth(1).getByRole('button').first().click(),
  },
  {
    name: 'keys-create',
    path: '/keys',
    open: (page) => page.getByRole('button', { name: 'Create a key' }).click(),
  },
  {
    name: 'spend-details',
    path: '/spend',
    open: (page) =>
      page
        .getByRole('button', { name: /^Details of/ })
        .first()
        .click(),
  },
  {
    name: 'books-preview',
    path: '/books',
    open: (page) => page.getByRole('button', { name: 'Preview: Send the missing orders' }).click(),
  },
  { name: 'competitors-ads', path: '/competitors', open: tab('Their ads') },
  { name: 'competitors-yours', path: '/competitors', open: tab('Your ads') },
];

export async function reviewed(browser: Browser, facts: Facts, take: Take): Promise<void> {
  const visit = async ({ width, scheme }: { width: number; scheme: 'light' | 'dark' }, run: (page: Page) => Promise<void>) => {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      locale: 'en-US',
      timezoneId: 'UTC',
      colorScheme: scheme,
      reducedMotion: 'reduce',
    });
    try {
      await run(await context.newPage());
    } finally {
      await context.close();
    }
  };
  const shoot = async (page: Page, shots: Shot[], suffix: string) => {
    for (const { name, path, open } of shots) {
      await page.goto(facts.console + path);
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
      await open?.(page);
      await page.waitForTimeout(700);
      await take(page, `${name}-${suffix}`);
    }
  };
  const openDemo = async (page: Page) => {
    await page.goto(facts.console);
    await page.getByRole('button', { name: 'Open the demo account' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  };

  await visit({ width: 1440, scheme: 'light' }, async (page) => {
    await openDemo(page);
    await page.waitForTimeout(12_000);
  });
  for (const width of [1440, 768, 360])
    for (const scheme of ['light', 'dark'] as const)
      await visit({ width, scheme }, async (page) => {
        const suffix = `full-${width}-${scheme}`;
        await page.goto(facts.console);
        await page.getByRole('button', { name: 'Continue with' }).waitFor();
        await take(page, `sign-in-${suffix}`);
        await openDemo(page);
        await shoot(page, [...pages, ...opened], suffix);
      });

  const email = 'new@visitor.example';
  const password = 'correct horse battery staple';
  const post = (path: string, body: object) =>
    fetch(`${facts.api}/api/v1/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post('send-verification', { email });
  const code = await mailedCode(facts.inbox, email);
  await post('complete-registration', { email, password, code });
  for (const [width, scheme] of [
    [1440, 'light'],
    [360, 'dark'],
  ] as const)
    await visit({ width, scheme }, async (page) => {
      await page.goto(facts.console);
      await page.getByLabel('E-mail').fill(email);
      await page.locator('input[type=password]').fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('button', { name: 'Your account' }).waitFor();
      await shoot(page, pages, `empty-${width}-${scheme}`);
      await page.route('**/api/v1/**', (route) =>
        route.request().url().endsWith('/auth/me')
          ? route.continue()
          : route.fulfill({
              status: 500,
              json: { detail: 'Something failed.', code: 'internal', request_id: 'req-4711-0815' },
            }),
      );
      await shoot(page, pages, `failing-${width}-${scheme}`);
    });
}
