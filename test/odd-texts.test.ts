// Slow: it tries every endpoint.
import { groups } from '#functions/groups.ts';
import type { AnyEndpoint, Auth } from '#shared/http/endpoint.ts';
import { openApi } from '#shared/http/openapi.ts';
import type { Credentials } from '#test/http/credentials-sent.ts';
import { newUser, type TestApp } from '#test/kit/harness.ts';
import { someOf } from '#test/kit/tier.ts';
import { ask } from './http/ask.ts';
import { withCredentials } from './http/credentials.ts';
import { resolved } from './http/resolved.ts';
import { type Document, requiredOf, type TextField, textAt, textFieldsOf, withText } from './http/text-fields.ts';

const document = resolved<Document>(openApi(groups));

let app: TestApp;
let good: Record<Auth, () => Credentials>;
beforeAll(async () => {
  ({ app, good } = await withCredentials());
});

/** Stores and queues have trouble with these characters, and with long keys. */
const odd = ['\ud800', 'a\udc00b', '\ufffe', '\uffff', '\u0000', '😀', '\u{10ffff}'];
const long = ['é'.repeat(1100), '日'.repeat(340), '日'.repeat(700), 'x'.repeat(2100), 'x'.repeat(1050), '😀'.repeat(550)];
const insides = ['\ufffe', '\uffff', '\ud800', '😀', 'é'.repeat(600)];

function textsFor(example: unknown): string[] {
  if (typeof example !== 'string') return [...odd, ...long];
  const at = example.indexOf('@');
  const mended = at > 0 ? (text: string) => text + example : (text: string) => example + text;
  return [...odd, ...long, ...insides.map(mended)];
}

let sent = 0;
async function send(endpoint: AnyEndpoint, field: TextField, text: string, alone = false) {
  // The clock and the address change, so that no rate limit applies.
  sent++;
  app.world.clock.now += 10_000;
  app.world.clientAddress = `198.51.${sent % 250}.${Math.floor(sent / 250)}`;
  const credentials = good[endpoint.auth as Auth]();
  const [name = ''] = field.path;
  const wellFormed = text.toWellFormed();
  if (field.in === 'path') return ask(app.send, endpoint, { credentials, params: { [name]: wellFormed } });
  if (field.in === 'query') return ask(app.send, endpoint, { credentials, query: { [name]: wellFormed } });
  const example = Object.entries({ ...endpoint.example.body, ...credentials.body });
  const required = requiredOf(endpoint, document);
  const body = Object.fromEntries(example.filter(([key]) => !alone || required.includes(key)));
  return ask(app.send, endpoint, { credentials, raw: JSON.stringify(withText(body, field.path, text)) });
}

const exampleOf = ({ example }: AnyEndpoint, field: TextField): unknown =>
  field.in === 'body' ? textAt(example.body, field.path) : textAt(field.in === 'path' ? example.params : example.query, field.path);

async function expectOthersServed(): Promise<void> {
  const other = await newUser(app);
  await app.notifications.signUpForEarlyAccess({ body: { feature: 'social_ads' }, headers: other.headers });
  await app.settle();
  const texts = app.world.messages.flatMap(({ message }) => ('text' in message ? [message.text] : []));
  expect(texts).toContain(`User ${other.id} asks for early access to social_ads.`);
  app.world.messages.length = 0;
}

describe.each(Object.entries(groups))('%s', (_, group) => {
  for (const endpoint of Object.values(group) as AnyEndpoint[]) {
    const fields = textFieldsOf(endpoint, document).filter((field) => field.in !== 'header');
    if (fields.length === 0) continue;
    it(`${endpoint.method} ${endpoint.path} answers whatever text is in its ${fields.length} text fields, and others are served`, async () => {
      const failed: unknown[] = [];
      for (const field of fields) {
        const example = exampleOf(endpoint, field);
        // A field that the example omits may exclude other fields.
        const ways = field.in === 'body' && example === undefined ? [false, true] : [false];
        for (const [text, alone] of someOf(textsFor(example), 3).flatMap((text) => ways.map((way) => [text, way] as const))) {
          const { status } = await send(endpoint, field, text, alone);
          if (status >= 500) failed.push([field.in, field.path.join('.'), JSON.stringify(text.slice(0, 12)), text.length, status]);
        }
      }
      expect(failed).toEqual([]);
      await expectOthersServed();
    });
  }
});
