import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';

export type Walk = { page: Page; complaints: string[] };
export type WalkOptions = { width?: number; dark?: boolean };

/** A blank page; what the browser complains of, such as a breach of the policy, fails the test. */
export async function walkIn(
  browser: Browser,
  run: (walk: Walk) => Promise<void>,
  options: WalkOptions = {},
): Promise<void> {
  const walk = await openWalk(browser, options);
  try {
    await run(walk);
    expect(walk.complaints).toEqual([]);
  } finally {
    await walk.page.context().close();
  }
}

/** One page for all tests of a `describe`, each of which goes on where the one before has left it. */
export function sharedWalk(browser: () => Browser, options: WalkOptions = {}): () => Page {
  let walk: Walk;
  beforeAll(async () => {
    walk = await openWalk(browser(), options);
  });
  afterEach(() => expect(walk.complaints.splice(0)).toEqual([]));
  afterAll(() => walk?.page.context().close());
  return () => walk.page;
}

async function openWalk(browser: Browser, { width = 1280, dark = false }: WalkOptions): Promise<Walk> {
  const context = await browser.newContext({
    ...{
      viewport: { width, height: 900 },
      colorScheme: dark ? 'dark' : 'light',
      locale: 'en-US',
      timezoneId: 'UTC',
    },
    reducedMotion: 'reduce',
  } as const);
  const page = await context.newPage();
  // Below the limit of a test, so that what is waited for is named.
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(`${message.text()} ${message.location().url}`));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  return { page, complaints };
}

/** What a person who does not see, or does not use a mouse, would stumble over. */
export async function expectAccessible(page: Page, name: string) {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    // What passes need not be described.
    .options({ resultTypes: ['violations'] })
    .analyze();
  expect(
    violations.map(
      ({ id, nodes }) =>
        `${name}: ${id} ${nodes
          .slice(0, 3)
          .map(({ html }) => html.slice(0, 200))
          .join(' | ')}`,
    ),
  ).toEqual([]);
}

/** Nothing reaches past the window, in each width, once charts have taken their size. The page is not loaded again. */
export async function expectToFit(page: Page, name: string, widths: readonly number[]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const fits = async () => [name, await page.evaluate('document.documentElement.scrollWidth')];
    await expect.poll(fits, { timeout: 10_000 }).toEqual([name, width]);
  }
}

/** Goes to a page as a link of the console does: nothing is loaded again. */
export const follow = (page: Page, path: string) =>
  page.evaluate(`history.pushState({}, '', ${JSON.stringify(`/console${path}`)})`);

/** Once a page has its content. */
export async function loaded(page: Page, title: string | RegExp) {
  await heading(page, title).waitFor();
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Controls that a thumb would miss: under 24 px high or wide. Links within a text are exempt, as in WCAG 2.5.8. */
export async function expectReachable(page: Page, name: string) {
  const small = await page.evaluate<string[]>(`[...document.querySelectorAll(
    'button, [role=tab], [role=switch], select, input:not([type=radio], [type=checkbox], [type=file]), .mantine-SegmentedControl-label')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.recharts-wrapper'))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([one, { width, height }]) => width > 1 && Math.min(width, height) < 23.9)
    .map(([one, { width, height }]) => (one.getAttribute('aria-label') ?? one.textContent) + ' ' + width + 'x' + height)`);
  expect(small.map((one) => `${name}: ${one}`)).toEqual([]);
}
