import { hashPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

const password = 'correct horse battery';
const passwordHash = hashPassword(password);
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const day = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  app = await startApp(await newWorld());
});
beforeEach(() => {
  app.world.clientAddress = '192.0.2.1';
});

type Headers = { authorization: string };
const person = async () => newUser(app, { passwordHash: await passwordHash });
async function signIn(email: string, userAgent?: string): Promise<Headers> {
  const headers = userAgent ? { 'user-agent': userAgent } : {};
  const answer = await app.accounts.login({ body: { email, password }, headers });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return { authorization: `Bearer ${answer.body.access_token}` };
}
async function sessionsOf(headers: Headers) {
  const answer = await app.accounts.listSessions({ headers });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.sessions;
}
const idOf = async (headers: Headers) => (await sessionsOf(headers)).find(({ is_current }) => is_current)?.id ?? '';
const me = async (headers: Headers) => (await app.accounts.readMe({ headers })).status;
async function refreshed(headers: Headers): Promise<Headers> {
  const answer = await app.accounts.refresh({ headers });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return { authorization: `Bearer ${answer.body.access_token}` };
}
async function callsOf(work: () => Promise<unknown>) {
  const before = app.calls.length;
  await work();
  return app.calls.slice(before).map(({ operation }) => operation);
}

describe('sessions', () => {
  it('sessions are listed newest first with browser and network, by one read', async () => {
    const { email } = await person();
    const first = await signIn(email);
    app.world.clock.now += 1000;
    app.world.clientAddress = '2001:db8:0:12aa::7';
    const second = await signIn(email, chrome);
    const at = new Date(app.world.clock.now).toISOString();
    const before = new Date(app.world.clock.now - 1000).toISOString();
    const id = expect.stringMatching(/^session_\w{22}$/);
    const old = { id, created_at: before, last_seen_at: before, client: null, network: '192.0.2.0/24' };
    const recent = {
      id,
      created_at: at,
      last_seen_at: at,
      client: 'Chrome 131 on Windows',
      network: '2001:db8:0:1200::/56',
    };
    expect(await sessionsOf(second)).toEqual([
      { ...recent, is_current: true },
      { ...old, is_current: false },
    ]);
    expect(await sessionsOf(first)).toEqual([
      { ...recent, is_current: false },
      { ...old, is_current: true },
    ]);
    expect(await callsOf(() => sessionsOf(first))).toEqual(['GetItem']);
    expect(await callsOf(() => me(first))).toEqual(['GetItem']);
  });

  it('every way to create an account starts a session', async () => {
    const registered = await app.accounts.register({
      body: { email: `r${Math.random()}@company.example`, password },
    });
    const identified = await app.accounts.signUpWithIdp({
      body: {
        id_token: await app.world.idp.idToken({
          sub: `s${Math.random()}`,
          email: `i${Math.random()}@company.example`,
        }),
      },
    });
    for (const answer of [registered, identified]) {
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      const headers = { authorization: `Bearer ${answer.body.access_token}` };
      expect(await sessionsOf(headers)).toMatchObject([{ is_current: true }]);
    }
  });

  it('an account has at most 20 sessions, so the next sign-in ends the oldest', async () => {
    const { email, id } = await person();
    const all: Headers[] = [];
    for (let i = 0; i < 23; i++) {
      app.world.clock.now += 1000;
      all.push(await signIn(email));
    }
    const statuses = await Promise.all(all.map(me));
    expect(statuses).toEqual([401, 401, 401, ...Array(20).fill(200)]);
    expect(await sessionsOf(all[22] as Headers)).toHaveLength(20);
    const stored = Object.keys((await app.users.byId(id)) ?? {}).filter((name) => name.startsWith('session_'));
    expect(stored).toHaveLength(20);
  });

  it('parallel sign-ins all keep their sessions', async () => {
    const { email } = await person();
    const twins = await Promise.all(Array.from({ length: 6 }, () => signIn(email)));
    expect(await Promise.all(twins.map(me))).toEqual(Array(6).fill(200));
    expect(new Set(await Promise.all(twins.map(idOf))).size).toBe(6);
  });

  it('a session continues with a refresh, which records network and browser at most once an hour', async () => {
    const { email } = await person();
    const first = await signIn(email);
    const id = await idOf(first);
    app.world.clock.now += 3_599_999;
    const second = await refreshed(first);
    expect(await callsOf(() => refreshed(second))).toEqual(['GetItem']);
    app.world.clock.now += 1;
    app.world.clientAddress = '198.51.100.9';
    const calls = await callsOf(() => app.accounts.refresh({ headers: { ...second, 'user-agent': chrome } }));
    expect(calls).toEqual(['GetItem', 'UpdateItem']);
    const [session, ...others] = await sessionsOf(second);
    expect(others).toEqual([]);
    expect(session).toMatchObject({ id, client: 'Chrome 131 on Windows', network: '198.51.100.0/24' });
    expect(Date.parse(session?.last_seen_at ?? '')).toBe(app.world.clock.now);
  });

  it('a session is listed as long as its newest token works, up to the 31st day', async () => {
    const { email } = await person();
    let headers = await signIn(email);
    const id = await idOf(headers);
    const startedAt = app.world.clock.now;
    for (let age = day - 1000; age < 30 * day; age += day - 1000) {
      app.world.clock.now = startedAt + age;
      headers = await refreshed(headers);
    }
    app.world.clock.now = startedAt + 30 * day;
    headers = await refreshed(headers);
    app.world.clock.now += 1;
    expect((await app.accounts.refresh({ headers })).status, 'a refresh after 30 days').toBe(401);
    app.world.clock.now = startedAt + 31 * day - 1;
    expect(await me(headers), 'the newest token').toBe(200);
    expect((await sessionsOf(headers)).map((session) => session.id)).toEqual([id]);
    const other = await signIn(email);
    expect(await sessionsOf(other)).toHaveLength(2);
    expect(await me(headers)).toBe(200);
    app.world.clock.now = startedAt + 31 * day;
    expect(await me(headers), 'the newest token').toBe(401);
    expect(await sessionsOf(other)).toMatchObject([{ is_current: true }]);
  });
});

