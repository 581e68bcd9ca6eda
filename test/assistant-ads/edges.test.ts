import { type AssistantAdsDeps, startReports } from '#shared/assistant-ads/start-reports.ts';
import { newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';
import { startTestVendors, type TestVendors } from '#test/kit/vendors.ts';

const headers = { 'x-svc-dev-token': operatorToken };
let vendors: TestVendors;
let app: TestApp;
beforeAll(async () => {
  vendors = await startTestVendors();
});
afterAll(() => vendors.stop());
beforeEach(async () => {
  app = await startApp(await newWorld(Date.parse('2026-11-12T12:30:00Z')), { env: vendors.env });
});
afterEach(() => vendors.forget());

async function enabled(given: Parameters<typeof newUser>[1] = {}, account_id = 'act_northwind') {
  const user = await newUser(app, given);
  const answer = await toggled({ user_id: user.id, enabled: true, account_id });
  expect(answer.status).toBe(200);
  return user;
}
const toggled = (body: Parameters<TestApp['operators']['toggleAssistantAds']>[0]['body']) =>
  app.operators.toggleAssistantAds({ body, headers });
async function work() {
  await app.settle();
  await app.work('assistant_report');
  await app.settle();
}
const reportsOf = async (user: { headers: Record<string, string> }, query = {}) => {
  const answer = await app.assistantAds.listAssistantReports({ query, headers: user.headers });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};

describe('a run', () => {
  it.each([
    ['2026-11-12T00:00:00Z', '2026-11-10'],
    ['2026-11-12T11:59:59Z', '2026-11-10'],
    ['2026-11-12T12:00:00Z', '2026-11-11'],
    ['2026-11-12T18:30:00Z', '2026-11-11'],
    ['2026-11-12T23:59:59Z', '2026-11-11'],
  ])('the run at %s is for %s: every day is over everywhere', async (at, day) => {
    app.world.clock.now = Date.parse(at);
    expect(await app.operators.runAssistantReports({ headers })).toMatchObject({
      status: 202,
      body: { day },
    });
  });

  it('a run skips inactive users', async () => {
    await enabled({ isActive: false });
    await enabled();
    expect(await app.startReports()).toMatchObject({ begun: 1, skipped: 1 });
  });

  it('a run that cannot start one report starts the rest, fails and is repeated', async () => {
    const begun: number[] = [];
    const account = (userId: number) => ({
      userId,
      isEnabled: true,
      accountId: 'act_1',
      credentialRef: null,
      changedAt: '',
    });
    const deps = {
      assistantAds: {
        enabled: async function* () {
          yield* [1, 2, 3].map(account);
        },
      },
      users: { byId: async (id: number) => ({ id, isActive: true }) },
      reports: {
        page: async (id: number) => {
          if (id === 2) throw new Error('The store is busy.');
          return { reports: [], next: null };
        },
      },
      tasks: {
        last: async () => null,
        start: async ({ userId }: { userId: number }) => void begun.push(userId),
      },
    } as unknown as AssistantAdsDeps;
    const run = startReports({ scheduledAt: '2026-11-12T12:30:00Z' }, deps);
    await expect(run).rejects.toThrow('The store is busy.');
    expect(begun).toEqual([1, 3]);
  });
});

describe('an ad account', () => {
  it.each(['../1', 'a/b', '..', 'act 1', 'act#1', '', 'a'.repeat(101)])(
    'an ad account whose ID could be another path or key is refused: %j',
    async (account_id) => {
      const { id } = await newUser(app);
      expect(await toggled({ user_id: id, enabled: true, account_id })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'account_id'] }] },
      });
    },
  );

  it('a changed ad account is another account, and the report of the first is not made', async () => {
    const user = await enabled();
    await app.startReports();
    await toggled({ user_id: user.id, enabled: true, account_id: 'act_other' });
    await work();
    expect((await reportsOf(user)).reports).toEqual([]);
    app.world.clock.now += 3_600_000;
    await app.startReports();
    await work();
    expect((await reportsOf(user)).reports).toMatchObject([{ account_id: 'act_other' }]);
  });
});

describe('the mail of a report', () => {
  it('the mail of a report to an unverified address has neither words nor figures of the account', async () => {
    const known = await enabled();
    const unknown = await enabled({ emailVerified: false });
    await app.startReports();
    await work();
    const textTo = (email: string) => app.world.mails.find(({ to }) => to === email)?.text ?? '';
    expect(textTo(known.email)).toContain('people came than in the week before');
    expect(textTo(unknown.email)).toContain('Your report is ready. Sign in to read it.');
    expect(textTo(unknown.email)).not.toMatch(/people came|clicks|\/m\/r\//);
  });
});

describe('the list of reports', () => {
  it('the list of reports comes in pages, newest first, each report once', async () => {
    const user = await enabled();
    for (let days = 0; days < 3; days++) {
      await app.startReports();
      await work();
      app.world.clock.now += 86_400_000;
    }
    const headers = await app.signIn(user.id);
    const first = await reportsOf({ headers }, { limit: 2 });
    expect(first.reports.map(({ day }) => day)).toEqual(['2026-11-13', '2026-11-12']);
    const rest = await reportsOf({ headers }, { limit: 2, cursor: first.next_cursor });
    expect(rest).toMatchObject({ reports: [{ day: '2026-11-11' }], next_cursor: null });
  });

  it('the list of reports reports every problem of a request', async () => {
    const user = await newUser(app);
    const query = { limit: 0, cursor: 'bm9uc2Vuc2U', client_user_id: 'x' } as never;
    const answer = await app.assistantAds.listAssistantReports({ query, headers: user.headers });
    expect(answer).toMatchObject({ status: 422 });
    const { detail } = answer.body as unknown as { detail: { loc: string[] }[] };
    expect(detail.map(({ loc }) => loc.join('.')).sort()).toEqual(['query.client_user_id', 'query.cursor', 'query.limit']);
  });
});
