import { newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';
import { startTestVendors, type TestVendors } from '#test/kit/vendors.ts';
import { base64, countsOf, good, keptOf, newPicture, problemsOf } from './scene.ts';

let vendors: TestVendors;
let app: TestApp;
let user: Awaited<ReturnType<typeof newUser>>;
beforeAll(async () => {
  vendors = await startTestVendors();
  app = await startApp(await newWorld(), { env: vendors.env });
});
afterAll(() => vendors.stop());
beforeEach(async () => {
  user = await newUser(app);
  vendors.forget();
});

const ask = (ad_text: string, headers: object = {}, by = app) =>
  by.prompts.generateAdPrompt({
    body: { image_base64: base64(newPicture()), ad_text },
    headers: { ...user.headers, ...headers },
  });
const askSame = (key: string, body: object = {}, by = app) =>
  by.prompts.generateAdPrompt({
    body: { image_base64: same, ...body },
    headers: { ...user.headers, 'idempotency-key': key },
  });
const same = base64(newPicture());
const modelCalls = () => vendors.asked('llm').length;
const outcomes = async () => (await keptOf(app, user.id)).calls.map(({ outcome }) => outcome);

describe('a declined prompt', () => {
  it('a declined prompt is a 422 that clients do not retry, with session and call recorded', async () => {
    expect(problemsOf(await ask('[[refusal]]'))).toEqual(['body: prompt_refused']);
    expect(modelCalls()).toBe(1);
    const { sessions, calls, conversations, counts } = await keptOf(app, user.id);
    expect(conversations).toEqual([]);
    expect(counts).toEqual([{ contentSessions: 1, imageConversations: 0 }]);
    expect(calls).toMatchObject([{ outcome: 'refused', purpose: 'ad_prompt', subject: sessions[0]?.id }]);
    expect(sessions).toMatchObject([{ status: 'failed', imageConversationId: null }]);
    const { steps } = sessions[0] as unknown as { steps: { kind: string; llmCallId: string | null }[] };
    expect(steps.at(-1)).toMatchObject({ kind: 'model', llmCallId: calls[0]?.id });
  });

  it('a declined prompt stays declined under its key, without another call', async () => {
    const body = { ad_text: '[[refusal]]' };
    expect(problemsOf(await askSame('k', body))).toEqual(['body: prompt_refused']);
    app.world.clock.now += 3_600_000;
    expect(problemsOf(await askSame('k', body))).toEqual(['body: prompt_refused']);
    expect(modelCalls()).toBe(1);
  });
});

it('an image that the model cannot read is a 422, not an outage', async () => {
  expect(problemsOf(await ask('[[broken-image]]'))).toEqual(['body: image_broken']);
  expect(modelCalls()).toBe(1);
  expect(await outcomes()).toEqual(['error']);
  expect((await keptOf(app, user.id)).sessions).toMatchObject([{ status: 'failed' }]);
  expect(problemsOf(await askSame('i', { ad_text: '[[broken-image]]' }))).toEqual(['body: image_broken']);
  expect(problemsOf(await askSame('i', { ad_text: '[[broken-image]]' }))).toEqual(['body: image_broken']);
});

describe('an unfinished answer of the model', () => {
  it.each(['incomplete', 'bad-json', 'other-form'])(
    'an unfinished answer (%s) is retried once, then it is 503 with both calls recorded',
    async (marker) => {
      const answer = await ask(`[[${marker}]]`);
      expect(answer).toMatchObject({ status: 503, body: { code: 'vendor_unavailable' } });
      expect(answer.headers.get('retry-after')).toBe('1');
      expect(modelCalls()).toBe(2);
      expect(await outcomes()).toEqual(['unreadable', 'unreadable']);
      const { sessions } = await keptOf(app, user.id);
      expect(sessions).toMatchObject([{ status: 'failed' }]);
      const { steps } = sessions[0] as unknown as { steps: { kind: string }[] };
      expect(steps.filter(({ kind }) => kind === 'model')).toHaveLength(2);
    },
  );

  it('a successful retry has both calls in the trace', async () => {
    const plain = await startApp(app.world);
    const { models } = app.world;
    const usual = models.answer;
    let tries = 0;
    models.answer = (request) => (++tries === 1 ? { prompt: 'half an ans' } : usual(request));
    good(await ask('Shoes', {}, plain));
    models.answer = usual;
    expect(tries).toBe(2);
    expect((await outcomes()).sort()).toEqual(['ok', 'unreadable']);
    const { sessions, calls } = await keptOf(app, user.id);
    const { steps } = sessions[0] as unknown as { steps: { kind: string; llmCallId: string }[] };
    const asked = steps.filter(({ kind }) => kind === 'model').map(({ llmCallId }) => llmCallId);
    expect(asked.sort()).toEqual(calls.map(({ id }) => String(id)).sort());
  });

  it.each([
    ['its quota is spent', '[[quota]]', 1],
    ['it fails', 'Shoes', 2],
  ])('an answer that is unfinished because %s is 503, and its trace is stored', async (_name, ad_text, attempts) => {
    if (attempts > 1) vendors.fault({ vendor: 'llm', status: 500, times: attempts });
    expect(await ask(ad_text)).toMatchObject({ status: 503, body: { code: 'vendor_unavailable' } });
    expect(modelCalls()).toBe(attempts);
    expect(await outcomes()).toEqual(['error']);
    expect((await keptOf(app, user.id)).sessions).toMatchObject([{ status: 'failed' }]);
  });
});

describe('an Idempotency-Key', () => {
  it('parallel requests with an Idempotency-Key run once, and later requests get the same answer', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => askSame('k1')));
    expect(modelCalls()).toBe(1);
    const made = answers.filter(({ status }) => status === 200);
    const [first] = made;
    if (!first) throw new Error('Nobody was answered.');
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'still_working' } });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    for (const answer of [...made, await askSame('k1')]) expect(answer.body).toEqual(first.body);
    expect(modelCalls()).toBe(1);
    expect(await countsOf(app, user.id)).toEqual([1, 1, 1, 1, 1]);
  });

  it("an Idempotency-Key of another request or endpoint is refused, and another user's is separate", async () => {
    good(await askSame('k2'));
    const reused = { status: 409, body: { code: 'idempotency_key_reused' } };
    expect(await askSame('k2', { ad_text: 'x' })).toMatchObject(reused);
    expect(await askSame('k2', { image_base64: base64(newPicture()) })).toMatchObject(reused);
    const template = { ad_images: [same], product_images: [same] };
    expect(
      await app.prompts.generateTemplatePrompt({
        body: template,
        headers: { ...user.headers, 'idempotency-key': 'k2' },
      }),
    ).toMatchObject(reused);
    user = await newUser(app);
    good(await askSame('k2', { ad_text: 'x' }));
    expect(modelCalls()).toBe(2);
  });

  it('a slow first request loses its Idempotency-Key, and stores only its record', async () => {
    vendors.fault({ vendor: 'llm', delay_ms: 1500 });
    const slow = askSame('k5');
    while (modelCalls() === 0) await new Promise((next) => setImmediate(next));
    expect(await askSame('k5')).toMatchObject({ status: 409, body: { code: 'still_working' } });
    app.world.clock.now += 31_000;
    const second = good(await askSame('k5'));
    expect(await slow).toMatchObject({ status: 409, body: { code: 'still_working' } });
    expect(good(await askSame('k5'))).toEqual(second);
    const { conversations, calls, counts } = await keptOf(app, user.id);
    expect([conversations.length, calls.length]).toEqual([1, 2]);
    expect(counts).toEqual([{ contentSessions: 2, imageConversations: 1 }]);
  });

  it('an Idempotency-Key is free again after a failure', async () => {
    vendors.fault({ vendor: 'llm', status: 500, times: 2 });
    expect(await askSame('k3')).toMatchObject({ status: 503 });
    good(await askSame('k3'));
    const image_url = 'https://tarnfell.example/nothing.png';
    const body = { image_url, image_base64: undefined };
    expect(problemsOf(await askSame('k4', body))).toEqual(['body.image_url: image_unreachable']);
    expect(problemsOf(await askSame('k4', body))).toEqual(['body.image_url: image_unreachable']);
  });
});

