// Slow: it starts processes.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cannotPublish, missingFields, publishedPage, webAddressOf } from '#lib/tools/packed.ts';
import { version } from '#packages/cli/src/version.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { packed, project, run, runProgram } from './install.ts';

const base = temporaryFolder();
const owner = {
  repository: 'git+https://git.example/north/adtrail.git',
  homepage: 'https://adtrail.example',
  bugs: 'https://git.example/north/adtrail/issues',
};
const manifestIn = async (file: string) => JSON.parse((await run('tar', ['-xzOf', file, 'package/package.json'])).stdout);
const pageIn = async (file: string) => (await run('tar', ['-xzOf', file, 'package/README.md'])).stdout;

describe.each(['node', 'cli', 'dynamo-sqlite'] as const)('the package in packages/%s', (name) => {
  it('names the repository of the owner and leads to its pages, once the owner has set it', async () => {
    const { file } = await packed(name, base, owner);
    const manifest = await manifestIn(file);
    expect(manifest).toMatchObject({
      name: `@adtrail/${name}`,
      license: 'MIT',
      repository: { type: 'git', url: owner.repository, directory: `packages/${name}` },
      homepage: owner.homepage,
      bugs: owner.bugs,
      publishConfig: { access: 'public', provenance: true },
    });
    expect(manifest).not.toHaveProperty('scripts');
    const page = await pageIn(file);
    expect(page).toContain('](https://git.example/north/adtrail/blob/HEAD/docs/');
    expect(page).not.toMatch(/\]\(\.\.?\//);
  });

  it('names no address while the owner has set none, and has no link that leads nowhere', async () => {
    const { file, files } = await packed(name, base);
    const manifest = await manifestIn(file);
    for (const field of ['repository', 'homepage', 'bugs', 'scripts']) expect(manifest).not.toHaveProperty(field);
    expect(await pageIn(file)).not.toMatch(/\]\(\.\.?\//);
    expect(files).toContain('LICENSE');
    expect((await run('tar', ['-xzOf', file, 'package/LICENSE'])).stdout).toMatch(/^MIT License\n/);
  });

  it('passes a dry run of publishing, which reaches no registry', async () => {
    const { file } = await packed(name, base, owner);
    const nowhere = ['--registry', 'http://127.0.0.1:9', '--fetch-retries', '0'];
    const { stderr } = await run('npm', ['publish', file, '--dry-run', '--access', 'public', '--ignore-scripts', ...nowhere], {
      cwd: base,
    });
    expect(stderr).toMatch(/with tag latest and public access \(dry-run\)/);
    expect(stderr).not.toMatch(/auto-corrected|errors corrected/);
  });
});

it('packs all after one command, and they work where they are installed', async () => {
  const { stdout, stderr } = await run(process.execPath, ['bin/packages.ts']);
  const archives = stdout.trim().split('\n');
  expect(archives).toEqual([
    'dist/packages/adtrail-node.tgz',
    'dist/packages/adtrail-cli.tgz',
    'dist/packages/adtrail-dynamo-sqlite.tgz',
    'dist/packages/adtrail-woocommerce.zip',
  ]);
  const set = missingFields(JSON.parse(readFileSync('package.json', 'utf8')));
  if (set.length > 0) expect(stderr).toMatch(/set (?:it|them) in package\.json before you publish/);
  const shop = await project(
    base,
    archives.filter((file) => file.endsWith('.tgz')).map((file) => join(process.cwd(), file)),
  );
  const help = await runProgram(join(shop, 'node_modules', '.bin', 'adtrail'), ['--version'], { cwd: shop });
  expect([help.code, help.stdout]).toEqual([0, `${version}\n`]);
  const program =
    "import { Adtrail } from '@adtrail/node'; console.log(typeof new Adtrail({ secretKey: 'sk_test_x', baseUrl: 'http://127.0.0.1:9' }).order);";
  const shown = await runProgram(process.execPath, ['--input-type=module', '-e', program], { cwd: shop });
  expect([shown.code, shown.stdout]).toEqual([0, 'function\n']);
});

it('`npm run packages` installs the development packages first, which `npm start` leaves out', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(scripts.prepackages).toBe(scripts.precheck);
});

it('`npm pack` in the folder of a package builds it, so that it is never empty; `npm publish` there is refused', async () => {
  const cwd = join(process.cwd(), 'packages', 'cli');
  const { stdout } = await run('npm', ['pack', '--json', '--dry-run'], { cwd });
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  expect(files.map(({ path }) => path)).toContain('dist/adtrail.js');
  const refused = await run('npm', ['publish', '--dry-run'], { cwd }).catch(({ stdout, stderr }) => stdout + stderr);
  expect(refused).toMatch(/Publish the archive that npm run packages writes/);
});

it('publishing is refused without a repository, and from another one than it names', () => {
  expect(cannotPublish({}, undefined)).toMatch(/no "repository"/);
  expect(cannotPublish(owner, undefined)).toBeNull();
  expect(cannotPublish(owner, 'https://git.example/north/adtrail')).toBeNull();
  expect(cannotPublish(owner, 'https://git.example/south/adtrail')).toMatch(/npm would refuse/);
  expect(missingFields({ repository: 'a/b' })).toEqual(['homepage', 'bugs']);
});

it.each([
  ['north/adtrail', 'https://github.com/north/adtrail'],
  ['github:north/adtrail', 'https://github.com/north/adtrail'],
  ['git+https://git.example/a/b.git', 'https://git.example/a/b'],
  ['https://git.example/a/b', 'https://git.example/a/b'],
])('a repository %s is at %s', (repository, address) => {
  expect(webAddressOf({ repository })).toBe(address);
  expect(webAddressOf({ repository: { url: repository } })).toBe(address);
});

it('links of a page to other sites and to its own headings stay', () => {
  const page = '[a](https://x.example/b) [c](#d) [e](../../docs/pixel.md#consent)';
  expect(publishedPage('node', page, {})).toBe('[a](https://x.example/b) [c](#d) e');
  expect(publishedPage('node', page, { repository: 'a/b' })).toBe(
    '[a](https://x.example/b) [c](#d) [e](https://github.com/a/b/blob/HEAD/docs/pixel.md#consent)',
  );
});

const folders = readdirSync('packages').map((name) => `packages/${name}`);

it('every package is MIT in its LICENSE, in its package.json and in the LICENSE of the repository', () => {
  const root = readFileSync('LICENSE', 'utf8').replace(/\s+/g, ' ');
  const [, named = ''] = /^.*?The folders (.*?), which customers copy or install, have the MIT licence/.exec(root) ?? [];
  expect(new Set(named.split(/, | and /))).toEqual(new Set([...folders, 'examples', 'web/snippets']));
  for (const folder of folders)
    expect([folder, JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).license]).toEqual([folder, 'MIT']);
});

