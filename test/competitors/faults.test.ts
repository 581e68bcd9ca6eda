// Slow: it tries many faults.

import { queues } from '#functions/queues.ts';
import { companies, companyOf } from '#lib/local/market/market.ts';
import { noise } from '#lib/local/market/noise.ts';
import { seeded } from '#lib/tools/simulate/seeded.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { isNight } from '#test/kit/tier.ts';
import { startTestVendors, type TestVendors } from '#test/kit/vendors.ts';

let vendors: TestVendors;
let app: TestApp;
beforeAll(async () => {
  vendors = await startTestVendors();
  const world = await newWorld();
  world.discoveryLimits = { modelSeconds: 2, searchSeconds: 2, siteSeconds: 1.5 };
  app = await startApp(world, { env: vendors.env });
});
afterAll(() => vendors.stop());

const discoveries = isNight ? 200 : 20;
const atOnce = 16;
const share = 0.1;

const faults = {
  llm: [
    { status: 500 },
    { status: 429 },
    { cut: true },
    { delay_ms: 60_000 },
    { scenario: 'refusal' },
    { scenario: 'incomplete' },
    { scenario: 'bad-json' },
    { scenario: 'quota' },
  ],
  search: [{ status: 500 }, { status: 429 }, { cut: true }, { delay_ms: 60_000 }],
  sites: [{ status: 500 }, { status: 429 }, { status: 404 }, { cut: true }, { delay_ms: 60_000 }],
};
type Vendor = keyof typeof faults;

describe('discoveries with a tenth of all answers of every vendor going wrong', () => {
  it('discoveries with a tenth of faulty answers end completed or failed with a sentence', async () => {
    const random = seeded(20261121);
    const met: Record<string, number> = {};
    vendors.faultsBy((vendor, path) => {
      if (!(vendor in faults) || random() >= share) return undefined;
      const ways = faults[vendor as Vendor];
      const way = ways[Math.floor(random() * ways.length)] as { status?: number };
      const isThere = companyOf(path.split('/')[0] ?? '')?.site === 'alive';
      if (vendor === 'sites' && way.status === 429 && !isThere) return undefined;
      const name = `${vendor} ${JSON.stringify(way)}`;
      met[name] = (met[name] ?? 0) + 1;
      return { vendor, ...way };
    });
    const started = performance.now();
    const asked = Array.from({ length: discoveries }, (_, i) => companies[i % companies.length]);
    const tasks = await Promise.all(
      asked.map(async (company) => {
        const user = await newUser(app);
        const body = { company_website: `https://${company?.domain}/` };
        const [one, other] = await Promise.all([
          app.competitors.discover({ body, headers: user.headers }),
          app.competitors.discover({ body, headers: user.headers }),
        ]);
        if (one.status !== 202 || other.status !== 202) throw new Error(JSON.stringify(one.body));
        expect(other.body.task_id).toBe(one.body.task_id);
        return { company, user, id: one.body.task_id };
      }),
    );
    await app.settle();
    const messages = app.world.messages.filter(({ queue }) => queue === 'discovery');
    expect(messages).toHaveLength(discoveries);
    let retries = 0;
    await forEachConcurrent(messages, atOnce, async ({ message }) => {
      let receives = 1;
      while (!(await app.attempt('discovery', message))) {
        retries++;
        if (++receives > queues.discovery.maxReceives) throw new Error('A message went to the dead letters.');
      }
    });
    const seconds = (performance.now() - started) / 1000;

    const ended = await Promise.all(
      tasks.map(async ({ id, user, company }) => {
        const { headers } = user;
        const { body } = await app.competitors.readDiscovery({ params: { task_id: id }, headers });
        const listed = await app.competitors.listCompanyCompetitors({ headers });
        return { company, user, task: body as Task, listed: listed.body as { total: number } };
      }),
    );
    const sizes: Record<string, number> = {};
    for (const { company, task, listed } of ended) {
      if (task.status === 'failed') {
        expect(task.error).toMatch(/^[A-Z].*\.$/);
        expect(listed.total).toBe(0);
        sizes[`failed: ${task.error}`] = (sizes[`failed: ${task.error}`] ?? 0) + 1;
        continue;
      }
      expect(task.status).toBe('completed');
      const { competitors = [], note } = task;
      sizes[competitors.length] = (sizes[competitors.length] ?? 0) + 1;
      expect(listed.total).toBe(competitors.length);
      expect(competitors.length).toBeLessThanOrEqual(15);
      if (competitors.length < 10) expect(note).toMatch(/\.$/);
      else expect(note).toBeUndefined();
      const domains = competitors.map(({ website }) => new URL(website).hostname);
      expect(new Set(domains).size).toBe(domains.length);
      expect(domains).not.toContain(company?.domain);
      for (const domain of domains) {
        expect(companyOf(domain)?.category).toBe(company?.category);
        expect(['alive', 'walled']).toContain(companyOf(domain)?.site);
        expect(noise.map((site) => site.domain)).not.toContain(domain);
      }
    }
    const items = await allItems(app.world, 'analysis');
    expect(items.filter(({ kind, job }) => kind === 'user_task' && job === 'discovery')).toHaveLength(discoveries);
    expect(items.filter(({ kind, isRunning }) => kind === 'subject_task' && isRunning)).toEqual([]);
    if (process.env.SHOW_FIGURES) process.stdout.write(`${JSON.stringify({ seconds, retries, sizes, met })}\n`);
  });
});

type Task = {
  status: string;
  error?: string;
  note?: string;
  competitors?: { website: string }[];
};