describe('a prompt that costs credits', () => {
  let paid: TestApp;
  beforeAll(async () => {
    paid = await startApp(app.world, { env: { ...vendors.env, CREDIT_COSTS: '{"ad_prompt":3}' } });
  });
  const grant = (amount: number) =>
    app.ledger.grant(user.id, {
      type: 'ADJUSTMENT',
      amount,
      reason: 'test',
      claim: `test#${user.id}`,
      actor: 'test',
    });
  const balance = async () => (await app.ledger.balance(user.id)).balance;

  it('a prompt that the balance does not cover is refused before its start', async () => {
    await grant(2);
    expect(await ask('Shoes', {}, paid)).toMatchObject({
      status: 402,
      body: { code: 'insufficient_credits' },
    });
    expect(modelCalls()).toBe(0);
    expect(await countsOf(app, user.id)).toEqual([0, 0, 0, 0, 0]);
    const body = { ad_images: [same], product_images: [same] };
    good(await paid.prompts.generateTemplatePrompt({ body, headers: user.headers }));
    expect(await balance()).toBe(2);
  });

  it('a prompt is paid in the transaction that stores it, and names its session', async () => {
    await grant(10);
    const before = paid.calls.length;
    good(await ask('Shoes', {}, paid));
    expect(await balance()).toBe(7);
    const { sessions } = await keptOf(app, user.id);
    const page = await app.ledger.page(user.id, { limit: 1 });
    expect(page.transactions).toMatchObject([
      {
        type: 'usage',
        amount: -3,
        reason: 'ad_prompt',
        key: `usage#ad_prompt#${user.id}#${sessions[0]?.id}`,
      },
    ]);
    const writes = paid.calls.slice(before).filter(({ operation }) => operation.startsWith('Transact'));
    expect(writes).toHaveLength(1);
  });

  it('a declined or failed prompt costs nothing', async () => {
    await grant(10);
    expect(problemsOf(await ask('[[refusal]]', {}, paid))).toEqual(['body: prompt_refused']);
    expect(await ask('[[incomplete]]', {}, paid)).toMatchObject({ status: 503 });
    expect(await balance()).toBe(10);
  });

  it('parallel prompts over the credits for one: the second is 402, with its call recorded', async () => {
    await grant(4);
    const answers = await Promise.all([1, 2, 3].map(() => ask('Shoes', {}, paid)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 402, 402]);
    expect(await balance()).toBe(1);
    const { conversations, sessions, calls, counts } = await keptOf(app, user.id);
    expect(conversations).toHaveLength(1);
    expect(calls).toHaveLength(modelCalls());
    expect(sessions.filter(({ status }) => status === 'failed')).toHaveLength(modelCalls() - 1);
    expect(counts).toEqual([{ contentSessions: modelCalls(), imageConversations: 1 }]);
  });

  it('a prompt is paid once per key', async () => {
    await grant(10);
    good(await askSame('k', {}, paid));
    good(await askSame('k', {}, paid));
    expect(await balance()).toBe(7);
  });
});

it('prompts are limited per hour, with headers', async () => {
  const strict = await startApp(app.world, { env: { ...vendors.env, PROMPTS_PER_HOUR: '2' } });
  const first = await ask('Shoes', {}, strict);
  expect(first.headers.get('ratelimit')).toBe('"image-prompts";r=1;t=3600');
  good(await ask('Shoes', {}, strict));
  const third = await ask('Shoes', {}, strict);
  expect(third).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(third.headers.get('retry-after')).toBe('3600');
  const client = await newUser(app);
  const view = { 'x-svc-dev-token': operatorToken, 'x-assume-user-id': String(client.id) };
  expect((await ask('Shoes', view, strict)).status).toBe(429);
  expect(modelCalls()).toBe(2);
  app.world.clock.now += 3_600_000;
  good(await ask('Shoes', {}, strict));
});
