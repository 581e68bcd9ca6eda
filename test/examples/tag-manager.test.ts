// Slow: it starts processes.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Facts } from '#lib/local/host.ts';
import { listen } from '#lib/local/listen.ts';
import { withBrowser } from '#test/kit/browser.ts';
import { until } from '#test/kit/until.ts';
import { spawnHost } from '#test/local/spawn-host.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { settingsOfTheTag } from './odd-values/clients.ts';

const parts = new Map(
  readFileSync('examples/tag-manager/template.tpl', 'utf8')
    .split(/^___(\w+)___$/m)
    .slice(1)
    .flatMap((text, index, all) => (index % 2 === 0 ? [[text, (all[index + 1] ?? '').trim()] as const] : [])),
);
const part = (name: string) => parts.get(name) ?? '';
type Field = { name: string; valueValidators?: { args: string[] }[]; selectItems?: { value: string }[] };

it('the template has the parts that Tag Manager imports, and refuses settings that are none', () => {
  expect([...parts.keys()]).toEqual(['INFO', 'TEMPLATE_PARAMETERS', 'SANDBOXED_JS_FOR_WEB_TEMPLATE', 'WEB_PERMISSIONS', 'TESTS', 'NOTES']);
  expect(JSON.parse(part('INFO'))).toMatchObject({ type: 'TAG', containerContexts: ['WEB'] });
  const fields = JSON.parse(part('TEMPLATE_PARAMETERS')) as Field[];
  const used = [...part('SANDBOXED_JS_FOR_WEB_TEMPLATE').matchAll(/data\.(\w+)/g)].map(([, name]) => name);
  expect(new Set(used)).toEqual(new Set([...fields.map(({ name }) => name), 'gtmOnSuccess', 'gtmOnFailure']));
  for (const [name, group] of Object.entries(settingsOfTheTag)) {
    const [form = ''] = fields.find((field) => field.name === name)?.valueValidators?.[0]?.args ?? [];
    expect(group.map(({ in: value }) => [value, new RegExp(form).test(value)])).toEqual(
      group.map(({ in: value, taken }) => [value, taken]),
    );
  }
});

describe('in a browser', () => {
  let facts: Facts;
  const folder = temporaryFolder();
  beforeAll(async () => {
    facts = await spawnHost(['--port', '0', '--data', join(folder, 'data'), '--json']).ready();
  });

  const pageOf = (data: object) => `<!doctype html><title>Shop</title><script>
    const data = { ...${JSON.stringify(data)}, gtmOnSuccess: () => { window.ended = 'success'; }, gtmOnFailure: () => { window.ended = 'failure'; } };
    const parts = {
      encodeUriComponent: encodeURIComponent,
      queryPermission: (_, url) => url.startsWith(data.baseUrl + '/pixel/p.js'),
      injectScript(url, done, failed) {
        const script = Object.assign(document.createElement('script'), { src: url, async: true, onload: done, onerror: failed });
        document.head.append(script);
      },
    };
    ((require, data) => { ${part('SANDBOXED_JS_FOR_WEB_TEMPLATE')} })((name) => parts[name], data);
  </script>`;

  it.each([
    ['', true],
    ['hold', false],
  ])('in a browser records the click with consent "%s": %s', async (consent, isRecorded) => {
    const data = { baseUrl: facts.api, publicKey: facts.demo.public_key, consent, cookieDomain: '' };
    const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(pageOf(data)));
    const port = await listen(server, 0);
    await withBrowser(async (page) => {
      await page.goto(`http://localhost:${port}/?svc_campaign=from_tag_manager`);
      await until(() => page.evaluate('window.ended'));
      expect(await page.evaluate('window.ended')).toBe('success');
      const sid = () => page.evaluate('window.svc.sid() || ""') as Promise<string>;
      if (isRecorded) expect(await until(sid)).toMatch(/^s_/);
      else {
        await page.waitForTimeout(500);
        expect(await page.context().cookies()).toEqual([]);
        await page.evaluate('window.svc.consent(true)');
        expect(await until(sid)).toMatch(/^s_/);
      }
    });
    server.close();
  });
});