it('the tag of every package, and of no other version, begins its publishing with its own tests', async () => {
  const workflow = readFileSync('.github/workflows/publish.yml', 'utf8');
  const [, tags = ''] = /tags: (\[.*\])/.exec(workflow) ?? [];
  expect(JSON.parse(tags)).toEqual(folders.map((folder) => `${basename(folder)}-v*`).sort());
  const [, step = ''] = /Check that the tag names the version\n\s+run: \|\n([\s\S]*?)\n\s+- run:/.exec(workflow) ?? [];
  expect(workflow).toContain('npm test -- "packages/$NAME/" test/packages/published');
  for (const folder of folders) {
    const { version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const file = join(base, `${basename(folder)}.env`);
    const answerFor = (GITHUB_REF_NAME: string) =>
      runProgram('bash', ['-ec', step], { cwd: process.cwd(), env: { GITHUB_REF_NAME, GITHUB_ENV: file } });
    expect([folder, (await answerFor(`${basename(folder)}-v${version}`)).code]).toEqual([folder, 0]);
    expect(readFileSync(file, 'utf8')).toBe(`NAME=${basename(folder)}\n`);
    expect((await answerFor(`${basename(folder)}-v0.0.1`)).code).toBe(1);
  }
});

it('everything that customers install or copy has the licence MIT in its folder', () => {
  for (const folder of [...folders, 'examples', 'web/snippets'])
    expect([folder, readFileSync(`${folder}/LICENSE`, 'utf8').split('\n')[0]]).toEqual([folder, 'MIT License']);
  for (const file of ['go/adtrail.go', 'php/adtrail.php', 'python/adtrail.py', 'ruby/adtrail.rb'])
    expect(readFileSync(`examples/${file}`, 'utf8')).toContain('SPDX-License-Identifier: MIT');
  expect(readFileSync('examples/woocommerce/adtrail.php', 'utf8')).toContain(' * License: MIT\n');
});
