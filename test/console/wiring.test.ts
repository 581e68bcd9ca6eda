// Slow: it walks pages in a browser.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { busyness } from '#test/kit/cpu-clock.ts';
import { operations } from './example-answers.ts';
import { isOfPage, openExampleSite, type Sent } from './example-site.ts';
import { filtered, views } from './example-views.ts';
import { expectedText } from './expected-text.ts';
import { follow } from './walk.ts';

const site = openExampleSite();
const requests = expectedText('requests.txt');
const controls = expectedText('controls.txt');
const ownAnswers = expectedText('pages.txt');
const operatorAnswers = expectedText('operators.txt');

beforeAll(() => site.page.addInitScript({ path: join(import.meta.dirname, 'wiring-page.js') }));
afterAll(() => {
  for (const expected of [requests, controls, ownAnswers, operatorAnswers]) expected.save();
});

const isOperators = (path: string) => path.startsWith('/operators');
const addresses = [...Object.values(views), ...filtered];
const routeOf = (path: string) => path.split('?')[0] ?? '';
let area: boolean | undefined;
let current = '';

/** Each visit begins without a page and without data, as a new page would. */
async function visit(path: string) {
  const blank = isOperators(path) ? '/operators/nothing' : '/nothing';
  // Addresses without a page are the advertisers', whose area asks who signs in.
  if (area === undefined) await site.open('/links');
  if (area !== isOperators(path)) await site.open(isOperators(path) ? '/operators' : '/links');
  area = isOperators(path);
  await follow(site.page, blank);
  await expect.poll(() => site.page.evaluate(`wiring.isOn('Not found')`), { interval: 20 }).toBe(true);
  site.forget();
  current = await site.page.evaluate<string>(`wiring.begin(${JSON.stringify(`/console${path}`)})`);
}

const plainOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const addressOf = (path: string, search: Record<string, unknown>) =>
  [path, ...Object.entries(search).map(([name, value]) => `${name}=${encodeURIComponent(plainOf(value) ?? '')}`)]
    .join('&')
    .replace(path.includes('?') ? /$^/ : '&', '?');

function partsOf({ operation, path, query, body }: Sent): string[] {
  const template = operations.get(operation)?.path.split('/') ?? [];
  return [
    ...path.split('/').filter((part, at) => part !== template[at]),
    ...Object.entries(query).map(([name, value]) => `${name}=${value}`),
    ...(body === undefined ? [] : [JSON.stringify(body)]),
  ].toSorted();
}
type Asked = { operation: string; parts: string[] };
const pageRequests = (since = 0): Asked[] =>
  site.sent
    .slice(since)
    .filter((sent) => isOfPage(sent) && sent.visit === current)
    .map((sent) => ({ operation: sent.operation, parts: partsOf(sent) }))
    .toSorted((a, b) => lineOf(a).localeCompare(lineOf(b)));
const lineOf = ({ operation, parts }: Asked) => [operation, ...parts].join(' ');
const linesOf = () => [...new Set(pageRequests().map(lineOf))];

function differenceOf(asked: Asked, before: readonly Asked[]): string {
  const nameOf = (part: string) => part.split('=')[0] ?? '';
  const [nearest = asked.parts] = before
    .filter(({ operation }) => operation === asked.operation)
    .map(({ parts }) => [
      ...asked.parts.filter((part) => !parts.includes(part)),
      ...parts.filter((part) => !asked.parts.some((own) => nameOf(own) === nameOf(part))).map((part) => `-${nameOf(part)}`),
    ])
    .toSorted((a, b) => a.length - b.length);
  return nearest.length === 0 ? '' : [asked.operation, ...nearest].join(' ');
}
const differencesOf = (before: readonly Asked[]): string[] => [
  `${linesOf().length} requests`,
  ...[...new Set(pageRequests().map((asked) => differenceOf(asked, before)))].filter(Boolean).toSorted(),
];

