// Any Node runs this before start, test, check, synth and bench, so it is plain JavaScript. `start` installs
// only runtime dependencies; `bench` adds test/bench/packaged/package.json; `docs` takes the script of /docs alone.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const purpose = process.argv[2];
const modules = join(root, 'node_modules');
const bench = join(root, 'test', 'bench', 'packaged');
const stampFile = join(modules, '.adtrail-setup');
const lockFolder = join(modules, '.adtrail-setup-lock');
const docs = join(root, 'functions', 'api', 'docs');
const scalar = JSON.parse(readFileSync(join(docs, 'scalar.json'), 'utf8'));
const docsScript = join(modules, '.cache', 'adtrail', `scalar-${scalar.version}.js`);
const windows = process.platform === 'win32';
const nodeBinary = windows ? join(modules, 'node', 'bin', 'node.exe') : join(modules, '.bin', 'node');
const progressMs = 4000;

const say = (sentence) => process.stderr.write(`${sentence}\n`);
const showProgress = (sentence) => (process.stderr.isTTY ? process.stderr.write(`${sentence}\r`) : say(sentence));
function refuse(sentence) {
  rmSync(lockFolder, { recursive: true, force: true });
  say(sentence);
  process.exit(1);
}

if (Number(process.versions.node.split('.')[0]) < 20) {
  refuse(`adtrail needs Node 20 or later to set itself up, and this is ${process.version}.`);
}
if (!isReady()) {
  await takeLock();
  if (!isReady()) await setUp();
  rmSync(lockFolder, { recursive: true, force: true });
}
if (purpose === 'bench' && !isInstalled(bench)) {
  say('Installing the packages of test/bench/packaged/package-lock.json (npm install) …');
  await runNpm(['install'], bench);
}

if (process.argv.includes('--console')) {
  spawnSync(nodeBinary, [join(root, 'bin', 'console.ts'), '--if-changed'], { cwd: root, stdio: 'inherit' });
}

function stamp(isWhole) {
  const lockfile = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const binary = existsSync(nodeBinary) ? statSync(nodeBinary) : { size: 0, mtimeMs: 0 };
  const extent = isWhole ? 'whole' : 'to start';
  return `${lockfile} ${binary.size} ${binary.mtimeMs} ${process.platform}-${process.arch} ${extent}\n`;
}

function isReady() {
  if (!existsSync(docsScript)) return false;
  if (purpose === 'docs') return true;
  const storedStamp = existsSync(stampFile) && readFileSync(stampFile, 'utf8');
  return storedStamp === stamp(true) || (purpose === 'start' && storedStamp === stamp(false));
}

async function setUp() {
  if (purpose !== 'docs') await setUpPackages();
  if (!existsSync(docsScript)) await takeDocsScript();
}

async function setUpPackages() {
  const isWhole = purpose !== 'start' || hasDevelopmentPackages();
  if (!isInstalled(root, isWhole)) {
    const args = ['install', ...(isWhole ? [] : ['--omit=dev'])];
    say(`Installing the packages of package-lock.json into node_modules (npm ${args.join(' ')}) …`);
    await runNpm(args, root);
  }
  const { stdout, error } = spawnSync(nodeBinary, ['--version'], { encoding: 'utf8' });
  if (error || !stdout.startsWith('v24.')) {
    refuse(
      'The npm package "node" has not put Node 24 into node_modules: allow its install script ' +
        '(npm config ignore-scripts must be false) and run "npm rebuild node".',
    );
  }
  // The headers (67 MB) are for native code that is compiled against Node.
  const ofPlatform = `node-${process.platform}-${process.arch}`;
  rmSync(join(modules, 'node', 'node_modules', ofPlatform, 'include'), { recursive: true, force: true });
  writeFileSync(stampFile, stamp(isWhole));
}

/** The package's dependencies take 237 MB, and the page needs one file of the package. */
async function takeDocsScript() {
  const { package: name, version, integrity, file } = scalar;
  say(`Taking the script of the documentation page from ${name} ${version} (npm pack) …`);
  mkdirSync(dirname(docsScript), { recursive: true });
  const staging = mkdtempSync(`${docsScript}-`);
  process.on('exit', () => rmSync(staging, { recursive: true, force: true }));
  await runNpm(['pack', `${name}@${version}`], staging);
  const [archiveName] = readdirSync(staging);
  const archive = readFileSync(join(staging, archiveName));
  if (`sha512-${createHash('sha512').update(archive).digest('base64')}` !== integrity)
    refuse(`The registry's ${name} ${version} is another archive than functions/api/docs/scalar.json names.`);
  const script = join(staging, 'script.js');
  writeFileSync(script, `/*!\n${readFileSync(join(docs, 'scalar-license.txt'), 'utf8')}*/\n`);
  writeFileSync(script, fileOfArchive(archive, `package/${file}`), { flag: 'a' });
  renameSync(script, docsScript);
}

