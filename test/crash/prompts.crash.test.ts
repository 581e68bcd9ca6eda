// Slow: it fails every call in turn.
import { base64, countsOf, keptOf, newPicture } from '#test/api/prompts/scene.ts';
import { newUser, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

const picture = newPicture();
const env = { CREDIT_COSTS: '{"ad_prompt":3}' };

async function prepare(app: TestApp) {
  const user = await newUser(app);
  const entry = { reason: 'test', claim: 'test', actor: 'test' };
  await app.ledger.grant(user.id, { ...entry, type: 'ADJUSTMENT', amount: 30 });
  return user;
}
type User = Awaited<ReturnType<typeof prepare>>;
const ask =
  (more: object = {}) =>
  (app: TestApp, { headers }: User) =>
    app.prompts.generateAdPrompt({
      body: { image_base64: base64(picture), ad_text: 'Shoes' },
      headers: { ...headers, ...more },
    });

async function expectPaidAndWhole(app: TestApp, { id }: User) {
  const { balance } = await app.ledger.balance(id);
  const { conversations, sessions, prompts, listed, counts } = await keptOf(app, id);
  expect(balance).toBe(30 - 3 * conversations.length);
  expect([prompts.length, listed.length]).toEqual([conversations.length, conversations.length]);
  const completed = sessions.filter(({ status }) => status === 'completed');
  expect(completed.map(({ imageConversationId }) => imageConversationId).sort()).toEqual(
    conversations.map((conversation) => conversation.id).sort(),
  );
  const kept = { contentSessions: sessions.length, imageConversations: conversations.length };
  expect(counts).toEqual(sessions.length > 0 ? [kept] : []);
  for (const key of app.world.objects.files.keys()) expect(app.world.objects.files.get(key)?.equals(picture)).toBe(true);
  return conversations.length;
}

it('a crash at any call of generate-ad-prompt under a key, and a retry: one prompt, paid once', async () => {
  const call = ask({ 'idempotency-key': 'k1' });
  const calls = await crashTest({
    alsoTries: ['two_faults', 'repeat_at_once'],
    env,
    prepare,
    operation: call,
    // While a dead worker's lease is valid, the response is to retry.
    succeeded: ({ status }) => status === 200,
    async check(app, user, answer) {
      expect(answer).toMatchObject({ status: 200, body: { prompt: 'sample' } });
      expect(await expectPaidAndWhole(app, user)).toBe(1);
      expect((await call(app, user)).body).toEqual(answer.body);
      expect((await countsOf(app, user.id))[0]).toBe(1);
    },
    async abandoned(app, user, answer) {
      const made = await expectPaidAndWhole(app, user);
      if (answer?.status === 200) expect(made).toBe(1);
      expect([0, 1]).toContain(made);
    },
  });
  expect(calls.map(({ operation, table }) => [operation, table].filter(Boolean).join(' '))).toEqual([
    'GetItem accounts',
    'UpdateItem analysis',
    'GetItem accounts',
    'GetItem analysis',
    'UpdateItem accounts',
    'HeadObject',
    'PutObject',
    'GenerateObject',
    'GetItem accounts',
    'TransactWriteItems accounts',
  ]);
});

it('a crash at any call without a key, and a retry: what was paid for is there, whole', async () => {
  await crashTest({
    env,
    prepare,
    operation: ask(),
    async check(app, user, answer) {
      expect(answer).toMatchObject({ status: 200 });
      expect([1, 2]).toContain(await expectPaidAndWhole(app, user));
    },
  });
});

it('a crash at any call of a generation that comes to nothing: nothing is paid, and every session is a failed one', async () => {
  await crashTest({
    env,
    prepare,
    operation: (app, user) => {
      app.world.models.answer = () => ({ something: 'else' });
      return ask({ 'idempotency-key': 'k1' })(app, user);
    },
    // The model returns nothing usable, so every retry gets the same response.
    succeeded: ({ status }) => status === 503,
    async check(app, user) {
      expect((await app.ledger.balance(user.id)).balance).toBe(30);
      const { conversations, sessions } = await keptOf(app, user.id);
      expect(conversations).toEqual([]);
      expect(sessions.every(({ status }) => status === 'failed')).toBe(true);
    },
  });
});
