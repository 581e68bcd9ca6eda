import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';

export type Walk = { page: Page; complaints: string[] };
export type WalkOptions = { width?: number; dark?: boolean };

/** A blank page; what the browser complains of, such as a breach of the policy, fails the test. */
export async function walkIn(
  browser: Browser,
  run: (walk: Walk) => Promise<void>,
  { width = 1280, dark = false }: WalkOptions = {},
) {
  const context = await browser.newContext({
    ...{
      viewport: { width, height: 900 },
      colorScheme: dark ? 'dark' : 'light',
      locale: 'en-US',
      timezoneId: 'UTC',
    },
    reducedMotion: 'reduce',
  } as const);
  try {
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(`${message.text()} ${message.location().url}`));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('dialog', (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`);
      dialog.dismiss();
    });
    await run({ page, complaints });
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
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

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
