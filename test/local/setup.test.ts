// Slow: it starts processes.
import { exec, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { atNight } from '#test/kit/tier.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();

function project(npmDoes = '') {
  const root = mkdtempSync(join(folder, 'project-'));
  mkdirSync(join(root, 'bin'));
  copyFileSync('bin/setup.mjs', join(root, 'bin', 'setup.mjs'));
  const write = (name: string, content: unknown) => writeFileSync(join(root, name), JSON.stringify(content));
  const docs = join('functions', 'api', 'docs');
  mkdirSync(join(root, docs), { recursive: true });
  copyFileSync(join(docs, 'scalar-license.txt'), join(root, docs, 'scalar-license.txt'));
  write(join(docs, 'scalar.json'), {
    package: '@maker/page',
    version: '1.2.3',
    file: 'dist/page.js',
    integrity: `sha512-${createHash('sha512').update(archive).digest('base64')}`,
  });
  const script = join(root, 'node_modules', '.cache', 'adtrail', 'scalar-1.2.3.js');
  mkdirSync(join(script, '..'), { recursive: true });
  writeFileSync(script, 'page()');
  const lock = (version: string) =>
    write('package-lock.json', {
      packages: { '': {}, 'node_modules/node': { version }, 'node_modules/vitest': { version, dev: true } },
    });
  lock('24.0.0');
  const npm = join(root, 'npm-cli.js');
  writeFileSync(
    npm,
    `const fs = require('node:fs');
     fs.appendFileSync(${JSON.stringify(join(root, 'calls'))}, process.argv.slice(2).join(' ') + '\\n');
     ${npmDoes}
     const modules = ${JSON.stringify(join(root, 'node_modules'))};
     const omitsDev = process.argv.includes('--omit=dev');
     for (const path of ['node', '.bin', ...(omitsDev ? [] : ['vitest'])]) fs.mkdirSync(modules + '/' + path, { recursive: true });
     fs.writeFileSync(modules + '/.bin/node', '#!/bin/sh\\necho v24.0.0\\n', { mode: 0o755 });
     const lock = JSON.parse(fs.readFileSync(${JSON.stringify(join(root, 'package-lock.json'))}, 'utf8'));
     if (omitsDev) delete lock.packages['node_modules/vitest'];
     fs.writeFileSync(modules + '/.package-lock.json', JSON.stringify(lock));`,
  );
  const run = async (...args: string[]) => {
    const env = { ...process.env, NODE_OPTIONS: '', npm_execpath: npm };
    const child = spawn(process.execPath, ['bin/setup.mjs', ...args], { cwd: root, env });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    const [code] = await once(child, 'close');
    return { code, stdout, stderr };
  };
  const calls = () => (existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').trim().split('\n') : []);
  return { root, run, calls, lock, script };
}

const entryOf = (path: string, content: string) => {
  const header = Buffer.alloc(512);
  header.write(path);
  header.write(content.length.toString(8).padStart(11, '0'), 124);
  return Buffer.concat([header, Buffer.alloc(Math.ceil(content.length / 512) * 512, content.padEnd(512, '\0'))]);
};
const archive = gzipSync(
  Buffer.concat([entryOf('package/dist/page.js.map', 'x'.repeat(512)), entryOf('package/dist/page.js', 'page()'), Buffer.alloc(1024)]),
);
const packing = (content: Buffer) => `if (process.argv[2] === 'pack') {
  fs.writeFileSync('page.tgz', Buffer.from('${content.toString('base64')}', 'base64'));
  process.exit();
}`;

const installing = 'Installing the packages of package-lock.json into node_modules (npm install) …\n';
const taking = 'Taking the script of the documentation page from @maker/page 1.2.3 (npm pack) …\n';
const quiet = { code: 0, stdout: '', stderr: '' };

describe('the set-up step', () => {
  it('the set-up step installs once, says so in one line, and does nothing after', async () => {
    const { run, calls } = project();
    expect(await run()).toEqual({ code: 0, stdout: '', stderr: installing });
    expect(await run()).toEqual(quiet);
    expect(calls()).toEqual(['install --no-audit --no-fund --prefer-offline --loglevel=error']);
  });

  atNight('the set-up step leaves out what only tests need when the service is to start, and brings it for the tests', async () => {
    const { run, calls } = project();
    const omitting = installing.replace('npm install', 'npm install --omit=dev');
    expect(await run('start')).toEqual({ code: 0, stdout: '', stderr: omitting });
    expect(await run('start')).toEqual(quiet);
    expect(await run()).toEqual({ code: 0, stdout: '', stderr: installing });
    expect(await run()).toEqual(quiet);
    expect(await run('start')).toEqual(quiet);
    expect(calls().map((call) => call.includes('--omit=dev'))).toEqual([true, false]);
  });

  it("the set-up step keeps none of the headers of Node's package", async () => {
    const ofPlatform = `node_modules/node/node_modules/node-${process.platform}-${process.arch}`;
    const { root, run } = project(`fs.mkdirSync(${JSON.stringify(ofPlatform)} + '/include/node', { recursive: true });`);
    await run('start');
    expect(existsSync(join(root, ofPlatform))).toBe(true);
    expect(existsSync(join(root, ofPlatform, 'include'))).toBe(false);
  });

  atNight('the set-up step takes nothing away from who works here when the lockfile has changed and the service starts', async () => {
    const { run, calls, lock } = project();
    await run();
    lock('24.0.1');
    expect(await run('start')).toEqual({ code: 0, stdout: '', stderr: installing });
    expect(calls().some((call) => call.includes('--omit=dev'))).toBe(false);
    expect(await run()).toEqual(quiet);
  });

  atNight('the set-up step installs what the bench measures beside for the bench alone, once', async () => {
    const { root, run } = project(`if (process.cwd().endsWith('packaged')) {
      fs.mkdirSync('node_modules/peer', { recursive: true });
      fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
      process.exit();
    }`);
    mkdirSync(join(root, 'test', 'bench', 'packaged'), { recursive: true });
    const lockfile = { packages: { '': {}, 'node_modules/peer': { version: '1.0.0' } } };
    writeFileSync(join(root, 'test', 'bench', 'packaged', 'package-lock.json'), JSON.stringify(lockfile));
    await run();
    expect(existsSync(join(root, 'test', 'bench', 'packaged', 'node_modules'))).toBe(false);
    expect((await run('bench')).stderr).toBe('Installing the packages of test/bench/packaged/package-lock.json (npm install) …\n');
    expect(await run('bench')).toEqual(quiet);
  });

  atNight('the set-up step installs again when the lockfile has changed', async () => {
    const { run, calls, lock } = project();
    await run();
    lock('24.0.1');
    expect(await run()).toEqual({ code: 0, stdout: '', stderr: installing });
    expect(calls()).toHaveLength(2);
  });

  atNight('the set-up step is content with what a plain npm install has put there', async () => {
    const { root, run, calls } = project();
    await run();
    writeFileSync(join(root, 'node_modules', '.adtrail-setup'), 'other');
    expect(await run()).toEqual(quiet);
    expect(calls()).toHaveLength(1);
  });

  it('the set-up step says every few seconds that a slow install goes on', async () => {
    const { run } = project('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 8_500);');
    const stderr = `${installing}  still installing, 4 s\n  still installing, 8 s\n`;
    expect(await run()).toEqual({ code: 0, stdout: '', stderr });
  });

  atNight('the set-up step lets one of two at once install and the other wait', async () => {
    const { run, calls } = project('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);');
    const results = await Promise.all([run(), run()]);
    expect(results.map(({ code }) => code)).toEqual([0, 0]);
    expect(results.map(({ stderr }) => stderr).sort()).toEqual(['Another setup is running; waiting for it …\n', installing].sort());
    expect(calls()).toHaveLength(1);
  });

  it('the set-up step takes over the lock of a set-up that was killed', async () => {
    const { root, run } = project();
    mkdirSync(join(root, 'node_modules', '.adtrail-setup-lock'), { recursive: true });
    const dead = spawn('true');
    await once(dead, 'exit');
    writeFileSync(join(root, 'node_modules', '.adtrail-setup-lock', 'pid'), String(dead.pid));
    expect((await run()).code).toBe(0);
    expect(existsSync(join(root, 'node_modules', '.adtrail-setup-lock'))).toBe(false);
  });

  it('the set-up step says in one sentence that the registry is out of reach', async () => {
    const { root, run } = project(`console.error('npm error code ENOTFOUND'); process.exit(1);`);
    const { code, stderr } = await run();
    expect(code).toBe(1);
    expect(stderr.replace(installing, '')).toMatch(/^npm install cannot reach the package registry: [^\n]+\.\n$/);
    expect(existsSync(join(root, 'node_modules', '.adtrail-setup-lock'))).toBe(false);
  });

  it('the set-up step takes the script of the documentation page, with its licence, when it is missing', async () => {
    const { run, script, calls } = project(packing(archive));
    rmSync(script);
    expect(await run()).toEqual({ code: 0, stdout: '', stderr: installing + taking });
    expect(readFileSync(script, 'utf8')).toMatch(/^\/\*!\nMIT License\n\nCopyright [^\n]+Scalar\n[^*]+\*\/\npage\(\)$/);
    expect(await run()).toEqual(quiet);
    rmSync(script);
    expect(await run('docs')).toEqual({ code: 0, stdout: '', stderr: taking });
    expect(calls().map((call) => call.split(' ')[0])).toEqual(['install', 'pack', 'pack']);
    expect(readdirSync(join(script, '..'))).toEqual(['scalar-1.2.3.js']);
  });

  it('the set-up step runs before cdk reads the stacks of a fresh clone', async () => {
    const { root, script } = project(packing(archive));
    rmSync(script);
    writeFileSync(join(root, 'bin', 'app.ts'), `console.log(require('node:fs').existsSync(${JSON.stringify(script)}));`);
    const { app } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { app: string };
    const env = { ...process.env, NODE_OPTIONS: '', npm_execpath: join(root, 'npm-cli.js') };
    expect(await promisify(exec)(app, { cwd: root, env })).toEqual({ stdout: 'true\n', stderr: taking });
  });

  atNight('the set-up step without packages takes the script alone', async () => {
    const { run, script, calls } = project(packing(archive));
    rmSync(script);
    expect(await run('docs')).toEqual({ code: 0, stdout: '', stderr: taking });
    expect(await run('docs')).toEqual(quiet);
    expect(calls()[0]).toMatch(/^pack @maker\/page@1\.2\.3 /);
  });

  it.each([
    ['another archive', packing(gzipSync('other')), /^The registry's @maker\/page 1\.2\.3 is another archive [^\n]+\.\n$/],
    [
      'no registry',
      `if (process.argv[2] === 'pack') { console.error('npm error code ENOTFOUND'); process.exit(1); }`,
      /^npm pack cannot reach the package registry: [^\n]+\.\n$/,
    ],
  ])('the set-up step with %s has no script, says so in one sentence and tries again', async (_, npmDoes, sentence) => {
    const { root, run, script } = project(npmDoes);
    rmSync(script);
    for (const before of [installing + taking, taking]) {
      const { code, stderr } = await run();
      expect(code).toBe(1);
      expect(stderr.startsWith(before)).toBe(true);
      expect(stderr.slice(before.length)).toMatch(sentence);
    }
    expect(readdirSync(join(script, '..'))).toEqual([]);
    expect(existsSync(join(root, 'node_modules', '.adtrail-setup-lock'))).toBe(false);
  });

  it('the set-up step says in one sentence that Node 24 has not come with the packages', async () => {
    const { root, run } = project();
    await run();
    writeFileSync(join(root, 'node_modules', '.bin', 'node'), '#!/bin/sh\necho v20.1.0\n');
    chmodSync(join(root, 'node_modules', '.bin', 'node'), 0o755);
    const { code, stderr } = await run();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The npm package "node" has not put Node 24 into node_modules: [^\n]+\.\n$/);
  });
});
