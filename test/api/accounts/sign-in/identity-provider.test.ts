import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { secretsJson } from '#test/kit/secrets-json.ts';
import type { World } from '#test/kit/world.ts';

let app: TestApp;
const started = (world: World, env: Record<string, string> = {}) => startApp(world, { env: { ...world.idp.consoleEnv, ...env } });
beforeAll(async () => {
  app = await started(await newWorld());
});
beforeEach(() => {
  Object.assign(app.world.idp, { isDown: false, isPublic: false, refuses: null });
});

const redirect_uri = 'https://app.example/sign-in';
function asked() {
  const code_verifier = randomBytes(32).toString('base64url');
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
  return { code_verifier, nonce: randomUUID(), code_challenge, redirect_uri };
}
const person = () => ({ sub: randomUUID(), email: `${randomUUID()}@company.example` });

it('a code of the provider signs a user up, once', async () => {
  const { provider } = (await app.accounts.readIdentityProvider({})).body as { provider: object };
  expect(provider).toEqual({
    name: 'Example',
    authorization_url: 'https://idp.example/authorize',
    client_id: 'client-of-the-tests',
    scope: 'openid email profile',
  });
  const { code_verifier, nonce, ...rest } = asked();
  const code = app.world.idp.code({ ...rest, nonce }, person());
  const body = { code, code_verifier, redirect_uri };
  const exchanged = await app.accounts.exchangeIdpCode({ body });
  expect(exchanged.status).toBe(200);
  const { id_token } = exchanged.body as { id_token: string };
  expect((await app.accounts.signUpWithIdp({ body: { id_token } })).status).toBe(401);
  expect((await app.accounts.signUpWithIdp({ body: { id_token, nonce } })).status).toBe(200);
  const again = { status: 400, body: { code: 'invalid_code' } };
  expect(await app.accounts.exchangeIdpCode({ body })).toMatchObject(again);
});

it.each<[string, object]>([
  ['another code verifier', { code_verifier: 'x'.repeat(43) }],
  ['another redirect URI', { redirect_uri: 'https://evil.example/' }],
  ['another code', { code: 'guessed' }],
])('a code is refused with %s', async (_, change) => {
  const { code_verifier, ...rest } = asked();
  const body = { code: app.world.idp.code(rest, person()), code_verifier, redirect_uri, ...change };
  expect(await app.accounts.exchangeIdpCode({ body })).toMatchObject({
    status: 400,
    body: { code: 'invalid_code' },
  });
});

it('without a secret of its own, the service is a public client', async () => {
  const { code_verifier, ...rest } = asked();
  const body = { code: app.world.idp.code(rest, person()), code_verifier, redirect_uri };
  const open = await started(app.world, { SECRETS_JSON: secretsJson({ identity: {} }) });
  expect(await open.accounts.exchangeIdpCode({ body })).toMatchObject({ status: 503 });
  app.world.idp.isPublic = true;
  expect((await open.accounts.exchangeIdpCode({ body })).status).toBe(200);
});

it.each(['invalid_grant', 'invalid_request', 'unauthorized_client', undefined])(
  'a code that the provider refuses with 400 and %s is 400, and no failure of ours',
  async (error) => {
    app.world.idp.refuses = { status: 400, error };
    const { code_verifier } = asked();
    const body = { code: 'made-up', code_verifier, redirect_uri };
    const refused = { status: 400, body: { code: 'invalid_code' } };
    expect(await app.accounts.exchangeIdpCode({ body })).toMatchObject(refused);
    app.world.idp.refuses = { status: 401, error: 'invalid_client' };
    expect(await app.accounts.exchangeIdpCode({ body })).toMatchObject({ status: 503 });
  },
);

it('the sign-in is 503 while the provider is down', async () => {
  app.world.idp.isDown = true;
  const { code_verifier } = asked();
  expect(await app.accounts.exchangeIdpCode({ body: { code: 'any', code_verifier, redirect_uri } })).toMatchObject({
    status: 503,
    body: { code: 'vendor_unavailable' },
  });
});

it('a network can exchange 120 codes an hour', async () => {
  const body = { code: 'guessed', code_verifier: 'x'.repeat(43), redirect_uri };
  const limited = await started(await newWorld());
  const answers = await Promise.all(Array.from({ length: 121 }, () => limited.accounts.exchangeIdpCode({ body })));
  expect(answers.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(1);
});

it('the sign-in is absent where the console has no client at the provider', async () => {
  const closed = await started(app.world, { IDP_CONSOLE: '' });
  expect(await closed.accounts.readIdentityProvider({})).toMatchObject({ body: { provider: null } });
  const body = { code: 'any', code_verifier: 'x'.repeat(43), redirect_uri };
  expect(await closed.accounts.exchangeIdpCode({ body })).toMatchObject({ status: 404 });
});
