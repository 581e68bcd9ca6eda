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

it('the template has the permissions of the functions that it uses, and no others', () => {
  type Value = { string?: string; boolean?: boolean; mapValue?: Value[]; listItem?: Value[] };
  type Permission = { instance: { key: { publicId: string }; param: [{ value: Value }] } };
  const granted = (JSON.parse(part('WEB_PERMISSIONS')) as Permission[]).flatMap(({ instance: { key, param } }) =>
    (param[0].value.listItem ?? []).map(({ string, mapValue = [] }) =>
      [key.publicId, string, ...mapValue.map((value) => value.string ?? value.boolean)].filter((value) => value !== undefined),
    ),
  );
  expect(granted).toEqual([
    ['inject_script', 'https://adtrail.example.com/pixel/p.js'],
    ...['ad_storage', 'ad_user_data', 'ad_personalization'].map((type) => ['access_consent', type, true, false]),
    ['access_globals', 'svc', true, true, false],
    ['access_globals', 'svc.push', false, false, true],
  ]);
});

describe('in a browser', () => {
  let facts: Facts;
  const folder = temporaryFolder();
  beforeAll(async () => {
    facts = await spawnHost(['--port', '0', '--data', join(folder, 'data'), '--json']).ready();
  });

  const pageOf = (data: object, consents: object = {}) => `<!doctype html><title>Shop</title><script>
    const data = { ...${JSON.stringify(data)}, gtmOnSuccess: () => { window.ended = 'success'; }, gtmOnFailure: () => { window.ended = 'failure'; } };
    // A type without a state counts as granted, and a listener hears changes alone.
    const [consents, heard] = [{}, []];
    window.updateConsent = (values) => {
      const changed = Object.keys(values).filter((type) => (consents[type] !== 'denied') !== (values[type] !== 'denied'));
      Object.assign(consents, values);
      for (const [type, listener] of heard) if (changed.includes(type)) listener(type, consents[type] !== 'denied');
    };
    updateConsent(${JSON.stringify(consents)});
    const parts = {
      isConsentGranted: (type) => consents[type] !== 'denied',
      addConsentListener: (type, listener) => heard.push([type, listener]),
      createQueue(name) {
        window[name] ??= [];
        return (value) => window[name].push(value);
      },
      callInWindow(path, ...args) {
        const names = path.split('.');
        const method = names.pop();
        return names.reduce((owner, name) => owner[name], window)[method](...args);
      },
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

  const denied = { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied' };
  it.each([
    [
      'denied, then granted',
      denied,
      { ad_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'granted' },
      ['granted', 'granted'],
    ],
    ['denied, then granted in part', denied, { ad_storage: 'granted', ad_user_data: 'granted' }, ['granted', 'denied']],
    ['granted', {}, {}, ['granted', 'granted']],
    ['granted for storing alone', { ...denied, ad_storage: 'granted' }, {}, ['denied', 'denied']],
    ['denied', denied, {}, null],
    ['denied, then refused', denied, denied, null],
  ] as [string, object, object, [string, string] | null][])('follows the consent of Tag Manager: %s', async (_, first, then, words) => {
    const data = { baseUrl: facts.api, publicKey: facts.demo.public_key, consent: 'tag_manager', cookieDomain: '' };
    const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(pageOf(data, first)));
    const port = await listen(server, 0);
    await withBrowser(async (page) => {
      const sent: { consent?: object }[] = [];
      const events: string[] = [];
      page.on('request', (request) => {
        const body = JSON.parse(request.postData() ?? '{}') as { consent?: object; events?: { event_type: string }[] };
        if (/pixel\/(sessions|consent)$/.test(request.url())) sent.push(body);
        events.push(...(body.events ?? []).map(({ event_type }) => event_type));
      });
      // The page reports an event before the visitor answers.
      await page.addInitScript(`window.svc = [['track', 'items_added']]`);
      await page.goto(`http://localhost:${port}/?svc_campaign=from_tag_manager`);
      await page.waitForFunction('typeof window.svc?.sid === "function"');
      await page.evaluate(`updateConsent(${JSON.stringify(then)})`);
      if (words) await expect.poll(() => sent.length).toBe(1);
      await page.waitForTimeout(300);
      const [ad_user_data, ad_personalization] = words ?? [];
      expect(sent.map(({ consent }) => consent)).toEqual(words ? [{ ad_user_data, ad_personalization, origin: 'page' }] : []);
      expect(events).toEqual(words ? ['page_viewed', 'items_added'] : []);
      expect((await page.context().cookies()).length).toBe(words ? 1 : 0);
    });
    server.close();
  });
});
