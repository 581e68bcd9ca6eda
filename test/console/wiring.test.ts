// Slow: it walks pages in a browser.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { operations } from './example-answers.ts';
import { differenceOf, isOfPage, linesOf, openExampleSite, textOf } from './example-site.ts';
import { views } from './example-views.ts';

const site = openExampleSite();

const routeOf = (path: string) => path.split('?')[0] ?? '';
const withoutValues = (route: string) => route.replace(/\/(\$\w+|4711)$/, '/$');

const folders = { app: 'router.tsx', operators: 'routes.ts' };
const sources = Object.entries(folders).map(
  ([folder, file]) => [folder, readFileSync(`web/console/${folder}/${file}`, 'utf8')] as const,
);
const source = sources.map(([, text]) => text).join('\n');
const routes = [...source.matchAll(/(?<!base)(?:path: |page\(\s*)'(\/[^']*)'/g)].map(([, path = '']) => path);

it('every route has a view', () => {
  const viewed = new Set(Object.values(views).map((path) => withoutValues(routeOf(path))));
  const without = routes.filter((route) => !viewed.has(withoutValues(route)));
  expect(without).toEqual(['/sign-in', '/account']);
});

describe('a view asks for what it shows, and differs without an answer and without data', () => {
  it.each(Object.entries(views))('%s', async (name, path) => {
    await site.open(path);
    const asked = site.sent.filter(isOfPage);
    const shown = await textOf(site.page);
    site.state.isFailing = true;
    await site.open(path);
    const failed = await textOf(site.page);
    site.restore();
    site.state.isEmpty = true;
    await site.open(path);
    const empty = await textOf(site.page);
    await expect(
      [path, ...linesOf(asked), '\nShown', shown, 'Failed', alertsIn(failed), 'Empty', empty].join('\n'),
    ).toMatchFileSnapshot(`expected/${name}.txt`);
    expect(asked.filter(({ token }) => !token)).toEqual([]);
    expect(failed === shown).toBe(name === 'links');
  });
});

const alertsIn = (text: string) =>
  text
    .split('\n')
    .filter((line) => /- alert/.test(line))
    .map((line) => line.trim())
    .join('\n');

type Validate = (search: Record<string, unknown>) => object;
const functionOf = async (path: string, name: string) =>
  ((await import(resolve('web/console', path))) as Record<string, Validate>)[name] as Validate;

async function validated(): Promise<[string, Validate][]> {
  const found: [string, Validate][] = [
    ['/keywords', await functionOf('keywords/search.ts', 'keywordsSearch')],
  ];
  for (const [folder, text] of sources)
    for (const [, route = '', name = ''] of text.matchAll(/path: '([^']+)',\s*validateSearch: (\w+)/g)) {
      const [, path = ''] =
        new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '([^']+)'`).exec(text) ?? [];
      if (route !== '/sign-in') found.push([route, await functionOf(join(folder, path), name)]);
    }
  return found;
}
function parametersOf(validate: Validate): string[] {
  const read = new Set<string>();
  const spy = {
    get(_: object, name: string | symbol) {
      if (typeof name === 'string') read.add(name);
      return undefined;
    },
  };
  validate(new Proxy({}, spy));
  return [...read];
}

const scope = { env: 'test', zone: 'Asia/Tokyo' };
const values: Record<string, unknown> = {
  ...scope,
  period: '7d',
  from: { from: '2026-11-02', to: '2026-11-08' },
  to: { from: '2026-11-03', to: '2026-11-09' },
  ...{ currency: 'EUR', compare: 'year', interval: 'week', day: '2026-11-20', value: 'net', traffic: 'all' },
  ...{ campaign: 'spring', group: 'shoes', ad: 'ad_42', type: 'lead_created', pixel: 'pk_live_1' },
  ...{ by: 'ad', sort: '-clicks', network: 'meta', channel: 'paid_search', paid: 'no', contains: 'spr' },
  ...{
    basis: 'occurred',
    currencies: 'original',
    expanded: [['spring']],
    open: ['spring', 'shoes', 'ad_42'],
  },
  ...{ outcome: 'rejected', reason: 'no_click_id', key: 'key_1', id: 'order:1' },
  ...{ link: 'https://shop.example/?a=b', since: '2026-11-05', run: 'run_1' },
  referrer: { link: 'https://shop.example/?a=b', referrer: 'https://partner.example/' },
  ...{ endpoint: 'whe_1', undelivered: true, version: 7, q: 'shoe', kind: 'image', user: 4711 },
  ...{
    action: 'grant_credits',
    task: 'task_1',
    queue: 'export',
    tab: 'ads',
    days: { tab: 'joins', days: 7 },
  },
  ...{ find: 'shoe', of: { tab: 'ads', of: 'Strideloom' }, text: { tab: 'ads', text: 'rain' } },
  ...{ country: { tab: 'ads', country: 'DE' }, status: { tab: 'ads', status: 'active' } },
  order: { tab: 'ads', order: 'longest' },
};
const ofRoute: Record<string, Record<string, unknown>> = {
  '/events': { traffic: 'internal', open: 'entry_1' },
  '/books': { tab: 'history', category: 'missing', by: 'channel' },
  '/spend': { tab: 'joins' },
  '/competitors': { sort: 'name' },
  '/channels': { from: '2026-11-05' },
};

const plainOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const addressOf = (route: string, search: Record<string, unknown>) =>
  `${route}?${Object.entries(search)
    .map(([name, value]) => `${name}=${encodeURIComponent(plainOf(value) ?? '')}`)
    .join('&')}`;

it.each(await validated())('%s asks for what its address says', async (route, validate) => {
  const isForOperators = route.startsWith('/operators');
  const names = [...parametersOf(validate), ...(isForOperators ? ['zone'] : Object.keys(scope))];
  const described = { ...values, ...ofRoute[route] };
  expect(names.filter((name) => !(name in described))).toEqual([]);
  await site.open(route);
  const before = site.sent;
  const lines: string[] = [route];
  for (const name of names) {
    const value = described[name];
    const isWhole = typeof value === 'object' && !Array.isArray(value) && value !== null;
    const search = isWhole ? (value as Record<string, unknown>) : { [name]: value };
    await site.follow(addressOf(route, search));
    lines.push(
      `  ${new URLSearchParams(Object.entries(search).map(([key, one]): [string, string] => [key, plainOf(one) ?? ''])).toString()}`,
      ...new Set(
        site.sent
          .filter(isOfPage)
          .map((one) => differenceOf(one, before))
          .toSorted(),
      ),
    );
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(
    `expected/requests${route.replaceAll('/', '-')}.txt`,
  );
});

it('the environment of the address reaches every request that takes one', async () => {
  const wrong: string[] = [];
  const asked = new Set<string>();
  const owned = Object.entries(views).filter(([name]) => !name.startsWith('operators'));
  for (const env of ['live', 'test'] as const)
    for (const [name, path] of owned) {
      const address = env === 'live' ? path : `${path}${path.includes('?') ? '&' : '?'}env=test`;
      await site[name === 'overview' ? 'open' : 'follow'](address);
      for (const { operation, query } of site.sent)
        if (operations.get(operation)?.takesEnvironment) {
          asked.add(`${operation} ${env}`);
          if (query.environment !== env) wrong.push(`${name}: ${operation} ${query.environment}`);
        }
    }
  expect(wrong).toEqual([]);
  const live = [...asked].filter((one) => one.endsWith('live')).map((one) => one.split(' ')[0]);
  expect(live.filter((operation) => !asked.has(`${operation} test`))).toEqual([]);
});

describe('the frame of the pages', () => {
  const scoped = '?env=test&zone=Asia%2FTokyo';
  it.each([
    ['frame', `/links${scoped}`],
    ['operators-frame', '/operators/backups?zone=Asia%2FTokyo'],
  ])('%s leads to every page, in the same environment and zone', async (name, path) => {
    await site.open(path);
    const { page } = site;
    const parts = [await textOf(page, 'header'), await textOf(page, 'nav')];
    if (name === 'frame') {
      await page.getByRole('button', { name: 'Your account' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
      parts.push(await textOf(page, 'header'));
    }
    await expect(parts.join('\n')).toMatchFileSnapshot(`expected/${name}.txt`);
  });

  it('each entry of the search leads to its page', async () => {
    const { page } = site;
    const entries = readFileSync('web/console/palette/entries.ts', 'utf8');
    const titles = [...entries.matchAll(/(?:page|action)\('([^']+)'/g)].map(([, title = '']) => title);
    const lines: string[] = [];
    await site.open(`/links${scoped}`);
    for (const text of [...titles, 'spring_sale', 'Blog', 'order:1']) {
      await page.keyboard.press('Control+k');
      const field = page.getByRole('combobox', { name: /^Find a page/ });
      await field.fill(text);
      await page.getByRole('listbox', { name: 'Results' }).getByRole('option').first().waitFor();
      await field.press('Enter');
      await field.waitFor({ state: 'detached' });
      await site.settled();
      const { pathname, search } = new URL(page.url());
      lines.push(`${text}: ${decodeURIComponent(pathname + search)}`);
    }
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('expected/search.txt');
  });
});