describe('ending a session', () => {
  it('ending a session invalidates its tokens at once, also refreshed tokens, and leaves other sessions', async () => {
    const { email } = await person();
    const [mine, stolen] = [await signIn(email), await signIn(email)];
    const again = await refreshed(stolen);
    const id = await idOf(stolen);
    expect(await app.accounts.endSession({ params: { id }, headers: mine })).toMatchObject({ status: 200 });
    for (const headers of [stolen, again]) {
      expect(await me(headers)).toBe(401);
      expect((await app.accounts.refresh({ headers })).status).toBe(401);
    }
    expect(await me(mine)).toBe(200);
    expect(await sessionsOf(mine)).toHaveLength(1);
    expect(await app.accounts.endSession({ params: { id }, headers: mine })).toMatchObject({ status: 404 });
  });

  it('ending a session is 404 for the session of another account and for an unknown ID', async () => {
    const [ada, eve] = [await person(), await person()];
    const [ofAda, ofEve] = [await signIn(ada.email), await signIn(eve.email)];
    for (const id of [await idOf(ofAda), 'email', 'passwordHash', 'session_nothing', 'session_# SET x'])
      expect([id, (await app.accounts.endSession({ params: { id }, headers: ofEve })).status]).toEqual([id, 404]);
    expect(await me(ofAda)).toBe(200);
    expect((await app.users.byId(eve.id))?.email).toBe(eve.email);
  });

  it('one of two parallel requests ends a session', async () => {
    const { email } = await person();
    const [mine, other] = [await signIn(email), await signIn(email)];
    const id = await idOf(other);
    const twins = Array.from({ length: 5 }, () => app.accounts.endSession({ params: { id }, headers: mine }));
    const statuses = (await Promise.all(twins)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 404, 404, 404, 404]);
  });

  it('ending a session during a refresh also ends the refreshed token', async () => {
    const { email, id: userId } = await person();
    const headers = await signIn(email);
    const id = await idOf(headers);
    app.world.clock.now += 2 * 3_600_000;
    let calls = 0;
    const slow = await startApp(app.world, {
      isDown: () => {
        calls++;
        return false;
      },
    });
    const pending = slow.accounts.refresh({ headers });
    while (calls === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await app.users.change(userId, {}, { ended: [id as `session_${string}`] });
    const answer = await pending;
    if (answer.status === 200) expect(await me({ authorization: `Bearer ${answer.body.access_token}` })).toBe(401);
    else expect(answer.status).toBe(401);
    expect(await me(headers)).toBe(401);
  });
});