const folders = { app: 'router.tsx', operators: 'routes.ts' };
const sources = Object.entries(folders).map(([folder, file]) => [folder, readFileSync(`web/console/${folder}/${file}`, 'utf8')] as const);
const routes = sources.flatMap(([, text]) =>
  [...text.matchAll(/(?<!base)(?:path: |(?:page|searched)\(\s*)'(\/[^']*)'/g)].map(([, path = '']) => path),
);

it('every route has a view', () => {
  const withoutValues = (route: string) => route.replace(/\/(\$\w+|4711)$/, '/$');
  const viewed = new Set(Object.values(views).map((path) => withoutValues(routeOf(path))));
  const without = routes.filter((route) => !viewed.has(withoutValues(route)));
  expect(without).toEqual(['/sign-in', '/account']);
});

type Validate = (search: Record<string, unknown>) => object;
const functionOf = async (path: string, name: string) =>
  ((await import(resolve('web/console', path))) as Record<string, Validate>)[name] as Validate;

async function validated(): Promise<Map<string, Validate>> {
  const found = new Map([['/keywords', await functionOf('keywords/search.ts', 'keywordsSearch')]]);
  for (const [folder, text] of sources)
    for (const [, described, route = described ?? '', name = ''] of text.matchAll(
      /(?:path: '([^']+)',\s*validateSearch: (?=\w+)|searched\(\s*'([^']+)',\s*(?=\w+,))(\w+)/g,
    )) {
      const [, path = ''] = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '([^']+)'`).exec(text) ?? [];
      if (route !== '/sign-in') found.set(route, await functionOf(join(folder, path), name));
    }
  return found;
}
function parametersOf(validate: Validate): string[] {
  const read = new Set<string>();
  const get = (_: object, name: string | symbol) => {
    if (typeof name === 'string') read.add(name);
    return undefined;
  };
  validate(new Proxy({}, { get }));
  return [...read];
}
const validates = await validated();

const values: Record<string, unknown> = {
  period: '7d',
  currency: 'EUR',
  compare: 'year',
  interval: 'week',
  day: '2026-11-20',
  value: 'net',
  from: { from: '2026-11-02', to: '2026-11-08' },
  to: { from: '2026-11-03', to: '2026-11-09' },
  campaign: 'spring',
  group: 'shoes',
  ad: 'ad_42',
  type: 'lead_created',
  pixel: 'pk_live_1',
  by: 'ad',
  sort: '-clicks',
  network: 'meta',
  channel: 'paid_search',
  paid: 'no',
  contains: 'spr',
  basis: 'occurred',
  currencies: 'original',
  expanded: [['spring']],
  traffic: 'all',
  open: ['spring', 'shoes', 'ad_42'],
  outcome: 'rejected',
  reason: 'no_click_id',
  key: 'key_1',
  id: 'order:1',
  link: 'https://shop.example/?a=b',
  since: '2026-11-05',
  run: 'run_1',
  referrer: { link: 'https://shop.example/?a=b', referrer: 'https://partner.example/' },
  endpoint: 'whe_b',
  undelivered: true,
  version: 7,
  q: 'shoe',
  kind: 'image',
  user: 4711,
  action: 'grant_credits',
  task: 'task_1',
  queue: 'export',
  tab: 'ads',
  days: { tab: 'joins', days: 7 },
  find: 'shoe',
  of: { tab: 'ads', of: 'Strideloom' },
  text: { tab: 'ads', text: 'rain' },
  country: { tab: 'ads', country: 'DE' },
  status: { tab: 'ads', status: 'active' },
  order: { tab: 'ads', order: 'longest' },
};
const ofRoute: Record<string, Record<string, unknown>> = {
  '/events': { traffic: 'internal', open: 'entry_1', consent: 'denied' },
  '/books': { tab: 'history', category: 'missing', by: 'channel' },
  '/spend': { tab: 'joins' },
  '/competitors': { sort: 'name' },
  '/channels': { from: '2026-11-05' },
};

type Search = Record<string, unknown>;
const titleOf = (search: Search) =>
  Object.entries(search)
    .map(([name, value]) => `${name}=${plainOf(value)}`)
    .join('&');

