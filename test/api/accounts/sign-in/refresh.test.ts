import { decodeJwt } from 'jose';
import { hashPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

const day = 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await startApp(await newWorld());
});

type Headers = { authorization: string };
async function refreshed(headers: Headers): Promise<{ token: string; headers: Headers }> {
  const answer = await app.accounts.refresh({ headers });
  if (answer.status !== 200) throw new Error(`${answer.status}`);
  expect(answer.body).toMatchObject({ token_type: 'bearer', expires_in: 86_400 });
  const token = answer.body.access_token;
  return { token, headers: { authorization: `Bearer ${token}` } };
}

const password = 'correct horse battery';
const passwordHash = hashPassword(password);
async function signedIn() {
  const user = await newUser(app, { passwordHash: await passwordHash });
  const answer = await app.accounts.login({ body: { email: user.email, password } });
  if (answer.status !== 200) throw new Error(`${answer.status}`);
  return { id: user.id, headers: { authorization: `Bearer ${answer.body.access_token}` } };
}

describe('refreshing a token', () => {
  it('refreshing a token returns a token for another day, with the time of the sign-in', async () => {
    const user = await newUser(app);
    const signedInAt = app.world.clock.now;
    app.world.clock.now += day - 1000;
    const { token, headers } = await refreshed(user.headers);
    const claims = decodeJwt(token);
    expect(claims.auth_time).toBe(signedInAt / 1000);
    expect(claims.iat).toBe(app.world.clock.now / 1000);
    expect(claims.exp).toBe((app.world.clock.now + day) / 1000);
    expect(claims.jti).not.toBe(decodeJwt(user.headers.authorization.slice(7)).jti);
    app.world.clock.now += day - 1000;
    const me = await app.accounts.readMe({ headers });
    expect(me).toMatchObject({ status: 200, body: { id: user.id } });
  });

  it('a token can be refreshed until 30 days after the sign-in, and then is 401', async () => {
    const user = await newUser(app);
    const signedInAt = app.world.clock.now;
    let { headers } = user;
    for (let days = 1; days < 30; days++) {
      app.world.clock.now = signedInAt + days * day - 1;
      ({ headers } = await refreshed(headers));
    }
    app.world.clock.now = signedInAt + 30 * day - 1000;
    ({ headers } = await refreshed(headers));
    app.world.clock.now = signedInAt + 30 * day;
    const { headers: last } = await refreshed(headers);
    app.world.clock.now += 1;
    const answer = await app.accounts.refresh({ headers });
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect((await app.accounts.readMe({ headers: last })).status).toBe(200);
  });

  it('refreshing a token costs one read', async () => {
    const { headers } = await signedIn();
    const before = app.calls.length;
    await refreshed(headers);
    expect(app.calls.slice(before).map(({ operation }) => operation)).toEqual(['GetItem']);
  });

  it('refreshing a token is refused for an inactive account and after its sessions ended', async () => {
    const [inactive, ended] = [await newUser(app), await newUser(app)];
    await app.users.change(inactive.id, { isActive: false });
    app.world.clock.now += 1000;
    await app.users.change(ended.id, { tokensValidAfter: app.world.clock.now });
    for (const { headers } of [inactive, ended]) expect((await app.accounts.refresh({ headers })).status).toBe(401);
  });

  it('a token that is refreshed while the sessions end has ended too', async () => {
    const user = await newUser(app);
    app.world.clock.now += 1000;
    const endedAt = app.world.clock.now;
    const whileReading = () => {
      app.world.clock.now += 1000;
      return false;
    };
    const slow = await startApp(app.world, { isDown: whileReading });
    const answer = await slow.accounts.refresh({ headers: user.headers });
    if (answer.status !== 200) throw new Error();
    await app.users.change(user.id, { tokensValidAfter: endedAt });
    const headers = { authorization: `Bearer ${answer.body.access_token}` };
    expect((await app.accounts.readMe({ headers })).status).toBe(401);
  });
});

describe('signing out', () => {
  it('signing out succeeds for every caller, with any body or none, and calls no store', async () => {
    const user = await newUser(app);
    const before = app.calls.length;
    for (const [headers, body] of [
      [user.headers],
      [{}],
      [{ authorization: 'Bearer nonsense' }],
      [{}, '{"a":'],
      [{}, 'x'.repeat(1000)],
      [{}, '[]'],
    ] as [Record<string, string>, string?][]) {
      const request = { method: 'POST', headers, ...(body && { body }) };
      const answer = await app.send(new Request('http://adtrail.local/api/v1/auth/logout', request));
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({ message: expect.any(String) });
    }
    expect(app.calls.slice(before).map(({ operation }) => operation)).toEqual([]);
    expect((await app.accounts.readMe({ headers: user.headers })).status).toBe(200);
  });
});

describe('reading who one is', () => {
  it("reading one's own account costs one read", async () => {
    const user = await newUser(app);
    const before = app.calls.length;
    expect(await app.accounts.readMe({ headers: user.headers })).toMatchObject({
      status: 200,
      body: { id: user.id, email: user.email },
    });
    expect(app.calls.slice(before).map(({ operation, table }) => [operation, table])).toEqual([['GetItem', 'accounts']]);
  });
});
