import { llmSpendIn } from '#shared/llm/store/llm-spend.ts';
import { deliver } from '#shared/outbox/deliver.ts';
import { tableAt } from '#shared/store/table.ts';
import { base64, newPicture } from '#test/api/prompts/scene.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newUser, newWorld, startApp, type TestApp, type World } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

const password = 'correct horse battery';
type Caller = { headers: { authorization: string } };
let world: World;
let app: TestApp;
beforeEach(async () => {
  world = await newWorld(Date.parse('2026-11-21T12:10:00Z'));
  app = await startApp(world);
});

let sites = 0;
const discover = ({ headers }: Caller, site = `shop${++sites}.example`) =>
  app.competitors.discover({ body: { company_website: site }, headers });
const prompt = ({ headers }: Caller) => app.prompts.generateAdPrompt({ body: { image_base64: base64(newPicture()) }, headers });
const plan = ({ headers }: Caller) => app.keywordPlans.planKeywords({ headers });
async function stranger(name: string): Promise<Caller & { id: number }> {
  const made = await app.accounts.register({ body: { email: `${name}@company.example`, password } });
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  return { id: made.body.user.id, headers: { authorization: `Bearer ${made.body.access_token}` } };
}
const statuses = async (many: number, work: () => Promise<{ status: number }>) => {
  const seen: number[] = [];
  for (let i = 0; i < many; i++) seen.push((await work()).status);
  return seen;
};
const policyOf = ({ headers }: { headers: Headers }) => headers.get('ratelimit-policy');

describe('an account that nobody has verified', () => {
  it('an account that nobody has verified begins three discoveries a day, and three such accounts nine', async () => {
    let begun = 0;
    for (const name of ['a', 'b', 'c']) {
      const account = await stranger(name);
      const seen = await statuses(8, () => discover(account));
      expect(seen).toEqual([...Array(3).fill(202), ...Array(5).fill(429)]);
      begun += seen.filter((status) => status === 202).length;
    }
    await app.settle();
    expect(world.messages.filter(({ queue }) => queue === 'discovery')).toHaveLength(begun);
  });

  it('an account that nobody has verified has its allowance anew after a day, and that of a verified one as soon as it is verified', async () => {
    const account = await stranger('a');
    await statuses(3, () => discover(account));
    const over = await discover(account);
    expect([policyOf(over), over.headers.get('retry-after')]).toEqual(['"unverified-discoveries";q=3;w=86400', '86400']);
    world.clock.now += 86_399_999;
    expect((await app.users.byId(account.id))?.emailVerified).toBe(false);
    const headers = await app.signIn(account.id);
    expect((await discover({ headers })).status).toBe(429);
    world.clock.now += 1;
    expect(await statuses(4, () => discover({ headers }))).toEqual([202, 202, 202, 429]);
    await app.users.change(account.id, { emailVerified: true });
    const verified = await discover({ headers });
    expect([verified.status, verified.headers.get('ratelimit')]).toEqual([202, '"discoveries";r=29;t=3600']);
  });

  it('an account that nobody has verified has ten prompts and three plans a day', async () => {
    const account = await newUser(app, {
      emailVerified: false,
      companyWebsite: 'https://northwind.example/',
    });
    expect(await statuses(11, () => prompt(account))).toEqual([...Array(10).fill(200), 429]);
    expect(policyOf(await prompt(account))).toBe('"unverified-image-prompts";q=10;w=86400');
    expect(policyOf(await plan(account))).toBe('"unverified-keyword-plans";q=3;w=86400');
  });
});

it('a verified account has 30 discoveries, 60 prompts and 20 plans an hour', async () => {
  const account = await newUser(app, { companyWebsite: 'https://northwind.example/' });
  expect(await statuses(31, () => discover(account))).toEqual([...Array(30).fill(202), 429]);
  expect(policyOf(await prompt(account))).toBe('"image-prompts";q=60;w=3600');
  expect(policyOf(await plan(account))).toBe('"keyword-plans";q=20;w=3600');
  world.clock.now += 3_600_000;
  expect((await discover(account)).status).toBe(202);
});

describe('the budget of the language model', () => {
  let calls = 0;
  const spend = (dollars: number) =>
    llmSpendIn(tableAt(`${world.prefix}analysis`, testDynamo()), { now: () => world.clock.now }).add(
      `call_${++calls}`,
      Math.round(dollars * 1_000_000),
    );
  const exhausted = ({ status, body, headers }: { status: number; body: unknown; headers: Headers }) => [
    status,
    (body as { code?: string }).code,
    headers.get('retry-after'),
  ];
  const refused = [503, 'budget_exhausted', '3000'];
  const describing = (company_description: string) => app.accounts.validateCompanyDescription({ body: { company_description } });

  it('the budget of the language model stops every operation of accounts that do not pay from its last cent on, until the next hour', async () => {
    const account = await newUser(app, { companyWebsite: 'https://northwind.example/' });
    await spend(19.999999);
    expect((await prompt(account)).status).toBe(200);
    const running = await discover(account, 'running.example');
    expect(running.status).toBe(202);
    await spend(0.000001);
    expect(exhausted(await discover(account))).toEqual(refused);
    expect(exhausted(await prompt(account))).toEqual(refused);
    expect(exhausted(await plan(account))).toEqual(refused);
    expect(exhausted(await describing('We roast coffee for offices in Leeds.'))).toEqual(refused);
    expect(await discover(account, 'running.example')).toMatchObject({ status: 202, body: running.body });
    world.clock.now += 3_000_000;
    expect((await prompt(account)).headers.get('ratelimit')).toBe('"image-prompts";r=58;t=600');
    expect((await plan(account)).status).toBe(202);
    expect((await describing('We roast coffee for offices in Leeds.')).status).toBe(200);
  });

  it('the budget of the language model does not stop an account that pays, nor costs it a read', async () => {
    const account = await newUser(app, {
      paidStatus: 'active',
      companyWebsite: 'https://northwind.example/',
    });
    await spend(500);
    expect((await discover(account)).status).toBe(202);
    expect((await prompt(account)).status).toBe(200);
    expect((await plan(account)).status).toBe(202);
    for (const paidStatus of ['paused', 'canceled'] as const) {
      await app.users.change(account.id, { paidStatus });
      expect((await discover(account)).status).toBe(503);
    }
  });

  it('the budget of the language model is configuration', async () => {
    app = await startApp(world, { env: { LLM_BUDGET_PER_HOUR: '0.5' } });
    const account = await newUser(app);
    await spend(0.5);
    expect((await discover(account)).status).toBe(503);
  });

  it('the budget of the language model leaves out the discoveries that begin by themselves', async () => {
    await spend(20);
    const tasks = async () => (await allItems(world, 'analysis')).filter(({ kind }) => kind === 'user_task').length;
    const begin = async (paidStatus: 'none' | 'active') => {
      const { id } = await newUser(app, { paidStatus });
      const effect = { kind: 'lite_discovery', id: `lite_discovery#${id}`, user_id: id } as const;
      await deliver({ ...effect, company_website: 'https://shop.example/' }, app.workerDeps('outbox'));
    };
    await begin('none');
    expect(await tasks()).toBe(0);
    await begin('active');
    expect(await tasks()).toBe(1);
  });

  it('the budget of the language model is still asked for an answer that is known, which costs nothing', async () => {
    const text = 'We roast coffee for offices in Leeds.';
    expect((await describing(text)).status).toBe(200);
    await spend(20);
    expect((await describing(text)).status).toBe(200);
  });
});
