// Slow: it fails every call in turn.
import { allItems } from '#test/kit/all-items.ts';
import { newUser, type TestApp } from '#test/kit/harness.ts';
import { startTestVendors, type TestVendors } from '#test/kit/vendors.ts';
import { crashTest } from './crash-test.ts';

let vendors: TestVendors;
beforeAll(async () => {
  vendors = await startTestVendors();
});
afterAll(() => vendors.stop());

const website = 'https://not-yet-there.example/';
const company = { companyWebsite: website, companyShortDesc: 'We sell running shoes.' };
const grant = { amount: 5, type: 'ADJUSTMENT', reason: 'test', actor: 'test' } as const;
const env = () => ({ ...vendors.env, CREDIT_COSTS: JSON.stringify({ discovery: 2 }) });

async function payer(app: TestApp) {
  const user = await newUser(app, company);
  await app.ledger.grant(user.id, { ...grant, claim: `test#${user.id}` });
  return user;
}
const ask = (app: TestApp, { headers }: { headers: Record<string, string> }, async_mode = true) =>
  app.competitors.discover({ body: { company_website: website, async_mode }, headers });

async function itemsOf(app: TestApp) {
  const items = await allItems(app.world, 'analysis');
  const ofKind = (kind: string) => items.filter((item) => item.kind === kind);
  return {
    discoveries: ofKind('user_task').filter(({ job }) => job === 'discovery'),
    steps: ofKind('task_step').map(({ step }) => String(step)),
    calls: ofKind('llm_call'),
    competitors: ofKind('competitor'),
  };
}
/** A paid call of the model precedes these steps. */
const isPaid = (step: string) => /^(?:profile|search-|candidates-|relevance-)/.test(step);

function expectPaidOnce({ steps, calls }: Awaited<ReturnType<typeof itemsOf>>) {
  const paid = calls.filter(({ outcome }) => outcome === 'ok');
  expect(paid).toHaveLength(steps.filter(isPaid).length);
  expect(new Set(steps).size).toBe(steps.length);
}

describe('asking for a discovery', () => {
  it('under one fault leaves one task, and its website in an empty profile', async () => {
    const calls = await crashTest({
      env: vendors.env,
      prepare: (app) => newUser(app),
      operation: (app, user) => ask(app, user),
      async check(app, { id }, answer) {
        expect(answer.status).toBe(202);
        expect((await itemsOf(app)).discoveries).toHaveLength(1);
        expect((await app.users.byId(id))?.companyWebsite).toBe(website);
      },
    });
    expect(calls.at(-1)?.operation).toBe('UpdateItem');
  });

  it('under one fault leaves one task, not paid for yet, which its queue hears of', async () => {
    const calls = await crashTest({
      env: env(),
      prepare: payer,
      operation: (app, user) => ask(app, user),
      async check(app, user, answer) {
        expect(answer).toMatchObject({ status: 202, body: { status: 'pending' } });
        const { discoveries } = await itemsOf(app);
        expect(discoveries).toHaveLength(1);
        expect((await app.ledger.balance(user.id)).balance).toBe(5);
        await app.settle();
        const messages = app.world.messages.filter(({ queue }) => queue === 'discovery');
        expect(messages.map(({ message }) => message)).toMatchObject([{ task_id: discoveries[0]?.id }]);
      },
    });
    expect(calls.map(({ operation }) => operation)).toEqual([
      'GetItem',
      'GetItem',
      'GetItem',
      'UpdateItem',
      'GetItem',
      'TransactWriteItems',
    ]);
  });
});

describe('making a discovery', () => {
  it('under one fault ends it once, pays for no finished call twice, and orders one keyword plan', async () => {
    await crashTest({
      env: env(),
      async prepare(app) {
        const user = await payer(app);
        const answer = await ask(app, user);
        if (answer.status !== 202) throw new Error('not begun');
        await app.settle();
        return { ...user, taskId: answer.body.task_id };
      },
      operation: (app) => app.work('discovery'),
      async check(app, { headers, taskId }) {
        const task = await app.competitors.readDiscovery({ params: { task_id: taskId }, headers });
        expect(task.body).toMatchObject({ status: 'completed' });
        const items = await itemsOf(app);
        expectPaidOnce(items);
        expect(items.competitors).toHaveLength((task.body as { competitors: unknown[] }).competitors.length);
        expect(app.world.messages).toEqual([]);
        await app.settle();
        const plans = app.world.messages.filter(({ queue }) => queue === 'keyword_plan');
        expect(plans.map(({ message }) => message)).toMatchObject([{ task_id: `kp_${taskId}` }]);
      },
    });
  }, 600_000);
});

describe('a request that waits for its discovery', () => {
  it('under one fault comes to one discovery, paid for once, and leaves none that is stuck', async () => {
    await crashTest({
      env: { ...env(), DISCOVERY_SYNC_SECONDS: '5' },
      prepare: payer,
      operation: (app, user) => ask(app, user, false),
      callsTried: 10,
      async check(app, user) {
        await app.settle();
        await app.work('effects');
        await app.work('discovery');
        const items = await itemsOf(app);
        expect(items.discoveries.map(({ status }) => status)).toEqual(['completed']);
        expect((await app.ledger.balance(user.id)).balance).toBe(3);
        expectPaidOnce(items);
      },
    });
  }, 600_000);
});
