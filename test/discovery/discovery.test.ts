import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { companyOf } from '#lib/local/market/market.ts';
import { allItems } from '#test/all-items.ts';
import { newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/harness.ts';
import { startTestVendors, type TestVendors } from '#test/vendors.ts';

let vendors: TestVendors;
let app: TestApp;
beforeAll(async () => {
  vendors = await startTestVendors();
  app = await startApp(await newWorld(), { env: vendors.env });
});
afterAll(() => vendors.stop());
afterEach(() => vendors.forget());

const website = 'https://northwind.example/';
type Caller = Awaited<ReturnType<typeof newUser>>;
type Body = Parameters<TestApp['discover']['discover']>[0]['body'];

const asked = (caller: Caller, body: Partial<Body> = {}) =>
  app.discover.discover({ body: { company_website: website, ...body }, headers: caller.headers });

async function begun(caller: Caller, body: Partial<Body> = {}): Promise<string> {
  const answer = await asked(caller, body);
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  return answer.body.task_id;
}
async function statusOf(taskId: string, caller: Caller) {
  const { headers } = caller;
  const answer = await app.competitors.readDiscovery({ params: { task_id: taskId }, headers });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}
async function worked() {
  await app.settle();
  await app.work('discovery');
}
async function completed(caller: Caller, body: Partial<Body> = {}) {
  const taskId = await begun(caller, body);
  await worked();
  return await statusOf(taskId, caller);
}
const overview = async ({ headers }: Caller) => {
  const answer = await app.competitors.readDiscoveryStatus({ headers });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};
const domainsOf = (competitors: readonly { website: string }[] = []) =>
  competitors.map((one) => new URL(one.website).hostname);

describe('a discovery', () => {
  it('runs as a task, and answers ten to fifteen competitors that are there', async () => {
    const user = await newUser(app);
    expect(await overview(user)).toEqual({
      has_competitors: false,
      sources: { direct_web_search: false, lite_signup: false },
      task: null,
    });
    const answer = await asked(user);
    expect(answer).toMatchObject({ status: 202, body: { status: 'pending' } });
    const { task_id, status_url } = answer.body as { task_id: string; status_url: string };
    expect(status_url).toBe(`/api/v1/competitors/discover/status/${task_id}`);
    expect(await statusOf(task_id, user)).toMatchObject({
      status: 'pending',
      progress: { stage: 'waiting', percent: 0 },
    });
    await worked();
    const task = await statusOf(task_id, user);
    expect(task).toMatchObject({ status: 'completed', progress: { stage: 'done', percent: 100 } });
    const { competitors = [] } = task;
    expect(competitors.length).toBeGreaterThanOrEqual(10);
    expect(competitors.length).toBeLessThanOrEqual(15);
    expect(new Set(domainsOf(competitors)).size).toBe(competitors.length);
    for (const { website: site, name, description, source, evidence_urls, why } of competitors) {
      const company = companyOf(new URL(site).hostname);
      expect(company).toMatchObject({ name, category: 'running shoes' });
      expect(['alive', 'walled']).toContain(company?.site);
      expect([description, why].every(Boolean)).toBe(true);
      expect(source).toBe('direct_web_search');
      expect(evidence_urls.length).toBeGreaterThan(0);
    }
    expect(domainsOf(competitors)).not.toContain('northwind.example');
    expect(await overview(user)).toMatchObject({
      has_competitors: true,
      sources: { direct_web_search: true, lite_signup: false },
      task: { task_id, status: 'completed' },
    });
    const listed = await app.dashboard.listCompanyCompetitors({ headers: user.headers });
    expect(listed.body).toMatchObject({ total: competitors.length });
  });
});
