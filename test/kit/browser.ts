import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const repository = join(import.meta.dirname, '..', '..');

// Chromium's sandbox does not run as root.
const flags = [
  '--no-sandbox',
  '--no-zygote',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--no-pings',
  '--no-first-run',
  '--font-render-hinting=none',
  // Pages are too short-lived for TurboFan.
  '--js-flags=--no-turbofan --max-semi-space-size=64 --min-semi-space-size=16',
];

export function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = installation();
  return chromium.launch({ executablePath, env, headless: true, args: flags });
}

export async function withBrowser(
  run: (page: Page, browser: Browser) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext(options);
    await run(await context.newPage(), browser);
  } finally {
    await browser.close();
  }
}

/** The family in which the browser has set the element: a style that names a font may still not have it. */
export async function renderedFontOf(page: Page, selector: string): Promise<string | undefined> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  await session.detach();
  return fonts[0]?.familyName;
}

type Installation = { executablePath: string; env: Record<string, string | undefined> };

/** `CHROMIUM_PATH` has priority over the npm package, which is unpacked once per version. */
function installation(): Installation {
  if (process.env.CHROMIUM_PATH) return { executablePath: process.env.CHROMIUM_PATH, env: process.env };
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('Set CHROMIUM_PATH to a Chromium: the one that is installed here runs on Linux x64 alone.');
  const folder = gunzipJson();
  const env = { ...process.env, FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  const executablePath = join(folder, 'chromium');
  return { executablePath, env: lacksLibraries(executablePath) ? withLibraries(env, folder) : env };
}

/** Other test processes may install too. */
function gunzipJson(): string {
  const build = dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium'));
  const { version } = JSON.parse(readFileSync(join(build, '../package.json'), 'utf8')) as { version: string };
  const cache = join(repository, 'node_modules/.cache/chromium');
  const folder = join(cache, version);
  if (existsSync(folder)) return folder;

  mkdirSync(cache, { recursive: true });
  const staging = mkdtempSync(join(cache, 'unpacking-'));
  try {
    // The package unpacks its libraries only on Lambda.
    const unpack = "const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath();";
    const env = {
      ...process.env,
      TMPDIR: staging,
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      NODE_OPTIONS: '',
    };
    const args = ['--input-type=module', '--eval', unpack];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: repository, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`Chromium could not be unpacked: ${stderr}`);
    writeFileSync(join(staging, 'fonts.conf'), fontsOf(folder));
    renameSync(staging, folder);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** A machine without fonts would show no text. */
const fontsOf = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;

const lacksLibraries = (executablePath: string) =>
  /not found/.test(spawnSync('ldd', [executablePath], { encoding: 'utf8' }).stdout ?? 'not found');

/** A bare Debian lacks NSS and expat, so these are libraries of Amazon Linux. */
const withLibraries = (env: Installation['env'], folder: string) => ({
  ...env,
  LD_LIBRARY_PATH: [join(folder, 'al2023/lib'), env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
});