describe('signing out', () => {
  it('logout with a token ends nothing, so token and session still work', async () => {
    const { email } = await person();
    const [here, elsewhere] = [await signIn(email), await signIn(email)];
    for (let times = 0; times < 2; times++) expect(await callsOf(() => app.accounts.logout({ headers: here }))).toEqual([]);
    expect((await app.accounts.logout({ headers: here })).status).toBe(200);
    expect(await Promise.all([here, elsewhere].map(me))).toEqual([200, 200]);
    expect(await me(await refreshed(here))).toBe(200);
  });

  it("ending one's own session signs out for good", async () => {
    const { email } = await person();
    const [here, elsewhere] = [await signIn(email), await signIn(email)];
    const own = (await sessionsOf(here)).find(({ is_current }) => is_current);
    const end = () => app.accounts.endSession({ params: { id: own?.id ?? '' }, headers: here });
    expect(await end()).toMatchObject({ status: 200 });
    expect(await Promise.all([here, elsewhere].map(me))).toEqual([401, 200]);
    expect(await end()).toMatchObject({ status: 401 });
  });

  it('signing out without a token, or with a token without a session, changes nothing', async () => {
    const { headers, email } = await person();
    const other = await signIn(email);
    expect(await callsOf(() => app.accounts.logout({}))).toEqual([]);
    expect((await app.accounts.logout({ headers })).status).toBe(200);
    expect(await me(headers)).toBe(200);
    expect(await me(other)).toBe(200);
  });

  it('signing out everywhere else leaves the requesting session, and is repeatable', async () => {
    const { email } = await person();
    const [first, mine, third] = [await signIn(email), await signIn(email), await signIn(email)];
    for (let i = 0; i < 2; i++) expect(await app.accounts.endOtherSessions({ headers: mine })).toMatchObject({ status: 200 });
    expect(await Promise.all([first, mine, third].map(me))).toEqual([401, 200, 401]);
    expect(await sessionsOf(mine)).toMatchObject([{ is_current: true }]);
    expect(await me(await refreshed(mine))).toBe(200);
    expect(await me(await signIn(email))).toBe(200);
    expect(await sessionsOf(mine)).toHaveLength(2);
  });

  it('two sessions that sign each other out leave at most one session', async () => {
    const { email } = await person();
    const twins = [await signIn(email), await signIn(email)];
    const answers = await Promise.all(twins.map((headers) => app.accounts.endOtherSessions({ headers })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await Promise.all(twins.map(me))).sort()).toEqual([200, 401]);
  });
});

describe('tokens from before sessions existed', () => {
  it('tokens from before sessions work until they expire, and are in no list', async () => {
    const { headers } = await person();
    expect(await me(headers)).toBe(200);
    expect(await sessionsOf(headers)).toEqual([]);
    app.world.clock.now += day + 1000;
    expect(await me(headers)).toBe(401);
  });

  it('tokens from before sessions start one session when they are refreshed, however often', async () => {
    const { headers } = await person();
    const [first, second] = [await refreshed(headers), await refreshed(headers)];
    expect(await sessionsOf(second)).toMatchObject([{ is_current: true }]);
    expect(await idOf(first)).toBe(await idOf(second));
  });

  it('tokens from before sessions end when another session signs out everywhere else', async () => {
    const { headers, email } = await person();
    app.world.clock.now += 1;
    const mine = await signIn(email);
    await app.accounts.endOtherSessions({ headers: mine });
    expect([await me(headers), await me(mine)]).toEqual([401, 200]);
  });
});

describe('the end of every session', () => {
  it("an operator's password and an invalidation end every session", async () => {
    const operator = { 'x-svc-dev-token': (await import('#test/kit/harness.ts')).operatorToken };
    const [ada, eve] = [await person(), await person()];
    const sessions = [await signIn(ada.email), await signIn(eve.email)];
    const changed = await app.operators.changeUserPassword({
      body: { user_id: ada.id, new_password: 'another horse battery' },
      headers: operator,
    });
    const ended = await app.operators.invalidateAccount({ body: { user_id: eve.id }, headers: operator });
    expect([changed.status, ended.status]).toEqual([200, 200]);
    expect(await Promise.all(sessions.map(me))).toEqual([401, 401]);
    const stored = JSON.stringify(await app.users.byId(eve.id));
    expect(stored).not.toContain('192.0.2');
  });
});
