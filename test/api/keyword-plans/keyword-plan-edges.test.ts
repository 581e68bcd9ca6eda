import { keyOf } from '#shared/competitors/items.ts';
import { competitorId } from '#shared/competitors/store/competitors.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
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

async function begun({ headers }: User): Promise<string> {
  const answer = await app.keywordPlans.planKeywords({ headers });
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  await app.settle();
  return answer.body.task_id;
}
async function planned(user: User) {
  const task_id = await begun(user);
  await app.work('keyword_plan');
  return await taskOf(user, task_id);
}
async function taskOf({ headers }: User, task_id: string) {
  const answer = await app.keywordPlans.readKeywordPlanTask({ params: { task_id }, headers });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}
const website = (user: User, company_website: string) => app.accounts.changeProfile({ body: { company_website }, headers: user.headers });
const keywordsOf = (campaign: { keywords: { text: string }[] } | undefined) => campaign?.keywords.map(({ text }) => text) ?? [];

describe('a plan of a user whose website changes', () => {
  it('a plan of the previous website is not made after a change of the website', async () => {
    const user = await newUser(app, northwind);
    const old = await begun(user);
    await website(user, 'https://plankwise.example');
    const later = await begun(user);
    expect(later).not.toBe(old);
    await app.work('keyword_plan');
    expect(await taskOf(user, old)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('changed'),
    });
    const { plan, status } = await taskOf(user, later);
    expect(status).toBe('completed');
    expect(plan?.company_metadata.website).toContain('plankwise.example');
  });

  it('a plan is made when the same website is only spelled differently', async () => {
    const user = await newUser(app, northwind);
    const task_id = await begun(user);
    await website(user, 'http://www.northwind.example/en/');
    await app.work('keyword_plan');
    expect(await taskOf(user, task_id)).toMatchObject({ status: 'completed' });
  });
});

describe('versions of keyword plans', () => {
  it('plans that end in parallel are all stored, each under its own version', async () => {
    const user = await newUser(app, northwind);
    const begin = (task_id: string, company_website: string) =>
      tableOf(app).put({
        pk: `TEST#${task_id}`,
        sk: 'TEST',
        kind: 'test',
        effects: JSON.stringify([{ kind: 'keyword_plan', id: `keyword_plan#${task_id}`, user_id: user.id, task_id, company_website }]),
      });
    const sites = ['northwind', 'plankwise', 'strideloom', 'fjordrunning'];
    await Promise.all(sites.map((site, at) => begin(`kp_v${at}`, `https://${site}.example/`)));
    await app.settle();
    const messages = app.world.messages.splice(0);
    expect(messages).toHaveLength(4);
    const done = await Promise.all(messages.map(({ message }) => app.attempt('keyword_plan', message)));
    for (const [at, { message }] of messages.entries()) if (!done[at]) expect(await app.attempt('keyword_plan', message)).toBe(true);
    const plans = await Promise.all(
      [1, 2, 3, 4, 5].map((version) => app.keywordPlans.readKeywordPlan({ query: { version }, headers: user.headers })),
    );
    const completed = await Promise.all(sites.map((_, at) => taskOf(user, `kp_v${at}`)));
    const made = completed.filter(({ status }) => status === 'completed').length;
    expect(made).toBeGreaterThan(1);
    expect(plans.filter(({ status }) => status === 200)).toHaveLength(made);
    expect(new Set(completed.map(({ plan }) => plan?.version).filter(Boolean)).size).toBe(made);
  });
});

describe('a company with an unusual name', () => {
  it('a company named after its product gets a plan', async () => {
    const user = await newUser(app, { ...northwind, company: 'Shoes' });
    const { status, plan } = await planned(user);
    expect(status).toBe('completed');
    const texts = keywordsOf(plan?.brand_campaign);
    expect(texts.every((text) => /shoes|northwind/.test(text))).toBe(true);
    expect(keywordsOf(plan?.non_brand_campaign).some((text) => text.includes('shoes'))).toBe(true);
    expect(plan?.non_brand_campaign.negative_keywords).toContainEqual({ text: 'shoes', match_type: 'exact' });
  });

  it('a company of a language without spaces gets a plan, without the names of its competitors', async () => {
    const described = { companyShortDesc: '防水靴通販' };
    const user = await newUser(app, {
      ...described,
      companyWebsite: 'https://kitakaze.example/',
      company: '株式会社北風',
    });
    const domain = 'rakushoe.example';
    await tableOf(app).put({
      ...keyOf.competitor(user.id, domain),
      kind: 'competitor',
      id: competitorId(user.id, domain),
      userId: user.id,
      name: '防水靴',
      domain,
    });
    expect((await planned(user)).status).toBe('failed');
    await tableOf(app).remove(keyOf.competitor(user.id, domain));
    const { status, plan } = await planned(user);
    expect(status).toBe('completed');
    expect(keywordsOf(plan?.brand_campaign).every((text) => /北風|kitakaze/.test(text))).toBe(true);
  });
});

it('a task is looked up by any ID without a server error', async () => {
  const { headers } = await newUser(app);
  for (const task_id of ['x', 'x'.repeat(100), '%00', '../../user'])
    expect((await app.keywordPlans.readKeywordPlanTask({ params: { task_id }, headers })).status).toBe(404);
});
