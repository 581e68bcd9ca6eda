// Slow: it tries every endpoint.
import { groups } from '#functions/groups.ts';
import type { AnyEndpoint, Auth } from '#shared/http/endpoint.ts';
import { openApi } from '#shared/http/openapi.ts';
import type { Credentials } from '#test/http/credentials-sent.ts';
import { cpuClock } from '#test/kit/cpu-clock.ts';
import type { TestApp } from '#test/kit/harness.ts';
import { someOf } from '#test/kit/tier.ts';
import { ask } from './http/ask.ts';
import { withCredentials } from './http/credentials.ts';
import { resolved } from './http/resolved.ts';
import { type Document, type TextField, textFieldsOf, withText } from './http/text-fields.ts';

const document = resolved<Document>(openApi(groups));

let app: TestApp;
let good: Record<Auth, () => Credentials>;
beforeAll(async () => {
  ({ app, good } = await withCredentials());
});

const oddValues = {
  'an object whose names are those of methods': '{"toString":1,"valueOf":1,"toJSON":1,"constructor":1,"length":1,"then":1,"map":1}',
  'a list of such an object': '[{"toString":1,"valueOf":1,"toJSON":1,"constructor":1,"length":1}]',
  'a list of nothing': '[null, null]',
  'an object that claims a length': '{"length":1000000000}',
  'a number beyond the range of the store': '1e200',
  'a number beyond the range of a double': '1e400',
  'a negative number beyond the range of the store': '-1e200',
  'an integer that a double cannot hold': '9007199254740993',
  'a number that a double turns into 0': '1e-400',
  '2,000 letters of two code units each': JSON.stringify('𝒜'.repeat(2000)),
};

const placeholder = '\u2400 odd value';
const types = ['string', 'number', 'integer', 'boolean', 'array', 'object'];
const maxMs = 3000;

let sent = 0;
async function send(endpoint: AnyEndpoint, field: TextField, value: string) {
  // The clock and the address change, so that no rate limit applies.
  sent++;
  app.world.clock.now += 10_000;
  app.world.clientAddress = `198.51.${sent % 250}.${Math.floor(sent / 250)}`;
  const credentials = good[endpoint.auth as Auth]();
  const body = withText({ ...endpoint.example.body, ...credentials.body }, field.path, placeholder);
  const raw = JSON.stringify(body).replace(JSON.stringify(placeholder), () => value);
  return ask(app.send, endpoint, { credentials, raw });
}

const cases = Object.entries(groups).flatMap(([group, endpoints]) =>
  (Object.values(endpoints) as AnyEndpoint[]).flatMap((endpoint) => {
    const fields = textFieldsOf(endpoint, document, types).filter((field) => field.in === 'body');
    return fields.length > 0 ? [{ group, endpoint, fields, id: endpoint.id }] : [];
  }),
);

describe('odd values in every field of a body', () => {
  it.each(cases)('$id of $group answers them soon and without a 5xx', async ({ endpoint, fields }) => {
    const failures: unknown[] = [];
    for (const field of fields)
      for (const [name, value] of someOf(Object.entries(oddValues), 3)) {
        const started = cpuClock();
        const { status } = await send(endpoint, field, value);
        const ms = cpuClock() - started;
        if (status >= 500 || ms > maxMs) failures.push([field.path.join('.'), name, status, Math.round(ms)]);
      }
    expect(failures).toEqual([]);
    await app.settle();
  });
});

describe('a batch item that names a field twice, both times without a text', () => {
  const shadow = { toString: 1, valueOf: 1 };
  it.each([
    ['id and event_id', { id: shadow, event_id: shadow, type: 'order_created' }],
    ['type and event_type', { id: 'odd:1', type: shadow, event_type: shadow }],
    ['value in two places', { id: 'odd:2', type: 'order_created', value: shadow, data: { value: shadow } }],
    ['a hash of a user', { id: 'odd:3', type: 'order_created', user: { external_ids_sha256: shadow } }],
  ])('a batch item that names a field twice, both times without a text costs only itself: %s', async (_, item) => {
    const credentials = good.conversionKey();
    const whole = { id: `whole:${++sent}`, type: 'order_created', data: { amount: 5, currency: 'USD' } };
    const raw = JSON.stringify({ events: [item, whole] });
    const { status, json } = await ask(app.send, groups.conversions.sendConversion, { credentials, raw });
    expect(status).toBeLessThan(300);
    const { results } = json as { results: { status: number }[] };
    expect(results[1]?.status).toBe(202);
  });
});
