import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { webhookEventTypes } from '#shared/messages/webhook-event-types.ts';
import { sampleData } from '#shared/webhooks/rules/sample-event.ts';
import { newWorld, startApp } from '#test/kit/harness.ts';
import { run, sentConversionEvents, subscriber } from './scene.ts';

const page = readFileSync('docs/webhooks.md', 'utf8');
const codeOf = (name: string) => {
  const [, code] = new RegExp(`\`\`\`js ${name}\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
  if (!code) throw new Error(`docs/webhooks.md has no ${name}.`);
  return code;
};
type Code = { readEvent(secret: string, headers: Record<string, string>, body: string): { type: string } };

it.each(['verify-with-library', 'verify-by-hand'])(
  'the code %s of docs/webhooks.md verifies a real delivery and refuses others',
  async (name) => {
    const file = new URL(`./${name}.${process.pid}.mjs`, import.meta.url);
    await writeFile(file, codeOf(name));
    try {
      const { readEvent } = (await import(file.href)) as Code;
      const app = await startApp(await newWorld(Date.now()));
      const { order, endpoint } = await subscriber(app);
      const other = await subscriber(app);
      await order('order_created:ä1');
      await run(app);
      const [{ headers, body } = { headers: {} as Record<string, string>, body: '' }] = app.world.hooks.posts;
      expect(readEvent(endpoint.secret, headers, body)).toMatchObject({ type: 'conversion.attributed' });
      expect(() => readEvent(endpoint.secret, headers, body.replace('25.99', '2599'))).toThrow();
      expect(() => readEvent(other.endpoint.secret, headers, body)).toThrow();
      const old = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 600) };
      expect(() => readEvent(endpoint.secret, old, body)).toThrow();
    } finally {
      await rm(file);
    }
  },
);

it('the page names every type of event, and its example has the fields of one', () => {
  for (const type of webhookEventTypes) expect(page).toContain(`| \`${type}\` |`);
  const [, example = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
  expect(Object.keys(JSON.parse(example).data)).toEqual(Object.keys(sampleData['conversion.attributed']));
});

it('samples have the fields that real events have', async () => {
  const app = await startApp(await newWorld());
  const real = await sentConversionEvents(app);
  expect(real.map(({ type }) => type).sort()).toEqual([
    'conversion.attributed',
    'conversion.conflict',
    'conversion.matched_late',
  ]);
  for (const { type, data } of real)
    expect(Object.keys(data).sort()).toEqual(Object.keys(sampleData[type as keyof typeof sampleData]).sort());
});
