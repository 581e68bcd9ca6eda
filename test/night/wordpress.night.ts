// Debian's WordPress on MariaDB is real, with its installer of plugins, its pages, forms, themes, cookies and cron; so are the
// zip and the service. WooCommerce is a stand-in (wordpress/stand-in.php), because no registry of this project has it.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Facts } from '#lib/local/host.ts';
import { packPlugin } from '#lib/tools/wordpress-plugin.ts';
import { spawnHost } from '#test/local/spawn-host.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { password, wordpress } from './wordpress/site.ts';

const base = temporaryFolder();
let facts: Facts;
let site: Awaited<ReturnType<typeof wordpress>>;
let cookies: string;

beforeAll(async () => {
  facts = await spawnHost(['--port', '0', '--data', join(base, 'data'), '--json']).ready();
  site = await wordpress(join(base, 'wordpress'));
  process.stdout.write(`WordPress ${site.version} is real, WooCommerce is a stand-in.\n`);
  const body = new URLSearchParams({ log: 'manager', pwd: password, testcookie: '1' });
  const headers = { cookie: 'wordpress_test_cookie=WP%20Cookie%20check' };
  const login = await fetch(`${site.address}/wp-login.php`, {
    method: 'POST',
    body,
    headers,
    redirect: 'manual',
  });
  cookies = login.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}, 240_000);
afterAll(() => site?.stop());

async function ask(path: string, body?: FormData | URLSearchParams, cookie = cookies) {
  const response = await fetch(new URL(path, `${site.address}/wp-admin/`), {
    ...(body && { method: 'POST', body }),
    headers: { cookie },
  });
  return {
    status: response.status,
    text: (await response.text()).replaceAll('&amp;', '&').replaceAll('&#038;', '&'),
  };
}
const fieldOf = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? expect.fail(`no field ${name} in ${html}`);
const linkOf = (html: string, link: RegExp) => link.exec(html)?.[1] ?? expect.fail(`no ${link} in ${html}`);
async function shop(stand_in: string, fields: Record<string, string> = {}, cookie = '') {
  const { text } = await ask('/', new URLSearchParams({ stand_in, ...fields }), cookie);
  return JSON.parse(text) as { notes: string[]; waiting: string[]; options: string[] };
}
async function saved(settings: Record<string, string>) {
  const page = (await ask('options-general.php?page=adtrail')).text;
  const body = new URLSearchParams({
    option_page: 'adtrail',
    action: 'update',
    _wpnonce: fieldOf(page, '_wpnonce'),
    _wp_http_referer: '/wp-admin/options-general.php?page=adtrail',
  });
  for (const [name, value] of Object.entries(settings)) body.set(`adtrail_settings[${name}]`, value);
  return (await ask('options.php', body)).text;
}
const works = async () => void (await fetch(`${site.address}/wp-cron.php?doing_wp_cron`));

it('WordPress installs the zip of its plugin page, and activates it', async () => {
  const page = (await ask('plugin-install.php?tab=upload')).text;
  const body = new FormData();
  body.set('_wpnonce', fieldOf(page, '_wpnonce'));
  const zip = await readFile(await packPlugin(join(base, 'packages')));
  body.set('pluginzip', new Blob([new Uint8Array(zip)], { type: 'application/zip' }), 'adtrail-woocommerce.zip');
  const done = (await ask('update.php?action=upload-plugin', body)).text;
  expect(done).toContain('Plugin installed successfully.');
  const active = await ask(linkOf(done, /href="(plugins\.php\?action=activate[^"]+)"/));
  expect(active.text).toContain('Plugin activated.');
  expect(active.text).toContain('adtrail for WooCommerce');
}, 60_000);

