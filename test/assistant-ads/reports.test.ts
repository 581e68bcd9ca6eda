import { assistantReportsIn } from '#shared/assistant-ads/store/assistant-reports.ts';
import { tableOf } from '#test/api/keyword-plans/table-of.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';
import { startTestVendors, type TestVendors } from '#test/kit/vendors.ts';
import { deliveriesOf, newEndpoint, run as runWebhooks, verified } from '#test/webhooks/scene.ts';

const headers = { 'x-svc-dev-token': operatorToken };
let vendors: TestVendors;
let app: TestApp;
beforeAll(async () => {
  vendors = await startTestVendors();
});
afterAll(() => vendors.stop());
afterEach(() => vendors.forget());

const noon = Date.parse('2026-11-21T12:30:00Z');
async function fresh() {
  app = await startApp(await newWorld(noon), { env: vendors.env });
}
async function enabled(account_id = 'act_northwind') {
  const user = await newUser(app);
  const body = { user_id: user.id, enabled: true, account_id };
  const answer = await app.operators.toggleAssistantAds({ body, headers });
  expect(answer.status).toBe(200);
  return user;
}
async function run() {
  const report = await app.startReports();
  await app.settle();
  await runShards();
  await app.settle();
  return report;
}
async function runShards() {
  const all = app.world.messages.splice(0);
  for (const message of all) {
    app.world.messages.unshift(message);
    await app.work('assistant_report').catch(() => app.world.messages.push(...app.world.messages.splice(0, 1)));
  }
}
const reportsOf = async (user: { headers: Record<string, string> }) => {
  const answer = await app.assistantAds.listAssistantReports({ query: {}, headers: user.headers });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.reports;
};
const daysOf = async (userId: number) =>
  (await allItems(app.world, 'analysis')).filter(({ pk }) => pk === `ADDAYS#${userId}#act_northwind`);
const fileOf = (user: { id: number }, ending: string, day = '2026-11-20') =>
  app.world.objects.files.get(`reports/${user.id}/act_northwind/${day}.${ending}`)?.toString() ?? '';

