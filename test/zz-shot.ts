import { launchBrowser } from '/work/wt/console/test/browser.ts';
const api = process.env.API ?? 'http://127.0.0.1:4000';
const [name, path, ...rest] = process.argv.slice(2);
const widths = (process.env.W ?? '360,768,1440').split(',').map(Number);
const schemes = (process.env.S ?? 'light,dark').split(',');
const browser = await launchBrowser();
for (const scheme of schemes) for (const width of widths) {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: scheme as 'light' });
  page.on('console', (m) => console.log(scheme, width, m.type(), m.text()));
  page.on('pageerror', (e) => console.log('pageerror', e.message));
  await page.goto(api + '/console');
  if (path !== '/sign-in') { await page.getByRole('button', { name: 'Open the demo account' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  if (path !== '/') await page.goto(`${api}/console${path}`); }
  await page.waitForTimeout(Number(process.env.T ?? 1500));
  if (rest[0]) { await page.evaluate(rest[0]); await page.waitForTimeout(700); }
  const over = await page.evaluate('document.documentElement.scrollWidth');
  if (over !== width) console.log('OVERFLOW', scheme, width, over);
  await page.screenshot({ path: `/tmp/shot-${name}-${width}-${scheme}.png`, fullPage: process.env.FULL !== '0' });
  await page.close();
}
await browser.close();