function fileOfArchive(archive, path) {
  const tar = gunzipSync(archive);
  for (let at = 0; at < tar.length; ) {
    const field = (start, length) => tar.toString('latin1', at + start, at + start + length).replace(/\0.*/s, '');
    const size = Number.parseInt(field(124, 12), 8) || 0;
    const start = at + 512;
    if (field(0, 100) === path) return tar.subarray(start, start + size);
    at = start + Math.ceil(size / 512) * 512;
  }
  return refuse(`The archive of ${scalar.package} has no ${path}.`);
}

/** npm's own record in node_modules lists the installed packages. */
function isInstalled(folder, isWhole = true) {
  try {
    const present = packagesIn(join(folder, 'node_modules', '.package-lock.json'));
    return Object.entries(packagesIn(join(folder, 'package-lock.json'))).every(
      ([path, { version, optional, dev, devOptional }]) =>
        path === '' ||
        optional ||
        (!isWhole && (dev || devOptional)) ||
        (present[path]?.version === version && existsSync(join(folder, path))),
    );
  } catch {
    return false;
  }
}

/** `start` must not remove a developer's packages. */
function hasDevelopmentPackages() {
  try {
    return Object.values(packagesIn(join(modules, '.package-lock.json'))).some(({ dev }) => dev);
  } catch {
    return false;
  }
}

function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

async function runNpm(args, folder) {
  const { ok, output } = await npm(args, folder);
  if (ok) return;
  const command = `npm ${args[0]}`;
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED/.test(output)) {
    refuse(`${command} cannot reach the package registry: connect this machine to it and run the same command again.`);
  }
  refuse(`${command} failed: ${output.match(/npm (?:error|ERR!) (?!code|errno|A complete log)(.+)/)?.[1] ?? output}`);
}

/** npm prints nothing while it downloads, so progress is reported every few seconds. */
async function npm(args, cwd) {
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  // This npm needs no search path, and no shell on Windows.
  const cli = process.env.npm_execpath;
  const [file, first] = cli?.endsWith('js') ? [process.execPath, [cli]] : ['npm', []];
  const options = { cwd, shell: windows && file === 'npm', stdio: ['ignore', 'pipe', 'pipe'] };
  const child = spawn(file, [...first, ...args, ...quiet], options);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  const began = Date.now();
  const progress = setInterval(() => showProgress(`  still installing, ${Math.round((Date.now() - began) / 1000)} s`), progressMs);
  const status = await new Promise((resolve) => {
    child.on('error', (error) => {
      output += error.message;
      resolve(-1);
    });
    child.on('close', resolve);
  });
  clearInterval(progress);
  if (process.stderr.isTTY) process.stderr.write('\x1b[K');
  return { ok: status === 0, output };
}

/** Creating a folder is atomic. A lock of a dead process is taken over. */
async function takeLock() {
  for (let waits = 0; ; waits++) {
    try {
      mkdirSync(modules, { recursive: true });
      mkdirSync(lockFolder);
      writeFileSync(join(lockFolder, 'pid'), String(process.pid));
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') refuse(`${modules} cannot be written (${error.code}).`);
    }
    if (waits === 0) say('Another setup is running; waiting for it …');
    else if ((waits * 200) % progressMs === 0) showProgress(`  still waiting, ${waits / 5} s`);
    await new Promise((resolve) => setTimeout(resolve, 200));
    if (!holderIsAlive()) rmSync(lockFolder, { recursive: true, force: true });
  }
}

function holderIsAlive() {
  try {
    const pid = Number(readFileSync(join(lockFolder, 'pid'), 'utf8'));
    if (pid) return process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'ENOENT') return error.code === 'EPERM';
  }
  // A lock without a pid is new, or the remainder of a killed process.
  const age = Date.now() - (statSync(lockFolder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  return age < 5000;
}