describe('the daily report', () => {
  beforeAll(fresh);

  it('the daily report is made for every enabled account: page, figures, list and mail', async () => {
    const user = await enabled();
    expect(await run()).toEqual({ day: '2026-11-20', begun: 1, done: 0, skipped: 0 });
    const [report, ...more] = await reportsOf(user);
    expect(more).toEqual([]);
    expect(report).toMatchObject({ day: '2026-11-20', account_id: 'act_northwind', currency: 'USD' });
    expect(report?.clicks).toBeGreaterThan(0);
    const figures = JSON.parse(fileOf(user, 'json'));
    expect(figures.total.day.clicks).toBe(report?.clicks);
    expect(figures.series).toHaveLength(28);
    expect(figures.total.day.spend).toBe(report?.spend);
    expect(fileOf(user, 'json')).not.toMatch(/"[a-z]+[A-Z]\w*":/);
    expect(figures.findings).toContainEqual(expect.objectContaining({ kind: 'ad_rejected' }));
    const page = fileOf(user, 'html');
    expect(page).toMatch(/^<!doctype html>/);
    expect(page.match(/<svg /g)).toHaveLength(3);
    expect(page).toContain('>20 Nov</text>');
    const mails = app.world.mails.filter(({ to }) => to === user.email);
    expect(mails).toMatchObject([{ subject: 'Your assistant ads on 20 November 2026' }]);
    expect(mails[0]?.text).toContain(`${report?.clicks} clicks`);
  });

  it("the daily report is sent to the user's webhooks once a day", async () => {
    const user = await enabled();
    const endpoint = await newEndpoint(app, user.headers, { events: ['report.ready'] });
    await run();
    await run();
    await runWebhooks(app);
    const [report] = await reportsOf(user);
    expect(verified(app, endpoint.secret)).toEqual([
      {
        type: 'report.ready',
        timestamp: expect.any(String),
        id: expect.stringMatching(/^evt_/),
        environment: 'live',
        data: {
          ad_account_id: 'act_northwind',
          ad_account_name: expect.any(String),
          day: report?.day,
          headline: report?.headline,
          problems: expect.any(Number),
        },
      },
    ]);
    expect(await deliveriesOf(app, { ...user, endpoint })).toMatchObject({
      deliveries: [{ status: 'delivered', event_type: 'report.ready' }],
    });
  });

  it('the mail of a daily report leads to its page, and a forged link leads nowhere', async () => {
    const user = await enabled();
    await run();
    const mail = app.world.mails.find(({ to }) => to === user.email);
    const token = /\/m\/r\/([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const answer = await app.mailLinks.showReport({ params: { token } });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toContain(`reports/${user.id}/act_northwind/2026-11-20.html`);
    const forged = await app.mailLinks.showReport({
      params: { token: `${token.split('.')[0]}.${'0'.repeat(32)}` },
    });
    expect(forged.status).toBe(404);
  });

  it('the link of a daily report works for 90 days from its day, while the account is active', async () => {
    const user = await enabled();
    await run();
    const mail = app.world.mails.find(({ to }) => to === user.email);
    const token = /\/m\/r\/([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const status = async () => (await app.mailLinks.showReport({ params: { token } })).status;
    await app.users.change(user.id, { isActive: false });
    expect(await status()).toBe(404);
    await app.users.change(user.id, { isActive: true });
    const { clock } = app.world;
    const today = clock.now;
    const ends = Date.parse('2026-11-20T00:00:00Z') + 91 * 86_400_000;
    clock.now = ends - 1;
    expect(await status()).toBe(302);
    clock.now = ends;
    expect(await status()).toBe(404);
    clock.now = today;
  });

  it('the daily report is made and mailed once, also by parallel runs', async () => {
    const user = await enabled();
    await Promise.all([app.startReports(), app.startReports(), app.startReports()]);
    await app.settle();
    const messages = app.world.messages.filter(({ queue }) => queue === 'assistant_report');
    app.world.messages.push(...messages);
    await app.work('assistant_report');
    app.world.clock.now += 3_600_000;
    expect(await run()).toMatchObject({ begun: 0 });
    expect(await reportsOf(user)).toHaveLength(1);
    expect(app.world.mails.filter(({ to }) => to === user.email)).toHaveLength(1);
  });

  it('the daily report reads seven days again, because figures change late, and four weeks at first', async () => {
    await fresh();
    const user = await enabled();
    await run();
    expect(await daysOf(user.id)).toHaveLength(28);
    vendors.forget();
    app.world.clock.now += 86_400_000;
    await run();
    const [asked] = vendors.asked('assistant').filter(({ path }) => path.includes('/ad_account/insights'));
    expect(decodeURIComponent(asked?.path ?? '')).toContain('"since":"2026-11-15","until":"2026-11-21"');
    expect(await daysOf(user.id)).toHaveLength(29);
    expect(await reportsOf({ headers: await app.signIn(user.id) })).toHaveLength(2);
  });
});

describe('an unreadable ad account', () => {
  beforeAll(fresh);

  it('an unreadable ad account does not affect other accounts, is retried by the later run, and the team is notified', async () => {
    const gone = await enabled('act_gone');
    const well = await enabled();
    await run();
    expect(await reportsOf(well)).toHaveLength(1);
    expect(await reportsOf(gone)).toEqual([]);
    for (let tries = 0; tries < 12; tries++) await runShards();
    app.world.clock.now += 6 * 3_600_000;
    expect(await run()).toMatchObject({ begun: 1, done: 1 });
    await app.work('notices');
    expect(app.world.notices.join('\n')).toContain(`Users: ${gone.id}.`);
    expect(app.world.notices.join('\n')).toContain('1 of 2 accounts had no report of 2026-11-20');
  });

  it('a manual run does not name an account whose report is in progress, or that was just enabled', async () => {
    await fresh();
    const later = 6 * 3_600_000;
    const gone = await enabled('act_gone');
    await run();
    for (let tries = 0; tries < 12; tries++) await runShards();
    app.world.clock.now += later;
    const [running, enabledNow] = [await enabled(), await enabled()];
    await app.operators.runAssistantReports({ headers });
    app.world.clock.now += 1000;
    await app.operators.runAssistantReports({ headers });
    await app.settle();
    await app.work('notices');
    expect(app.world.notices).toHaveLength(1);
    expect(app.world.notices[0]).toContain('1 of 3 accounts had no report of 2026-11-20');
    expect(app.world.notices[0]).toContain(`Users: ${gone.id}.`);
    await runShards();
    await app.settle();
    for (const user of [running, enabledNow]) expect(await reportsOf(user)).toHaveLength(1);
  });

  it('a report without progress for an hour is named', async () => {
    await fresh();
    const stuck = await enabled();
    await app.startReports();
    app.world.messages.length = 0;
    app.world.clock.now += 6 * 3_600_000;
    expect(await run()).toMatchObject({ begun: 1 });
    await app.work('notices');
    expect(app.world.notices.join('\n')).toContain(`Users: ${stuck.id}.`);
    expect(await reportsOf(stuck)).toHaveLength(1);
  });

  it("a busy vendor's report is made by the same task", async () => {
    await fresh();
    const user = await enabled();
    for (let times = 0; times < 3; times++) vendors.fault({ vendor: 'assistant', status: 429 });
    await run();
    expect(await reportsOf(user)).toEqual([]);
    await app.work('assistant_report');
    expect(await reportsOf(user)).toHaveLength(1);
  });

  it('a report without the model has no words', async () => {
    await fresh();
    const user = await enabled();
    vendors.faultsBy((vendor) => (vendor === 'llm' ? { status: 500, vendor } : undefined));
    await run();
    expect(await reportsOf(user)).toMatchObject([{ headline: '' }]);
    expect(fileOf(user, 'html')).toContain('What stands out');
  });

  it('an account whose user left, or that was disabled, has no report', async () => {
    await fresh();
    const off = await enabled();
    const body = { user_id: off.id, enabled: false };
    await app.operators.toggleAssistantAds({ body, headers });
    expect(await run()).toMatchObject({ begun: 0 });
  });
});

describe('an operator', () => {
  it('an operator starts the reports, and that is recorded', async () => {
    await fresh();
    const user = await enabled();
    const answer = await app.operators.runAssistantReports({ headers });
    expect(answer).toMatchObject({ status: 202, body: { begun: 1 } });
    await app.settle();
    await app.work('assistant_report');
    expect(
      await assistantReportsIn(tableOf(app), { now: () => app.world.clock.now }).byDay(user.id, 'act_northwind', '2026-11-20'),
    ).not.toBeNull();
    const audit = await app.operators.listAudit({ query: { action: 'run_assistant_reports' }, headers });
    expect(audit).toMatchObject({ status: 200, body: { entries: [{ action: 'run_assistant_reports' }] } });
  });
});
