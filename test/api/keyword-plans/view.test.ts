import type { served } from '#functions/served.ts';
import { newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';
import { startTestVendors, type TestVendors } from '#test/kit/vendors.ts';

let vendors: TestVendors;
let app: TestApp;
let client: Awaited<ReturnType<typeof newUser>>;
let task_id: string;
const operator = { 'x-svc-dev-token': operatorToken };
const northwind = { companyWebsite: 'https://northwind.example/', company: 'Northwind Shoes' };

beforeAll(async () => {
  vendors = await startTestVendors();
  app = await startApp(await newWorld(), { env: vendors.env });
  client = await newUser(app, northwind);
  const begun = await app.keywordPlans.planKeywords({ headers: client.headers });
  task_id = 'task_id' in begun.body ? begun.body.task_id : '';
  await app.settle();
  await app.work('keyword_plan');
});
afterAll(() => vendors.stop());
afterEach(() => vendors.forget());

type Asking = { headers: Record<string, string>; query?: { client_user_id?: number } };
const asks: Record<keyof (typeof served)['dashboard'], (asking: Asking) => Promise<{ status: number; body: unknown }>> = {
  listCompanyCompetitors: (asking) => app.competitors.listCompanyCompetitors(asking),
  readKeywordPlan: (asking) => app.keywordPlans.readKeywordPlan({ query: {}, ...asking }),
  readKeywordPlanCsv: (asking) => app.keywordPlans.readKeywordPlanCsv({ query: {}, ...asking }),
  planKeywords: (asking) => app.keywordPlans.planKeywords(asking),
  readKeywordPlanTask: (asking) => app.keywordPlans.readKeywordPlanTask({ params: { task_id }, ...asking }),
  listAssistantReports: (asking) => app.assistantAds.listAssistantReports({ query: {}, ...asking }),
};
const each = Object.entries(asks);

const viewsOf = async (userId: number) => {
  const query = { user_id: userId, action: 'view_account' };
  const audit = await app.operators.listAudit({ query, headers: operator });
  return audit.status === 200 ? audit.body.entries.length : -1;
};

describe.each(each)('%s', (_, ask) => {
  it('the client’s data is returned to an operator and to the manager, and the view is recorded', async () => {
    const [stranger, manager] = [await newUser(app), await newUser(app)];
    const link = { manager_user_id: manager.id, client_user_id: client.id };
    await app.operators.linkManagedClient({ body: link, headers: operator });
    const before = await viewsOf(client.id);
    const own = (await ask({ headers: client.headers })).body;
    const assumed = { ...stranger.headers, ...operator, 'x-assume-user-id': String(client.id) };
    expect((await ask({ headers: assumed })).body).toEqual(own);
    const query = { client_user_id: client.id };
    expect((await ask({ headers: manager.headers, query })).body).toEqual(own);
    expect(await viewsOf(client.id)).toBe(before + 2);
  });

  it('other users get nothing', async () => {
    const { headers } = await newUser(app);
    const query = { client_user_id: client.id };
    expect((await ask({ headers, query })).status).toBe(403);
    expect((await ask({ headers: { ...headers, 'x-assume-user-id': String(client.id) } })).status).toBe(403);
    const wrong = { 'x-svc-dev-token': 'wrong', 'x-assume-user-id': String(client.id) };
    expect((await ask({ headers: { ...headers, ...wrong } })).status).toBe(403);
    const nobody = { ...operator, 'x-assume-user-id': '7' };
    expect((await ask({ headers: { ...headers, ...nobody } })).status).toBe(404);
    expect((await ask({ headers: {} })).status).toBe(401);
  });

  it('two named users are 422', async () => {
    const { headers } = await newUser(app);
    const both = { ...headers, ...operator, 'x-assume-user-id': String(client.id) };
    const answer = await ask({ headers: both, query: { client_user_id: client.id + 1 } });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['query', 'client_user_id'] }] } });
  });
});

describe('a plan', () => {
  it('a plan requested by a manager belongs to the client', async () => {
    const manager = await newUser(app);
    const body = { manager_user_id: manager.id, client_user_id: client.id };
    await app.operators.linkManagedClient({ body, headers: operator });
    const query = { client_user_id: client.id };
    const begun = await app.keywordPlans.planKeywords({ headers: manager.headers, query });
    const params = { task_id: 'task_id' in begun.body ? begun.body.task_id : '' };
    await app.settle();
    await app.work('keyword_plan');
    const read = (asking: Asking) => app.keywordPlans.readKeywordPlanTask({ params, ...asking });
    expect(await read({ headers: client.headers })).toMatchObject({ body: { status: 'completed' } });
    expect((await read({ headers: manager.headers })).status).toBe(404);
    expect(await app.keywordPlans.readKeywordPlan({ query: {}, headers: manager.headers })).toMatchObject({
      body: { plan: null },
    });
  });

  it('a plan request reports every problem', async () => {
    const query = { format: 'pdf', version: 0, client_user_id: 'x' } as never;
    const { body } = await app.keywordPlans.readKeywordPlan({ query, headers: client.headers });
    const { detail } = body as unknown as { detail: { loc: string[] }[] };
    expect(detail.map(({ loc }) => loc.join('.')).sort()).toEqual(['query.client_user_id', 'query.format', 'query.version']);
  });
});
