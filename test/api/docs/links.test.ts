import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => existsSync(file));
const pages = files.filter((file) => file.endsWith('.md'));
const withoutCode = (page: string) =>
  readFileSync(page, 'utf8')
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/`[^`\n]*`/g, (code) => (code.includes('](') ? '' : code));

const anchorsOf = (page: string) =>
  [...withoutCode(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-'),
  );

const linksOf = (page: string) => [...withoutCode(page).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = '']) => link);

/** An empty folder, or an ignored file, is only on this machine. */
const isTracked = (path: string) => files.some((file) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`));

describe('the pages of the repository', () => {
  it('the pages of the repository are found, and have links', () => {
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/api/README.md']));
    expect(pages.flatMap(linksOf).length).toBeGreaterThan(30);
  });

  it.each(pages)('%s links only to files and sections that exist', (page) => {
    const broken = linksOf(page).filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path ? normalize(join(dirname(page), path)) : page;
      if (!isTracked(target)) return true;
      if (anchor === undefined) return false;
      return !files.includes(target) || !anchorsOf(target).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it.each(pages)('%s names only files and folders that exist', (page) => {
    const named = [...readFileSync(page, 'utf8').matchAll(/`((?:bin|docs|functions|lib|shared|test|web)\/[\w./-]*)`/g)];
    const isThere = (path: string) => isTracked(path) || isTracked(`${path}.test.ts`);
    expect(named.map(([, path = '']) => path).filter((path) => !isThere(path))).toEqual([]);
  });

  it.each(pages)('%s names only commands of package.json', (page) => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
    const named = [...readFileSync(page, 'utf8').matchAll(/npm run (?:-s |--silent )?([a-z][a-z:-]*)/g)];
    expect(named.map(([, name = '']) => name).filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it('the pages of the repository are all reached from the README', () => {
    const reached = new Set(['README.md']);
    for (const page of reached)
      for (const link of linksOf(page)) {
        const target = normalize(join(dirname(page), link.split('#')[0] ?? ''));
        if (target.endsWith('.md') && isTracked(target)) reached.add(target);
      }
    // docs/architecture.md says that each capability has a README in its folder.
    const ofCapability = /^shared\/[^/]+\/README\.md$/;
    expect(pages.filter((page) => !reached.has(page) && !ofCapability.test(page))).toEqual([]);
  });

  it('the pages of the repository, and its comments, cite only pages and sections that exist', () => {
    const files = execFileSync('git', ['grep', '-lE', 'docs/[a-z/-]+\\.md', '--', '*.ts', '*.json', '*.yml'], {
      encoding: 'utf8',
    })
      .trim()
      .split('\n')
      .filter((file) => !file.endsWith('links.test.ts') && !file.startsWith('test/language/'));
    const missing = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bdocs\/[\w/-]+\.md(?:#([\w-]+))?/g)]
        .filter(([cited, anchor]) => {
          const page = cited.split('#')[0] ?? '';
          return !isTracked(page) || (anchor !== undefined && !anchorsOf(page).includes(anchor));
        })
        .map(([cited]) => `${file}: ${cited}`),
    );
    expect(missing).toEqual([]);
  });
});
