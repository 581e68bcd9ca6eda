import { keyOf } from '#shared/competitors/items.ts';
import type { Competitor } from '#shared/competitors/rules/competitors.ts';
import { competitorId } from '#shared/competitors/store/competitors.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { itRefusesUnknownIds } from '#test/kit/unknown-ids.ts';
import { startTestVendors, type TestVendors } from '#test/kit/vendors.ts';
import { tableOf } from './table-of.ts';

let vendors: TestVendors;
let app: TestApp;
beforeAll(async () => {
  vendors = await startTestVendors();
  app = await startApp(await newWorld(), { env: vendors.env });
});
afterAll(() => vendors.stop());
afterEach(() => vendors.forget());

const northwind = { companyWebsite: 'https://northwind.example/', company: 'Northwind Shoes' };
type User = Awaited<ReturnType<typeof newUser>>;

async function planned(user: User) {
  const begun = await app.keywordPlans.planKeywords({ headers: user.headers });
  if (begun.status !== 202) throw new Error(JSON.stringify(begun.body));
  await app.settle();
  await app.work('keyword_plan');
  const params = { task_id: begun.body.task_id };
  const task = await app.keywordPlans.readKeywordPlanTask({ params, headers: user.headers });
  if (task.status !== 200) throw new Error(JSON.stringify(task.body));
  return task.body;
}
const latest = async (user: User) => {
  const answer = await app.keywordPlans.readKeywordPlan({ query: {}, headers: user.headers });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.plan;
};
const rowsOf = async (taskId: string) =>
  (await allItems(app.world, 'analysis')).filter(({ kind, subject }) => kind === 'llm_call' && subject === taskId);

describe('a keyword plan', () => {
  it('a keyword plan is null before the first', async () => {
    expect(await latest(await newUser(app))).toBeNull();
  });

  it('a keyword plan is made on request from the website, by the rules', async () => {
    const user = await newUser(app, northwind);
    const task = await planned(user);
    expect(task).toMatchObject({ status: 'completed', progress: { stage: 'done', percent: 100 } });
    const plan = await latest(user);
    expect(task.plan).toEqual(plan);
    expect(plan).toMatchObject({
      version: 1,
      company_metadata: { name: 'Northwind Shoes', website: 'https://northwind.example/' },
    });
    for (const campaign of [plan?.brand_campaign, plan?.non_brand_campaign]) {
      expect(new Set(campaign?.keywords.map(({ text }) => text)).size).toBe(10);
      expect(campaign?.keywords.every(({ match_type }) => match_type === 'exact')).toBe(true);
    }
    expect(plan?.non_brand_campaign.negative_keywords).toContainEqual({
      text: 'northwind',
      match_type: 'phrase',
    });
    const [request] = vendors.asked('llm');
    expect(JSON.stringify(request?.body)).toContain('Running shoes made to be repaired');
  });

  it("a keyword plan records the model's usage", async () => {
    const user = await newUser(app, northwind);
    const { task_id } = await planned(user);
    expect(await rowsOf(task_id)).toEqual([expect.objectContaining({ purpose: 'keyword_plan', userId: user.id, outcome: 'ok' })]);
  });

  it('a keyword plan has a version for each time, and earlier versions remain', async () => {
    const user = await newUser(app, northwind);
    await planned(user);
    await planned(user);
    expect(await latest(user)).toMatchObject({ version: 2 });
    const query = { version: 1 };
    expect(await app.keywordPlans.readKeywordPlan({ query, headers: user.headers })).toMatchObject({
      status: 200,
      body: { plan: { version: 1 } },
    });
    const none = await app.keywordPlans.readKeywordPlan({ query: { version: 3 }, headers: user.headers });
    expect(none.status).toBe(404);
  });

  it('a keyword plan is available as a file for the desktop editor', async () => {
    const user = await newUser(app, northwind);
    const csv = () => app.keywordPlans.readKeywordPlan({ query: { format: 'csv' }, headers: user.headers });
    expect((await csv()).status).toBe(404);
    await planned(user);
    const file = await csv();
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="keyword-plan-1.csv"');
    const own = await app.keywordPlans.readKeywordPlanCsv({ query: {}, headers: user.headers });
    expect([own.status, own.body]).toEqual([200, file.body]);
    const text = file.body as unknown as string;
    expect(text.match(/,Exact,Enabled,/g)).toHaveLength(20);
  });

  it('reading a keyword plan takes one read', async () => {
    const user = await newUser(app, northwind);
    await planned(user);
    const from = app.calls.length;
    await latest(user);
    const calls = app.calls.slice(from).map(({ operation, table }) => `${operation} ${table}`);
    expect(calls).toEqual(['GetItem accounts', 'Query analysis']);
  });

  it('a keyword plan requires a website in the profile', async () => {
    const user = await newUser(app);
    const answer = await app.keywordPlans.planKeywords({ headers: user.headers });
    expect(answer).toMatchObject({ status: 409, body: { code: 'company_website_missing' } });
  });

  it('parallel requests for a keyword plan are one task', async () => {
    const user = await newUser(app, northwind);
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.keywordPlans.planKeywords({ headers: user.headers })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    const ids = answers.map(({ body }) => ('task_id' in body ? body.task_id : ''));
    expect(new Set(ids).size).toBe(1);
  });

  it('keyword plans are limited per hour, and repeated requests for a running plan are free', async () => {
    const strict = await startApp(app.world, { env: { ...vendors.env, KEYWORD_PLANS_PER_HOUR: '2' } });
    const user = await newUser(strict, northwind);
    const ask = () => strict.keywordPlans.planKeywords({ headers: user.headers });
    const first = await ask();
    expect(first.headers.get('ratelimit')).toBe('"keyword-plans";r=1;t=3600');
    expect((await ask()).body).toEqual(first.body);
    const moved = async (companyWebsite: string) =>
      await strict.accounts.changeProfile({
        body: { company_website: companyWebsite },
        headers: user.headers,
      });
    expect((await moved('https://strideloom.example/')).status).toBe(200);
    expect((await ask()).status).toBe(202);
    expect((await moved('https://plankwise.example/')).status).toBe(200);
    const refused = await ask();
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(refused.headers.get('retry-after')).toBe('3600');
    strict.world.clock.now += 3_600_000;
    expect((await ask()).status).toBe(202);
  });

  it("a keyword plan contains no competitor's name in its keywords", async () => {
    const user = await newUser(app, northwind);
    const name = 'trail running shoes';
    const competitor: Competitor = {
      id: competitorId(user.id, 'rival.example'),
      userId: user.id,
      name,
      domain: 'rival.example',
      website: 'https://rival.example/',
      description: '',
      source: 'direct_web_search',
      why: '',
      evidenceUrls: [],
      pageHandle: null,
      discoveredAt: '2026-11-21T12:00:00.000Z',
      verifiedAt: '2026-11-21T12:00:00.000Z',
    };
    await tableOf(app).put({
      ...keyOf.competitor(user.id, 'rival.example'),
      kind: 'competitor',
      ...competitor,
    });
    expect(await planned(user)).toMatchObject({ status: 'completed' });
    expect(JSON.stringify((await latest(user))?.non_brand_campaign.keywords)).not.toContain(name);
    const found = await app.competitors.listCompanyCompetitors({ headers: user.headers });
    expect(found).toMatchObject({
      status: 200,
      body: { total: 1, competitors: [{ name, id: competitor.id }] },
    });
  });

  it('a keyword plan costs the configured credits once, and is refused when the balance does not cover it', async () => {
    const env = { ...vendors.env, CREDIT_COSTS: JSON.stringify({ keyword_plan: 3 }) };
    const costly = await startApp(app.world, { env });
    const user = await newUser(costly, northwind);
    expect(await costly.keywordPlans.planKeywords({ headers: user.headers })).toMatchObject({ status: 402 });
    const grant = {
      amount: 5,
      type: 'ADJUSTMENT' as const,
      reason: 'test',
      claim: `t#${user.id}`,
      actor: 'test',
    };
    await costly.ledger.grant(user.id, grant);
    const begun = await costly.keywordPlans.planKeywords({ headers: user.headers });
    expect(begun.status).toBe(202);
    await costly.settle();
    const [message] = costly.world.messages.filter(({ queue }) => queue === 'keyword_plan');
    await costly.work('keyword_plan');
    if (message) costly.world.messages.push(message);
    await costly.work('keyword_plan');
    expect((await costly.ledger.balance(user.id)).balance).toBe(2);
  });
});