function searchesOf(route: string): Search[] {
  const validate = validates.get(route);
  const names = validate ? parametersOf(validate) : [];
  const described = { ...values, ...ofRoute[route] };
  expect(names.filter((name) => !(name in described))).toEqual([]);
  return names.map((name) => {
    const value = described[name];
    return typeof value === 'object' && !Array.isArray(value) ? (value as Search) : { [name]: value };
  });
}

async function asks(path: string, searches: readonly Search[], before = pageRequests()) {
  const usual = [...new Set(before.map(lineOf))];
  const changes: [Search, string[]][] = [];
  for (const search of searches) {
    await visit(addressOf(path, search));
    await requests.toShow(`${path} with ${titleOf(search)}`, async () => differencesOf(before));
    const known = [usual, ...changes.map(([, lines]) => lines)].flat();
    const changed = linesOf().filter((line) => !known.includes(line));
    if (changed.length > 0) changes.push([search, changed]);
  }
  return { usual, changes };
}

/** Data under the key of another filter would be shown without a request. */
async function asksAgain(path: string, usual: readonly string[], changes: readonly [Search, string[]][]) {
  await visit(path);
  await asked(path, usual);
  for (const [search, changed] of changes) {
    site.forget();
    await follow(site.page, addressOf(path, search));
    await asked(`${path}, then ${titleOf(search)}`, changed);
    await follow(site.page, path);
  }
}
const asked = (title: string, lines: readonly string[]) =>
  expect
    .poll(() => lines.filter((line) => !linesOf().includes(line)), {
      interval: 50,
      timeout: 15_000 * busyness(),
      message: title,
    })
    .toEqual([]);

describe('a page asks for what its address says', () => {
  it.each([...validates.keys()])('%s', async (route) => {
    await visit(route);
    await requests.toShow(route, async () => linesOf());
    const { usual, changes } = await asks(route, searchesOf(route));
    if (changes.length > 0) await asksAgain(route, usual, changes);
  });
});

type Control = { kind: string; name: string; isUsed: boolean; options: string[]; chosen: string };

/** Entries of a list have the same controls, so the first of each kind is tried. */
const kindOf = ({ kind, name }: Control) => `${kind} ${name.replaceAll(/[a-z_]*\d[\w-]*/g, '#')}`;
const isTried = ({ kind, name, isUsed, options }: Control) =>
  !isUsed &&
  name !== 'Time zone' &&
  (kind !== 'button' || /^(Show only|Open|Remove the filter|Clear all)/.test(name)) &&
  (kind !== 'select' || options.length > 1);
const triedValueOf = ({ kind, name, options, chosen }: Control) =>
  ({
    select: options.findLast((label) => label !== chosen),
    field: /day/.test(name) ? '2026-11-05' : '7',
  })[kind] ?? '';

const addressNow = () => site.page.evaluate<string>('wiring.address()');
const operate = ({ kind, name }: Control, value: string) =>
  expect
    .poll(() => site.page.evaluate(`wiring.operate(...${JSON.stringify([kind, name, value])})`), {
      interval: 50,
      timeout: 15_000,
      message: `${kind} ${name} ${value}`,
    })
    .toBe(true);

const unchanged = 'as before';

function changeOf(address: string, before: string): string {
  const partsOfAddress = (of: string) => (of.split('?')[1] ?? '').split('&').filter(Boolean);
  const [own, others] = [partsOfAddress(address), partsOfAddress(before)];
  const nameOf = (part: string) => part.split('=')[0] ?? '';
  const lacking = others.filter((part) => !own.some((one) => nameOf(one) === nameOf(part)));
  const changes = [
    ...(routeOf(address) === routeOf(before) ? [] : [routeOf(address)]),
    ...own.filter((part) => !others.includes(part)),
    ...lacking.map((part) => `-${nameOf(part)}`),
  ];
  return changes.join(' ') || unchanged;
}

