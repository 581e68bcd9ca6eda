import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from './tree.ts';

const kinds = new Set(['rules', 'store', 'vendors', 'commands', 'src']);
const folders: readonly [RegExp, string][] = [
  [/^shared\//, ''],
  [/^functions\/(api|http|workers|jobs)\//, ''],
  [/^functions\//, ''],
  [/^lib\/cloud\/(constructs\/)?/, 'infra/'],
  [/^lib\/(ops|tools)\/(?=move|migrate|language|cost|simulate|restore)/, ''],
  [/^lib\//, ''],
  [/^packages\//, 'packages/'],
  [/^web\/pixel\//, 'pixel/'],
  [/^web\//, ''],
];
const isTest = (path: string) => path.endsWith('.test.ts');
const most = 4;

function filesOf(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .filter((path) => !path.includes('node_modules'));
}

export const sources = (): string[] =>
  ['shared', 'functions', 'lib', 'packages', 'web']
    .flatMap(filesOf)
    .filter((path) => /\.tsx?$/.test(path) && !/\.d\.ts$|\/(test|dist)\//.test(path));

const allTests = ['test', 'packages'].flatMap(filesOf).filter(isTest);
const texts = new Map<string, string>();
function textOf(path: string): string {
  const text = texts.get(path) ?? readFileSync(join(root, path), 'utf8');
  texts.set(path, text);
  return text;
}

/** See "Where a test is" in docs/testing.md. */
export function testsOf(file: string): string[] {
  const base = basename(file).replace(/\.tsx?$/, '');
  const [from, to] = folders.find(([start]) => start.test(file)) ?? [/^/, ''];
  const place = dirname(file.replace(from, to))
    .split('/')
    .filter((part, depth) => (depth === 0 || !kinds.has(part)) && part !== '.');
  const isOwn = (path: string) => path.endsWith(`/${base}.test.ts`);
  if (place[0] === 'console') return consoleTests(base, place[1] ?? '');
  const own = ownTests(place, isOwn);
  const folder = testsIn(place.slice(0, place[0] === 'packages' ? 2 : 1).join('/'));
  const elsewhere = allTests.filter((path) => isOwn(path) && !path.startsWith('test/crash/'));
  if (own.length === 0 && folder.length === 0 && elsewhere.length > 0) return elsewhere;
  const inside = folder.length > 0 ? folder : testsIn(capabilityOf(file) ?? '');
  return [...new Set([...own, ...nearestFirst(file, place, inside)])].slice(0, Math.max(most, own.length));
}

function ownTests(place: readonly string[], isOwn: (path: string) => boolean): string[] {
  for (let depth = place.length; depth > 0; depth -= 1) {
    const found = testsIn(place.slice(0, depth).join('/')).filter(isOwn);
    if (found.length > 0) return found;
  }
  return [];
}

function consoleTests(base: string, area: string): string[] {
  const pathOf = (name: string) => `test/console/${name}.test.ts`;
  const named = [base, area, 'console'].map(pathOf).filter((path) => allTests.includes(path));
  return [...named.slice(0, 1), ...['wiring', 'writes'].map(pathOf)];
}

function testsIn(place: string): string[] {
  const [name, ...rest] = place.split('/');
  const starts =
    name === 'packages'
      ? [`test/${place}/`, `packages/${rest[0]}/test/`]
      : [`test/${place}/`, `test/api/${place}/`];
  return allTests.filter((path) => starts.some((start) => path.startsWith(start)));
}

const wordsOf = (name: string) =>
  new Set(
    basename(name)
      .split('.')[0]
      ?.split('-')
      .map((word) => word.replace(/s$/, '')),
  );

function nearestFirst(file: string, place: readonly string[], inside: readonly string[]): string[] {
  const base = basename(file).replace(/\.tsx?$/, '');
  const name = /^(index|deps|endpoints)$/.test(base) ? (place.at(-1) ?? base) : base;
  const camel = name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
  const exported = [...textOf(file).matchAll(/^export (?:async )?(?:const|function\*?) (\w+)/gm)].map(
    ([, name = '']) => name,
  );
  const names = new RegExp(`\\b(${[...new Set([camel, ...exported])].join('|')})\\b`, 'g');
  const literals = new Set(textOf(file).match(/\b[A-Z][a-z]+[A-Z]\w{3,}\b/g));
  const words = wordsOf(name);
  const near = place.slice(1).join('/');
  const folders = dirname(file).split('/').slice(1);
  return allTests
    .map((path) => {
      const text = textOf(path);
      const isInside = inside.includes(path);
      const shared = words.intersection(wordsOf(path)).size;
      const isSame = shared > 0 && words.symmetricDifference(wordsOf(path)).size === 0;
      const marks = [
        text.includes(`#${file}'`) ? 100 : 0,
        shared > 1 || isInside || isSame ? 20 * shared : 0,
        isInside ? 10 : 0,
        isInside && near && path.includes(`/${near}/`) ? 20 : 0,
        isInside ? Math.min(text.match(names)?.length ?? 0, 30) : 0,
        isInside ? Math.min([...literals].filter((literal) => text.includes(literal)).length, 30) : 0,
        path.endsWith(`/${place[0]}.test.ts`) ? 5 : 0,
        isInside && folders.includes(basename(path, '.test.ts')) ? 40 : 0,
        isInside && /\/every-[\w-]+\.test\.ts$/.test(path) ? 25 : 0,
        path.startsWith('test/api/') ? 1 : 0,
        text.startsWith('// Slow') ? -1 : 0,
        /^test\/(crash|console|bench|load)\//.test(path) ? -40 : 0,
      ];
      return { path, mark: marks.reduce((sum, mark) => sum + mark) };
    })
    .filter(({ mark }) => mark > 2)
    .toSorted((a, b) => b.mark - a.mark)
    .map(({ path }) => path);
}

function capabilityOf(file: string): string | undefined {
  const counts = new Map<string, number>();
  for (const [, name = ''] of textOf(file).matchAll(/from '#shared\/([\w-]+)\//g))
    if (testsIn(name).length > 0 && !/^(values|store|worker|messages|tasks|http|limits|aws)$/.test(name))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}
