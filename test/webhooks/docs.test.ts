import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { needs } from '#functions/workers/webhook-deliveries/needs.ts';
import type { WebhookEventType } from '#shared/messages/webhook-event-types.ts';
import { webhookEventTypes, webhookSamples } from '#shared/registry/webhook-events.ts';
import { newWorld, startApp } from '#test/kit/harness.ts';
import { run, sentConversionEvents, subscriber } from './scene.ts';

const page = readFileSync('docs/webhooks.md', 'utf8');
const codeOf = (name: string) => {
  const [, code] = new RegExp(`\`\`\`js ${name}\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
  if (!code) throw new Error(`docs/webhooks.md has no ${name}.`);
  return code;
};
type Read = (secret: string, headers: object, body: string | Buffer) => unknown;
const titled = (name: string) => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
const shapes: Record<string, (headers: Record<string, string>) => object> = {
  Headers: (headers) => new Headers(headers),
  'names in capitals': (headers) => Object.fromEntries(Object.entries(headers).map(([name, value]) => [titled(name), value])),
  'names in lower case': (headers) => headers,
};

it.each(['verify-with-package', 'verify-with-library', 'verify-by-hand'])(
  'the code %s of docs/webhooks.md verifies a real delivery in every shape of headers and refuses others',
  async (name) => {
    const file = new URL(`./${name}.${process.pid}.mjs`, import.meta.url);
    const source = new URL('../../packages/node/src/webhooks.ts', import.meta.url).pathname;
    await writeFile(file, codeOf(name).replace('@adtrail/node/webhooks', source));
    try {
      const { readEvent } = (await import(file.href)) as { readEvent: Read };
      const app = await startApp(await newWorld(Date.now()));
      const { order, endpoint } = await subscriber(app);
      const other = await subscriber(app);
      await order('order_created:ä1');
      await run(app);
      const [{ headers, body } = { headers: {} as Record<string, string>, body: '' }] = app.world.hooks.posts;
      const old = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 600) };
      const { 'webhook-timestamp': _, ...undated } = headers;
      for (const [shape, shaped] of Object.entries(shapes)) {
        const read = async (secret: string, fields: Record<string, string>, text: string | Buffer) =>
          await readEvent(secret, shaped(fields), text);
        const event = { type: 'conversion.attributed' };
        expect(await read(endpoint.secret, headers, body), shape).toMatchObject(event);
        expect(await read(endpoint.secret, headers, Buffer.from(body)), shape).toMatchObject(event);
        await expect(read(endpoint.secret, headers, body.replace('25.99', '2599'))).rejects.toThrow();
        await expect(read(other.endpoint.secret, headers, body)).rejects.toThrow();
        await expect(read(endpoint.secret, old, body)).rejects.toThrow();
        await expect(read(endpoint.secret, undated, body)).rejects.toThrow();
      }
    } finally {
      await rm(file);
    }
  },
);

it('the page names every type of event, and its example has the fields of one', () => {
  for (const type of webhookEventTypes) expect(page).toContain(`| \`${type}\` |`);
  const [, example = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
  expect(Object.keys(JSON.parse(example).data)).toEqual(Object.keys(webhookSamples()['conversion.attributed']));
});

it('samples have the fields that real events have', async () => {
  const app = await startApp(await newWorld());
  const real = await sentConversionEvents(app);
  expect(real.map(({ type }) => type).sort()).toEqual(['conversion.attributed', 'conversion.conflict', 'conversion.matched_late']);
  for (const { type, data } of real)
    expect(Object.keys(data).sort()).toEqual(Object.keys(webhookSamples()[type as WebhookEventType]).sort());
});

it('an endpoint has the ten seconds of the page to answer, and its own lane when it takes longer than one', () => {
  const seconds = [...page.matchAll(/2xx within (\d+) seconds/g)].map(([, count]) => Number(count));
  expect(seconds).toEqual([10, 10]);
  for (const count of seconds) expect(needs.timeoutMs()).toBe(count * 1000);
  expect(page).toContain('| Takes longer than a second | Send its events one after the other');
  expect(needs.slowMs()).toBe(1000);
  expect(page).toContain('for five seconds a turn');
  expect(needs.lookMs()).toBe(5000);
});
