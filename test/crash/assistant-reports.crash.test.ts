// Slow: it fails every call in turn.

import { keyOf as keyOfAssistantAds } from '#shared/assistant-ads/items.ts';
import { dayBefore } from '#shared/assistant-ads/rules/assistant-figures.ts';
import { adDaysIn } from '#shared/assistant-ads/store/ad-days.ts';
import { keyOf as keyOfLlm } from '#shared/llm/items.ts';
import type { Item } from '#shared/store/item.ts';
import { userTasksIn } from '#shared/tasks/store/user-tasks.ts';
import { tableOf } from '#test/api/keyword-plans/table-of.ts';
import { newUser, newWorld, operatorToken, type TestApp, type World } from '#test/kit/harness.ts';
import { startTestVendors, type TestVendors } from '#test/kit/vendors.ts';
import { crashTest } from './crash-test.ts';

let vendors: TestVendors;
let shared: World;
beforeAll(async () => {
  vendors = await startTestVendors();
  // Tables take longer than the checks, so all runs share a world.
  shared = await newWorld(Date.parse('2026-11-12T12:30:00Z'));
});
afterAll(() => vendors.stop());
const world = async () => shared;

const headers = { 'x-svc-dev-token': operatorToken };
const day = '2026-11-11';
type User = Awaited<ReturnType<typeof newUser>>;

let before: User | undefined;
async function enabled(app: TestApp): Promise<User> {
  if (before) await toggled(app, before.id, false);
  const user = await newUser(app);
  before = user;
  await toggled(app, user.id, true);
  const known = Array.from({ length: 14 }, (_, at) => dayBefore(day, 14 + at));
  const days = known.map((one) => ({ day: one, readFor: day, ads: [], conversions: [] }));
  await adDaysIn(tableOf(app), { now: () => app.world.clock.now }).put(user.id, 'act_northwind', days);
  app.world.messages.length = 0;
  return user;
}
const toggled = (app: TestApp, user_id: number, isEnabled: boolean) =>
  app.operators.toggleAssistantAds({
    body: { user_id, enabled: isEnabled, account_id: 'act_northwind' },
    headers,
  });

const itemsOf = (app: TestApp, { pk }: { pk: string }) =>
  Array.fromAsync(tableOf(app).query<Item>(pk, ['', '\u{10ffff}'], { consistent: true }));
const reportsOf = (app: TestApp, { id }: User) => itemsOf(app, keyOfAssistantAds.assistantReport(id, '', ''));
const mailsTo = (app: TestApp, { email }: User) =>
  app.world.mails.filter(({ to, subject }) => to === email && subject.includes('assistant ads'));

describe('the daily run', () => {
  it('under one fault leaves one report of each account on its way or made', async () => {
    await crashTest({
      env: vendors.env,
      world,
      prepare: enabled,
      operation: (app) => app.startReports(),
      async check(app, user) {
        await app.settle();
        await app.work('assistant_report');
        await app.settle();
        expect(await reportsOf(app, user)).toHaveLength(1);
        expect(mailsTo(app, user)).toHaveLength(1);
      },
    });
  });
});

describe('a later run', () => {
  it('under one fault names an account whose report failed, once, and no other', async () => {
    let hour = Date.parse('2026-11-12T18:30:00Z');
    await crashTest({
      env: vendors.env,
      world,
      async prepare(app) {
        const user = await enabled(app);
        app.world.clock.now = hour += 120_000;
        const tasks = userTasksIn(tableOf(app), { now: () => app.world.clock.now });
        const parameters = { day, account_id: 'act_northwind' };
        const subject = `act_northwind#${day}`;
        const { task } = await tasks.start({ job: 'assistant_report', userId: user.id, subject, parameters });
        await tasks.fail(task, 'The ad account does not answer.');
        await app.settle();
        app.world.messages.length = 0;
        app.world.notices.length = 0;
        return { user, at: hour };
      },
      operation: (app, { at }) => app.startReports(at),
      async check(app, { user }) {
        await app.settle();
        await app.work('notices');
        expect(app.world.notices).toHaveLength(1);
        expect(app.world.notices[0]).toContain(`Users: ${user.id}.`);
        app.world.messages.length = 0;
      },
    });
  });
});

describe('making a report', () => {
  it('under one fault makes one report and one mail, and pays for no finished call twice', async () => {
    const operations = await crashTest({
      env: vendors.env,
      world,
      async prepare(app) {
        const user = await enabled(app);
        const tasks = userTasksIn(tableOf(app), { now: () => app.world.clock.now });
        const parameters = { day, account_id: 'act_northwind' };
        const beginning = { job: 'assistant_report' as const, userId: user.id, subject: day, parameters };
        const { id: taskId } = (await tasks.start(beginning)).task;
        app.world.messages.push({ queue: 'assistant_report', message: { task_id: taskId }, delaySeconds: 0 });
        return { user, taskId };
      },
      operation: (app) => app.work('assistant_report'),
      async check(app, { user, taskId }) {
        await app.settle();
        await app.work('assistant_report');
        expect(await reportsOf(app, user)).toHaveLength(1);
        expect(await itemsOf(app, keyOfAssistantAds.adDay(user.id, 'act_northwind', day, 0))).toHaveLength(28);
        const calls = await itemsOf(app, keyOfLlm.llmCall(day.replace('11-11', '11-12'), '', ''));
        const paid = calls.filter(({ subject, outcome }) => subject === taskId && outcome === 'ok');
        expect(paid.length).toBeLessThan(2);
        const files = [...app.world.objects.files.keys()];
        expect(files.filter((key) => key.startsWith(`reports/${user.id}/`))).toHaveLength(2);
        expect(mailsTo(app, user)).toHaveLength(1);
        await app.work('spend_import');
        const spend = await Array.fromAsync(app.spendDays.between(user.id, 'live', '2026-01-01', '2026-12-31'));
        expect(spend.filter(({ day: one }) => one === day)).toHaveLength(1);
        const list = await app.spend.listSpendImports({ query: {}, headers: await app.signIn(user.id) });
        const imports = list.status === 200 ? list.body.imports : [];
        expect(imports.filter(({ status }) => status === 'completed').length).toBeGreaterThan(0);
        expect(imports.every(({ status }) => status === 'completed' || status === 'failed')).toBe(true);
        expect(app.world.messages.filter(({ queue }) => queue !== 'notices')).toEqual([]);
      },
    });
    expect(operations.filter(({ operation }) => operation === 'fetch').length).toBeGreaterThan(6);
  });
});
