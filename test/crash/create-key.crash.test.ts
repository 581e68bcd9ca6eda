// Slow: it fails every call in turn.
import { keyOf } from '#shared/api-keys/items.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newUser, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';
import { operationsOf } from './operations-of.ts';

type Creation = Awaited<ReturnType<TestApp['keys']['createKey']>>;
const body = { name: 'Shop', kind: 'secret', environment: 'live' } as const;
const scene = (headers: Record<string, string>) => ({
  async prepare(app: TestApp) {
    const user = await newUser(app);
    return { user };
  },
  operation: (app: TestApp, { user }: { user: Awaited<ReturnType<typeof newUser>> }) =>
    app.keys.createKey({ body, headers: { ...user.headers, ...headers } }),
});

async function keysOf(app: TestApp, user: Awaited<ReturnType<typeof newUser>>, answer: Creation) {
  if (answer.status !== 201) throw new Error(`status ${answer.status}`);
  const event = { event_type: 'a', event_id: 'e', svc_click_id: 's_nobody' };
  const headers = { authorization: `Bearer ${answer.body.key}` };
  expect((await app.conversions.sendConversion({ body: event, headers })).status).toBe(202);
  const list = await app.keys.listKeys({ headers: user.headers });
  const keys = list.status === 200 ? list.body.keys : [];
  expect(keys).toContainEqual(expect.objectContaining({ id: answer.body.id, last4: answer.body.key.slice(-4) }));
  const items = await allItems(app.world);
  const { pk, sk } = keyOf.keyCount(user.id);
  expect(items.find((item) => item.pk === pk && item.sk === sk)?.active).toBe(keys.length);
  await app.settle();
  expect(app.world.mails.map(({ to }) => to)).toEqual(keys.map(() => user.email));
  return keys;
}

describe('creating the first key of an account', () => {
  it('a crash and a retry with an Idempotency-Key leave one key, whose secret is returned', async () => {
    const calls = await crashTest({
      ...scene({ 'Idempotency-Key': 'key-1' }),
      async check(app, { user }, answer) {
        expect(await keysOf(app, user, answer)).toHaveLength(1);
      },
    });
    // An account without a count first gets its default settings.
    expect(operationsOf(calls)).toBe('GetItem GetItem Query TransactWriteItems Query UpdateItem PutItem Query TransactWriteItems');
  });

  it('a crash and a retry without an Idempotency-Key leave only whole keys, and each is counted', async () => {
    await crashTest({
      ...scene({}),
      async check(app, { user }, answer) {
        expect([1, 2]).toContain((await keysOf(app, user, answer)).length);
      },
    });
  });
});
