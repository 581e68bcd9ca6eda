import { randomBytes } from 'node:crypto';
import { decodeProtectedHeader, SignJWT } from 'jose';
import { newUser, newWorld, startApp, type World } from '#test/kit/harness.ts';
import { secretsJson } from '#test/kit/secrets-json.ts';

const keyNamed = (kid: string) => ({ kid, secret: randomBytes(32).toString('base64url') });
const [older, newer] = [keyNamed('k1'), keyNamed('k2')];
const under = (world: World, ...jwt_keys: object[]) => startApp(world, { env: { SECRETS_JSON: secretsJson({ sessions: { jwt_keys } }) } });

it('a token signed with the previous key is valid until that key is dropped, and new tokens have the newest key', async () => {
  const world = await newWorld();
  const { headers } = await newUser(await under(world, older));
  const during = await under(world, newer, older);
  expect((await during.accounts.readMe({ headers })).status).toBe(200);
  const answer = await during.accounts.refresh({ headers });
  if (answer.status !== 200) throw new Error();
  expect(decodeProtectedHeader(answer.body.access_token)).toMatchObject({ alg: 'HS256', kid: 'k2' });
  const refreshed = { authorization: `Bearer ${answer.body.access_token}` };

  const after = await under(world, newer);
  expect((await after.accounts.readMe({ headers })).status).toBe(401);
  expect((await after.accounts.readMe({ headers: refreshed })).status).toBe(200);
  const before = await under(world, older);
  expect((await before.accounts.readMe({ headers: refreshed })).status).toBe(401);
});

it('a token whose header names another algorithm or key, or none, is refused', async () => {
  const app = await under(await newWorld(), older);
  const { headers } = await newUser(app);
  const [, payload, signature] = headers.authorization.slice(7).split('.');
  for (const header of [
    { alg: 'RS256', kid: 'k1' },
    { alg: 'HS512', kid: 'k1' },
    { alg: 'HS256' },
    { alg: 'HS256', kid: '' },
    { alg: 'HS256', kid: '../k1' },
    { alg: 'HS256', kid: ['k1'] },
    { alg: 'HS256', kid: 'k1', crit: ['x'], x: 1 },
  ]) {
    const named = Buffer.from(JSON.stringify(header)).toString('base64url');
    const authorization = `Bearer ${named}.${payload}.${signature}`;
    const { status } = await app.accounts.readMe({ headers: { authorization } });
    expect([header, status]).toEqual([header, 401]);
  }
});

it('a token with a longer lifetime than any of ours is refused', async () => {
  const app = await under(await newWorld(), older);
  const { id } = await newUser(app);
  const at = app.world.clock.now / 1000;
  const lasting = (seconds: number) =>
    new SignJWT({ auth_time: at, valid_after: 0 })
      .setProtectedHeader({ alg: 'HS256', kid: older.kid })
      .setIssuer('adtrail')
      .setAudience('adtrail:access')
      .setSubject(String(id))
      .setIssuedAt(at)
      .setExpirationTime(at + seconds)
      .setJti('j')
      .sign(Buffer.from(older.secret, 'base64url'));
  const statusOf = async (token: string) => (await app.accounts.readMe({ headers: { authorization: `Bearer ${token}` } })).status;
  expect(await statusOf(await lasting(86_400))).toBe(200);
  expect(await statusOf(await lasting(86_500))).toBe(401);
});