it('the page of settings stores them through WordPress, refuses wrong ones, and tests them', async () => {
  expect((await ask('/')).text).not.toContain('/pixel/p.js');
  const settings = {
    base_url: facts.api,
    public_key: facts.demo.public_key,
    secret_key: facts.demo.secret_key,
  };
  expect(await saved({ ...settings, public_key: 'wrong' })).toContain('Public key: this value cannot be right');
  const page = await saved(settings);
  expect(page).toContain('Settings saved.');
  expect(page).not.toContain(facts.demo.secret_key);
  const test = linkOf(page, /href="[^"]*\/wp-admin\/(options-general\.php\?page=adtrail&adtrail_test=1[^"]+)"/);
  expect((await ask(test)).text).toContain('The service accepts the secret key.');
  expect((await ask('options-general.php?page=adtrail', undefined, '')).text).not.toContain('adtrail_settings');
}, 60_000);

it('the pixel is in the head of a theme of blocks and of a classic one, once', async () => {
  const tag = `<script src="${facts.api}/pixel/p.js?key=${facts.demo.public_key}" async></script>`;
  for (const theme of ['twentytwentythree', 'twentytwentyone']) {
    const themes = (await ask('themes.php')).text.replaceAll('\\/', '/');
    const link = new RegExp(`(themes\\.php\\?action=activate&stylesheet=${theme}&_wpnonce=\\w+)`);
    if (link.test(themes)) await ask(linkOf(themes, link));
    const { text } = await ask('/', undefined, '');
    expect(text).toContain(`/themes/${theme}/`);
    expect(text.split(tag)).toHaveLength(2);
    expect(text.indexOf(tag)).toBeLessThan(text.indexOf('</head>'));
  }
}, 60_000);

it('an order with a click is earned by its campaign, and a refund leaves its net value', async () => {
  const body = JSON.stringify({
    key: facts.demo.public_key,
    url: 'https://shop.example/?svc_campaign=spring',
  });
  const session = await fetch(`${facts.api}/api/v1/pixel/sessions`, { method: 'POST', body });
  const { sid } = (await session.json()) as { sid: string };
  const cookie = `svc_sid=${encodeURIComponent(JSON.stringify({ sid, ts: Date.now(), v: 1 }))}`;
  await shop('checkout', { order: '801', total: '25.90' }, cookie);
  expect((await shop('pay', { order: '801' })).waiting).toEqual(['adtrail_send_order']);
  await works();
  await expect.poll(async () => (await shop('show', { order: '801' })).notes).toEqual(['adtrail: earned by spring.']);
  await shop('refund', { order: '801', amount: '5.90' });
  await works();
  await expect.poll(async () => (await shop('show', { order: '801' })).notes).toHaveLength(2);
  const headers = { authorization: `Bearer ${facts.demo.secret_key}` };
  const net = await fetch(`${facts.api}/api/v1/pixel/events/order_created%3A801/adjustment`, { headers });
  expect(await net.json()).toMatchObject({ value: '25.90', net_value: '20.00' });
  expect((await shop('show', { order: '801' })).waiting).toEqual([]);
}, 60_000);

it('deleting the plugin leaves no setting, no file and nothing in the queue', async () => {
  await shop('checkout', { order: '802', total: '5.00' });
  await shop('pay', { order: '802' });
  const active = (await ask('plugins.php')).text;
  const off = linkOf(active, /href="(plugins\.php\?action=deactivate&plugin=adtrail[^"]+)"/);
  const list = (await ask(off)).text;
  const form = new URLSearchParams({
    action: 'delete-plugin',
    slug: 'adtrail',
    plugin: 'adtrail/adtrail.php',
    _ajax_nonce: /"ajax_nonce":"(\w+)"/.exec(list)?.[1] ?? '',
  });
  const { text } = await ask('admin-ajax.php', form);
  expect(JSON.parse(text)).toMatchObject({ success: true });
  expect(await shop('show')).toMatchObject({ waiting: [], options: [] });
  expect(existsSync(join(site.folder, 'wp-content', 'plugins', 'adtrail'))).toBe(false);
}, 60_000);

it('WordPress has logged no error, warning or notice of the plugin', () => {
  const lines = site.log().split('\n');
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.filter((line) => line.includes('plugins/adtrail/') || line.includes('PHP Fatal'))).toEqual([]);
});
