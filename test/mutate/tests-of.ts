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
  ['shared', 'functions', 'lib', 'packages', 'web', 'bin']
    .flatMap(filesOf)
    .filter((path) => /\.tsx?$/.test(path) && !/\.d\.ts$|\/(test|dist)\//.test(path));

const allTests = ['test', 'packages']
  .flatMap(filesOf)
  .filter((path) => isTest(path) && !path.startsWith('test/mutate/'));
const texts = new Map<string, string>();
function textOf(path: string): string {
  const text = texts.get(path) ?? readFileSync(join(root, path), 'utf8');
  texts.set(path, text);
  return text;
}

/** See "Where a test is" in docs/testing.md. `at` is a place in the file's text. */
export function testsOf(file: string, at?: number): string[] {
  const base = basename(file).replace(/\.tsx?$/, '');
  const [from, to] = folders.find(([start]) => start.test(file)) ?? [/^/, ''];
  const place = dirname(file.replace(from, to))
    .split('/')
    .filter((part, depth) => (depth === 0 || !kinds.has(part)) && part !== '.');
  const isOwn = (path: string) => path.endsWith(`/${base}.test.ts`);
  if (place[0] === 'console') return consoleTests(base, place[1] ?? '');
  if (file.startsWith('bin/')) return commandTests(file, base);
  const own = ownTests(place, isOwn);
  const folder = testsIn(place.slice(0, place[0] === 'packages' ? 2 : 1).join('/'));
  const elsewhere = allTests.filter((path) => isOwn(path) && !path.startsWith('test/crash/'));
  if (own.length === 0 && folder.length === 0 && elsewhere.length > 0) return elsewhere;
  const inside = [
    ...(folder.length > 0 ? folder : testsIn(capabilityOf(file) ?? '')),
    ...(folder.length > 0 ? [] : testsNaming(exportedBy(file))),
    ...(file.startsWith('shared/') ? testsIn(`api/${mostImportingApiFolder(place[0] ?? '')}`) : []),
  ];
  const around = at === undefined ? '' : nameAround(textOf(file), at);
  const nearest = nearestFirst(file, place, { inside, around });
  const found = [...new Set([...own, ...nearest])].slice(0, Math.max(most, own.length));
  return [...new Set([...found, ...(file.includes('/store/') ? testsOfEveryKind() : [])])];
}

const testsOfEveryKind = () => allTests.filter((path) => textOf(path).includes("'./every-kind.ts'"));

const nameAround = (text: string, at: number): string =>
  [
    ...text
      .slice(0, at)
      .matchAll(/^(?: {2}| {4})?(?:export |async |const |function )*\*?(\w+)(?: = |: |<|\()/gm),
  ].at(-1)?.[1] ?? '';

function commandTests(file: string, base: string): string[] {
  const naming = allTests.filter((path) => textOf(path).includes(file) || path.endsWith(`/${base}.test.ts`));
  const imports = [...textOf(file).matchAll(/from '#(lib\/[^']+)'/g)].map(([, path = '']) => path);
  const main = imports.filter((path) => dirname(path).endsWith(base) || basename(path) === `${base}.ts`);
  const tests = [
    ...naming,
    ...testsIn(base),
    ...(main.length > 0 ? main : imports).flatMap((path) => testsOf(path)),
  ];
  return [...new Set(tests)].slice(0, most);
}

function mostImportingApiFolder(capability: string): string {
  apiFolders ??= filesOf('functions/api')
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({
      folder: path.split('/')[2] ?? '',
      text: textOf(path),
    }));
  const counts = new Map<string, number>();
  for (const { folder, text } of apiFolders)
    if (text.includes(`#shared/${capability}/`)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? capability;
}
let apiFolders: { folder: string; text: string }[] | undefined;

const importersOf = (file: string): Set<string> =>
  new Set(
    readdirSync(join(root, dirname(file)))
      .filter((name) => /\.tsx?$/.test(name))
      .filter((name) => textOf(join(dirname(file), name)).includes(`'./${basename(file)}'`))
      .map((name) => name.replace(/\.tsx?$/, '')),
  );

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

const exportedBy = (file: string): string[] =>
  [...textOf(file).matchAll(/^export (?:async )?(?:const|function\*?) (\w+)/gm)].map(([, name = '']) => name);

const testsNaming = (names: readonly string[]): string[] =>
  names.length === 0
    ? []
    : allTests.filter((path) => new RegExp(`\\b(${names.join('|')})\\b`).test(textOf(path)));

const wordsOf = (name: string) =>
  new Set(
    basename(name)
      .split('.')[0]
      ?.split('-')
      .map((word) => word.replace(/s$/, '')),
  );

const wordsOfName = (name: string) => wordsOf(name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));

function nearestFirst(
  file: string,
  place: readonly string[],
  { inside, around }: { inside: readonly string[]; around: string },
): string[] {
  const base = basename(file).replace(/\.tsx?$/, '');
  const name = /^(index|deps|endpoints)$/.test(base) ? (place.at(-1) ?? base) : base;
  const camel = name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
  const exported = exportedBy(file);
  const names = new RegExp(`\\b(${[...new Set([camel, ...exported])].join('|')})\\b`, 'g');
  const literals = new Set(textOf(file).match(/\b[A-Z][a-z]+[A-Z]\w{3,}\b/g));
  const words = wordsOf(name);
  const wordsAround = wordsOfName(around).difference(words);
  const importers = importersOf(file);
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
        isInside ? 130 * wordsAround.intersection(wordsOf(path)).size : 0,
        isInside && importers.has(basename(path, '.test.ts')) ? 60 : 0,
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
