// Slow: it walks pages in a browser.
import { setTimeout as delay } from 'node:timers/promises';
import { differenceOf, isOfPage, lineOf, openExampleSite, textOf } from './example-site.ts';
import { views } from './example-views.ts';

const site = openExampleSite();

/** Entries of a list have the same controls, so the first of each kind is enough. */
const kindOf = (name: string) => name.replaceAll(/[a-z_]*\d[\w-]*/g, '#');
const controls = 'main :is(button, select, input, [role=tab]):enabled:not([type=file], [tabindex="-1"])';
type Control = { at: number; type: string; name: string; isHidden: boolean; isNumber: boolean };

async function controlsOf(): Promise<Control[]> {
  const all = await site.page.evaluate<Omit<Control, 'at'>[]>(`[...document.querySelectorAll(
    ${JSON.stringify(controls)})].map((one) => ({ type: one.getAttribute('role') ?? one.type, name:
    (one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent).trim(),
    isHidden: !one.checkVisibility(), isNumber: /numeric|decimal/.test(one.inputMode ?? '') }))`);
  const seen = new Set<string>();
  return all.flatMap((one, at) => {
    const kind = kindOf(`${one.type} ${one.name}`);
    if (
      one.isHidden ||
      seen.has(kind) ||
      /^(Copy|Retry|Reload|Save as a picture)/.test(one.name) ||
      one.name === 'Time zone'
    )
      return [];
    seen.add(kind);
    return [{ at, ...one }];
  });
}

async function operate({ at, type, isNumber }: Control) {
  const field = site.page.locator(controls).nth(at);
  if (type.startsWith('select')) {
    const values = await field.evaluate((one: unknown) =>
      [...(one as { options: { value: string }[] }).options].map(({ value }) => value),
    );
    const value = await field.inputValue();
    await field.selectOption(values.find((other) => other !== value) ?? value);
  } else if (/^(text|search|email|url|password|date|number|tel|combobox)$/.test(type)) {
    await field.fill(type === 'date' ? '2026-11-10' : isNumber ? '7.5' : '7');
    await field.press('Enter');
    // A search begins when the person has stopped typing.
    await delay(450);
  } else await field.evaluate((one: unknown) => (one as { click(): void }).click());
  await site.settled();
}

const addedTo = (text: string, before: string): string[] => {
  const counts = new Map<string, number>();
  for (const line of before.split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1);
  return text.split('\n').filter((line) => {
    const left = counts.get(line) ?? 0;
    counts.set(line, left - 1);
    return left <= 0;
  });
};
const withoutChance = (text: string) =>
  text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID')
    .replaceAll(/first-[0-9a-f]{8}/g, 'first-ID');

describe('a control does what it says', () => {
  const others = Object.entries(views).filter(([name]) => !/^performance-/.test(name));
  it.each(others)('%s', async (name, path) => {
    await site.open(path);
    const before = site.sent;
    const base = await textOf(site.page);
    const lines: string[] = [path];
    for (const control of await controlsOf()) {
      site.forget();
      await operate(control);
      const { pathname, search } = new URL(site.page.url());
      const address = decodeURIComponent(`${pathname.replace('/console', '')}${search}`);
      const files = await site.takenFiles();
      lines.push(
        '',
        `${control.type} ${control.name}`,
        ...(address === decodeURIComponent(path) ? [] : [`  ${address}`]),
        ...new Set(
          site.sent
            .filter(isOfPage)
            .map((one) => (one.method === 'GET' ? differenceOf(one, before) : `    ${lineOf(one)}`))
            .toSorted(),
        ),
        ...files.map((file) => `    ${file.trimEnd().replaceAll(/\r?\n/g, '\n    ')}`),
        ...addedTo(await textOf(site.page), base).map((line) => `  ${line}`),
      );
      await site.page.keyboard.press('Escape');
      if (address !== decodeURIComponent(path)) await site.follow(path);
      if ((await textOf(site.page)) !== base) await site.open(path);
    }
    await expect(withoutChance(`${lines.join('\n')}\n`)).toMatchFileSnapshot(`expected/controls-${name}.txt`);
  });
});
