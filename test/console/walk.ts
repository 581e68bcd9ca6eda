import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, ConsoleMessage, Dialog, Page } from 'playwright-core';

export type Walk = { page: Page; complaints: string[] };
export type WalkOptions = {
  width?: number;
  dark?: boolean;
  /** A walk apart has its own browser context, whose clock and cache no other walk gets. */
  isApart?: boolean;
};
export type Walker = ReturnType<typeof walker>;

/** Opening a profile and compiling the scripts takes longer than most walks, so walks share a page. */
export function walker(browser: () => Browser, origin: () => string) {
  let free: Page | undefined;

  async function begin({ width = 1280, dark = false, isApart = false }: WalkOptions) {
    const page = (!isApart && free) || (await openPage(browser()));
    if (page === free) free = undefined;
    const colorScheme = dark ? 'dark' : 'light';
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { complaints, unwatch } = watched(page);
    return {
      page,
      complaints,
      async end(isReusable: boolean) {
        unwatch();
        if (!isReusable || isApart || free) return page.context().close();
        await empty(page, origin());
        free = page;
      },
    };
  }

  return {
    /** A complaint of the browser, such as a breach of the policy, fails the test. */
    async walk(run: (walk: Walk) => Promise<void>, options: WalkOptions = {}): Promise<void> {
      const walk = await begin(options);
      let isDone = false;
      try {
        await run(walk);
        expect(walk.complaints).toEqual([]);
        isDone = true;
      } finally {
        await walk.end(isDone);
      }
    },
    sharedWalk(options: WalkOptions = {}): () => Page {
      let walk: Awaited<ReturnType<typeof begin>>;
      beforeAll(async () => {
        walk = await begin(options);
      });
      afterEach(() => expect(walk.complaints.splice(0)).toEqual([]));
      afterAll(() => walk?.end(true));
      return () => walk.page;
    },
  };
}

async function openPage(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-US', timezoneId: 'UTC' })).newPage();
  // The limit of a test is higher, so that the error names the awaited element.
  page.setDefaultTimeout(60_000);
  return page;
}

function watched(page: Page) {
  const complaints: string[] = [];
  const onConsole = (message: ConsoleMessage) => void complaints.push(`${message.text()} ${message.location().url}`);
  const onError = (error: Error) => void complaints.push(String(error));
  const onDialog = (dialog: Dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  };
  page.on('console', onConsole).on('pageerror', onError).on('dialog', onDialog);
  const unwatch = () => {
    page.off('console', onConsole).off('pageerror', onError).off('dialog', onDialog);
  };
  return { complaints, unwatch };
}

async function empty(page: Page, origin: string): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearCookies();
  // A page of the console could store its session again, so another page is opened.
  await page.goto(`${origin}/pixel/p.js`);
  await page.evaluate(`(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  })()`);
}

export async function expectAccessible(page: Page, name: string) {
  const marked = page.getByRole('navigation', { name: 'Pages' }).locator('a[data-active]');
  expect([name, (await marked.count()) < 2]).toEqual([name, true]);
  expect(
    (await violationsOf(page)).map(
      ({ id, nodes }) =>
        `${name}: ${id} ${nodes
          .slice(0, 3)
          .map(({ html }) => html.slice(0, 200))
          .join(' | ')}`,
    ),
  ).toEqual([]);
}

type Violation = { id: string; nodes: { html: string }[] };

async function violationsOf(page: Page): Promise<Violation[]> {
  const options = { resultTypes: ['violations'] as 'violations'[] };
  if (page.frames().length === 1 && (await page.evaluate<boolean>(`typeof axe === 'object'`)))
    return page.evaluate<Violation[]>(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`);
  return (await new AxeBuilder({ page }).setLegacyMode().options(options).analyze()).violations;
}

export async function expectToFit(page: Page, name: string, widths: readonly number[]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const fits = async () => [name, await page.evaluate('document.documentElement.scrollWidth')];
    await expect.poll(fits).toEqual([name, width]);
  }
}

export async function loseAnswer(page: Page, path: string) {
  let isLost = false;
  await page.route(`**${path}`, async (route) => {
    if (isLost || route.request().method() === 'GET') return await route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
}

export const follow = (page: Page, path: string) => page.evaluate(`history.pushState({}, '', ${JSON.stringify(`/console${path}`)})`);

export async function loaded(page: Page, title: string | RegExp) {
  await heading(page, title).waitFor();
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** WCAG 2.5.8 exempts links within a text from the 24 px. */
export async function expectReachable(page: Page, name: string) {
  const small = await page.evaluate<string[]>(`[...document.querySelectorAll(
    'button, [role=tab], [role=switch], select, input:not([type=radio], [type=checkbox], [type=file]), .mantine-SegmentedControl-label')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.recharts-wrapper'))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([one, { width, height }]) => width > 1 && Math.min(width, height) < 23.9)
    .map(([one, { width, height }]) => (one.getAttribute('aria-label') ?? one.textContent) + ' ' + width + 'x' + height)`);
  expect(small.map((one) => `${name}: ${one}`)).toEqual([]);
}

export async function withoutUploads(page: Page, complaints: string[], act: () => Promise<void>) {
  await page.route('**/*', (route) => (route.request().method() === 'PUT' ? route.fulfill({ status: 503 }) : route.fallback()));
  await act();
  await page.getByText('The file could not be uploaded. Retry.').waitFor();
  await page.unrouteAll();
  expect(complaints.splice(0).every((text) => text.includes('503'))).toBe(true);
}