describe('a plan that cannot be made', () => {
  it('a keyword plan fails with a sentence after two repairs when the model breaks the rules', async () => {
    const user = await newUser(app, { ...northwind, companyShortDesc: '[[careless]]' });
    const task = await planned(user);
    expect(task).toMatchObject({ status: 'failed', error: expect.stringMatching(/^No valid keyword plan/) });
    expect(vendors.asked('llm')).toHaveLength(3);
  });

  it('a keyword plan fails with a sentence while the model is down, and the next plan succeeds', async () => {
    const user = await newUser(app, northwind);
    vendors.faultsBy((vendor) => (vendor === 'llm' ? { vendor, status: 500 } : undefined));
    const begun = await app.keywordPlans.planKeywords({ headers: user.headers });
    await app.settle();
    for (let tries = 0; tries < 12; tries++) await app.work('keyword_plan').catch(() => {});
    const params = { task_id: 'task_id' in begun.body ? begun.body.task_id : '' };
    const task = await app.keywordPlans.readKeywordPlanTask({ params, headers: user.headers });
    expect(task).toMatchObject({
      body: { status: 'failed', error: expect.stringContaining('did not answer') },
    });
    vendors.forget();
    expect(await planned(user)).toMatchObject({ status: 'completed' });
  });
});

describe('the task of a plan', () => {
  it('only its user can see the task of a plan', async () => {
    const user = await newUser(app, northwind);
    const { task_id } = await planned(user);
    const other = await newUser(app);
    for (const id of [task_id, 'task_unknown'])
      expect(await app.keywordPlans.readKeywordPlanTask({ params: { task_id: id }, headers: other.headers })).toMatchObject({
        status: 404,
      });
  });
});

itRefusesUnknownIds('keyword-plans', () => app);