const tried = new Set<string>();
const keyOf = (line: string) => line.split(' → ')[0] ?? '';
for (const [path, lines] of controls.sections()) for (const line of lines) tried.add(`${path} ${keyOf(line)}`);
const isEarlier = (path: string, kind: string) =>
  addresses.slice(0, addresses.indexOf(path)).some((other) => routeOf(other) === routeOf(path) && tried.has(`${other} ${kind}`));

async function controlsShown(path: string): Promise<Map<string, Control>> {
  const shown = new Map<string, Control>();
  for (const control of await site.page.evaluate<Control[]>('wiring.controls()')) {
    const kind = kindOf(control);
    const isOther = filtered.includes(path) && control.kind !== 'button';
    if (isTried(control) && !isOther && !shown.has(kind) && !isEarlier(path, kind)) shown.set(kind, control);
  }
  return shown;
}

async function changesBy(path: string, control: Control, expected: readonly string[]): Promise<string[]> {
  const before = decodeURIComponent(path);
  const changes: string[] = [];
  const steps = [triedValueOf(control), ...(control.kind === 'select' ? [control.chosen] : [])];
  for (const [at, step] of steps.entries()) {
    const since = site.sent.length;
    await operate(control, step);
    changes.push(
      await controls.until(expected[at] ?? unchanged, async () => {
        const change = changeOf(await addressNow(), before);
        return change === unchanged && at === 0 ? askedSince(since) : change;
      }),
    );
  }
  if ((await addressNow()) !== before) await follow(site.page, path);
  return changes;
}

function askedSince(since: number): string {
  const lines = pageRequests(since).map(lineOf);
  return lines.length > 0 ? `asks ${lines.join(' and ')}` : unchanged;
}

async function tryControls(path: string) {
  await controls.until(controls.of(path).map(keyOf).toSorted().join(), async () =>
    [...(await controlsShown(path)).keys()].toSorted().join(),
  );
  const lines: string[] = [];
  for (const [kind, control] of await controlsShown(path)) {
    const line = controls.of(path).find((one) => keyOf(one) === kind);
    const [, expected] = line?.split(' → ') ?? [];
    const isLocal = line !== undefined && !expected;
    const changes = isLocal && !controls.updates() ? [] : await changesBy(path, control, expected?.split(', then ') ?? []);
    tried.add(`${path} ${kind}`);
    lines.push(changes.some((change) => change !== unchanged) ? `${kind} → ${changes.join(', then ')}` : kind);
  }
  await controls.toShow(path, async () => lines);
}

describe('a page asks for what its address says, shows the answers, and its controls change the address', () => {
  const lines = () => site.page.evaluate<string[]>('wiring.lines()');
  const some = (pattern: RegExp) => async () => [...new Set((await lines()).filter((line) => pattern.test(line)))];
  it.each(Object.values(views))('%s', async (path) => {
    const answers = isOperators(path) ? operatorAnswers : ownAnswers;
    await visit(path);
    await requests.toShow(path, async () => linesOf());
    expect(site.sent.filter(({ token, operation }) => !token && !operation.startsWith('login'))).toEqual([]);
    const asked = pageRequests();
    await answers.toShow(path, lines);
    await site.page.evaluate('wiring.closeTables()');
    await tryControls(path);
    await asks(path, [isOperators(path) ? { zone: 'Asia/Tokyo' } : { env: 'test', zone: 'Asia/Tokyo' }], asked);
    site.state.isFailing = true;
    await visit(path);
    await answers.toShow(`${path} that fails`, some(/^alert /));
    site.state.isFailing = false;
    site.state.isEmpty = true;
    await visit(path);
    await answers.toShow(`${path} without data`, some(/^(tile|empty|alert) |NaN|undefined/));
  });
});

describe('a control changes its part of the address, and a link keeps what its page needs', () => {
  const links = async (path: string) => {
    const found = await site.page.evaluate<[string, string][]>('wiring.links()');
    return [...new Set(found.map(([name, address]) => `${name} → ${changeOf(address, decodeURIComponent(path))}`))];
  };
  it.each(filtered)('%s', async (path) => {
    await visit(path);
    await controls.toShow(`${path} links`, () => links(path));
    await tryControls(path);
  });
});
