import { randomUUID } from 'node:crypto';
import type { User } from '#shared/accounts/rules/users.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';
import type { IdentityProvider } from '#test/kit/identity-provider.ts';

let app: TestApp;
let idp: IdentityProvider;
beforeAll(async () => {
  app = await startApp(await newWorld(), { env: { REGISTRATIONS_PER_HOUR: '2000' } });
  idp = app.world.idp;
});
beforeEach(() => {
  app.world.clock.now += 1000;
});

const company = { company: 'Northwind Shoes', company_website: 'northwind.example' };
const login = (id_token: string, nonce?: string) =>
  app.accounts.signInWithIdp({ body: { id_token, ...(nonce !== undefined && { nonce }) } });
const signUp = (id_token: string) => app.accounts.signUpWithIdp({ body: { id_token } });
const complete = (id_token: string, more: object = {}) => app.accounts.completeIdpSignUp({ body: { id_token, ...company, ...more } });
const refusal = (status: number, code: string) => ({ status, body: { code } });

const person = () => ({
  sub: randomUUID(),
  email: `${randomUUID()}@company.example`,
  name: 'Grace Example',
});
const stored = async (email: string) => (await app.users.byEmail(email)) as User;
const mine = (answer: { status: number; body: unknown }) => {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body as { access_token: string; user: { id: number } & Record<string, unknown> };
};
const me = ({ access_token }: { access_token: string }) => app.accounts.readMe({ headers: { authorization: `Bearer ${access_token}` } });

describe('signing up', () => {
  it('signing up makes an account that is signed in, with a verified e-mail and the name of the provider', async () => {
    const claims = person();
    const body = mine(await signUp(await idp.idToken({ ...claims, email: ` ${claims.email.toUpperCase()} ` })));
    expect(body.user).toMatchObject({
      email: claims.email,
      full_name: 'Grace Example',
      company: null,
      email_verified: true,
      has_password: false,
    });
    expect(await me(body)).toMatchObject({ status: 200, body: { id: body.user.id } });
    expect(await stored(claims.email)).toMatchObject({
      emailVerified: true,
      passwordHash: null,
      identity: { issuer: 'https://idp.example', subject: claims.sub },
    });
  });

  it('signing up welcomes the new account by mail', async () => {
    const claims = person();
    mine(await signUp(await idp.idToken(claims)));
    await app.settle();
    expect(app.world.mails.filter(({ to }) => to === claims.email)).toHaveLength(1);
  });

  it('signing up is 409 for an existing identity or e-mail', async () => {
    const claims = person();
    const { user } = mine(await signUp(await idp.idToken(claims)));
    for (const same of [claims, { ...claims, email: person().email }, { ...claims, sub: randomUUID() }])
      expect(await signUp(await idp.idToken(same))).toMatchObject(refusal(409, 'email_taken'));
    expect((await stored(claims.email)).id).toBe(user.id);
  });

  it.each([
    ['of many tokens', () => idp.idToken],
    ['of one token', () => undefined],
  ])('200 parallel sign-ups %s create one account', async (_, many) => {
    const claims = person();
    const one = await idp.idToken(claims);
    const tokens = await Promise.all(Array.from({ length: 200 }, () => many()?.(claims) ?? one));
    const answers = await Promise.all(tokens.map(signUp));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  it('signing up drops an invalid name', async () => {
    for (const name of ['', '  ', 'a\u0000b', 'x'.repeat(101), 7, null])
      expect(mine(await signUp(await idp.idToken({ ...person(), name }))).user.full_name).toBeNull();
  });
});

describe('signing in', () => {
  it('signing in is 404 without an account, and creates none', async () => {
    const claims = person();
    expect(await login(await idp.idToken(claims))).toMatchObject(refusal(404, 'account_not_found'));
    expect(await stored(claims.email)).toBeNull();
  });

  it('signing in finds the account by its identity even after its e-mail changed', async () => {
    const claims = person();
    const { user } = mine(await signUp(await idp.idToken(claims)));
    const moved = { ...claims, email: person().email };
    expect(mine(await login(await idp.idToken(moved))).user).toMatchObject({
      id: user.id,
      email: claims.email,
    });
    const other = await newUser(app);
    const onto = await idp.idToken({ ...claims, email: other.email });
    expect(mine(await login(onto)).user.id).toBe(user.id);
  });

  it('signing in first finds a verified account by its e-mail, and keeps its password and sessions', async () => {
    const earlier = await newUser(app, { emailVerified: true, passwordHash: '$argon2id$kept' });
    const claims = { ...person(), email: earlier.email };
    const body = mine(await login(await idp.idToken(claims)));
    expect(body.user.id).toBe(earlier.id);
    expect(await stored(earlier.email)).toMatchObject({
      passwordHash: '$argon2id$kept',
      identity: { subject: claims.sub },
    });
    expect((await app.accounts.readMe({ headers: earlier.headers })).status).toBe(200);
    await app.settle();
    expect(app.world.mails.filter(({ to }) => to === earlier.email)).toMatchObject([
      { subject: 'An identity-provider sign-in was added to your account', kind: 'transactional' },
    ]);
    const query = { user_id: earlier.id, action: 'link_identity' };
    const { body: audit } = await app.operators.listAudit({
      query,
      headers: { 'x-svc-dev-token': operatorToken },
    });
    expect(audit).toMatchObject({
      entries: [{ actor: { kind: 'user' }, details: { email_was_verified: true } }],
    });
  });

  it('signing in binds one of 50 parallel identities with the same e-mail, and refuses the rest', async () => {
    const { email } = await newUser(app, { emailVerified: true });
    const people = Array.from({ length: 50 }, () => ({ ...person(), email }));
    const answers = await Promise.all(people.map(async (claims) => login(await idp.idToken(claims))));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const answer of answers) if (answer.status !== 200) expect(answer).toMatchObject(refusal(403, 'identity_mismatch'));
  });

  it('50 parallel tokens of one user all sign in', async () => {
    const claims = { ...person(), email: (await newUser(app)).email };
    const answers = await Promise.all(Array.from({ length: 50 }, async () => login(await idp.idToken(claims))));
    const statuses: number[] = [];
    for (const answer of answers) statuses.push((await me(mine(answer))).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  });

  it('signing in refuses an inactive account, by identity and by e-mail', async () => {
    const claims = person();
    const { user } = mine(await signUp(await idp.idToken(claims)));
    await app.users.change(user.id, { isActive: false });
    const { email } = await newUser(app, { isActive: false });
    for (const one of [claims, { ...person(), email }])
      expect(await login(await idp.idToken(one))).toMatchObject(refusal(403, 'account_inactive'));
    expect(await complete(await idp.idToken(claims))).toMatchObject(refusal(403, 'account_inactive'));
  });
});

describe('an account that another person created with the e-mail', () => {
  const password = 'the-password-of-the-attacker';
  const register = async () => {
    const { email } = person();
    const attacker = mine(await app.accounts.register({ body: { email, password } }));
    app.world.clock.now += 1000;
    return { email, attacker };
  };

  it("an account created by another person becomes the owner's at the provider's sign-in, which ends its password and sessions", async () => {
    const { email, attacker } = await register();
    expect((await me(attacker)).status).toBe(200);
    const owner = mine(await login(await idp.idToken({ ...person(), email })));
    expect(owner.user.id).toBe(attacker.user.id);
    expect((await me(owner)).status).toBe(200);
    expect((await me(attacker)).status).toBe(401);
    expect(await app.accounts.refresh({ headers: { authorization: `Bearer ${attacker.access_token}` } })).toMatchObject({ status: 401 });
    expect(await app.accounts.login({ body: { email, password } })).toMatchObject(refusal(401, 'invalid_credentials'));
    expect(await stored(email)).toMatchObject({ passwordHash: null, emailVerified: true });
  });

  it('the owner of a recovered account gets one mail', async () => {
    const { email } = await register();
    const claims = { ...person(), email };
    for (let times = 1; times <= 3; times++) mine(await login(await idp.idToken(claims)));
    await app.settle();
    const told = app.world.mails.filter((mail) => mail.to === email && mail.subject.includes('was recovered'));
    expect(told).toHaveLength(1);
    expect(JSON.stringify(told)).toContain('Its earlier password no longer works');
  });

  it("another person's parallel sign-in leaves no session after the owner's sign-in", async () => {
    const { email } = await register();
    const token = await idp.idToken({ ...person(), email });
    app.world.clock.now += 20_000;
    const attempt = mine(await app.accounts.login({ body: { email, password } }));
    app.world.clock.now -= 20_000;
    const owner = mine(await login(token));
    app.world.clock.now += 20_000;
    expect((await me(attempt)).status).toBe(401);
    expect((await me(owner)).status).toBe(200);
    expect((await me(mine(await login(await idp.idToken({ sub: subOf(token), email }))))).status).toBe(200);
    expect((await app.accounts.login({ body: { email, password } })).status).toBe(401);
  });
});

describe('completing a sign-up', () => {
  const all = { full_name: 'Ada', company_short_desc: 'Shoes', role: 'Marketing', timezone: 'Europe/Lisbon' };

  it('completing a sign-up creates the whole account and starts its discovery', async () => {
    const claims = person();
    const { user } = mine(await complete(await idp.idToken(claims), all));
    expect(user).toMatchObject({
      ...all,
      company: 'Northwind Shoes',
      company_website: 'https://northwind.example/',
    });
    expect(await stored(claims.email)).toMatchObject({
      emailVerified: true,
      identity: { subject: claims.sub },
    });
    const kept = JSON.stringify(await app.world.streams.peek('outbox'));
    expect(kept).toContain(`lite_discovery#${user.id}`);
  });

  it('completing a sign-up fills only empty fields of an account with the same identity', async () => {
    const claims = person();
    const { user } = mine(await signUp(await idp.idToken(claims)));
    await app.users.change(user.id, { company: 'Own', role: 'Own' });
    const filled = mine(await complete(await idp.idToken(claims), { ...all, full_name: 'Other' })).user;
    expect(filled).toMatchObject({
      id: user.id,
      full_name: 'Grace Example',
      company: 'Own',
      role: 'Own',
      company_website: 'https://northwind.example/',
      company_short_desc: 'Shoes',
      timezone: 'Europe/Lisbon',
    });
    expect(mine(await complete(await idp.idToken(claims), { role: 'Third', company: 'Third' })).user).toEqual(filled);
    expect(JSON.stringify(await app.world.streams.peek('outbox'))).toContain(`lite_discovery#${user.id}`);
  });

  it('completing a sign-up is 409 for an account with the same e-mail and no or another identity', async () => {
    const plain = await newUser(app, { emailVerified: true });
    const claims = person();
    mine(await signUp(await idp.idToken(claims)));
    for (const email of [plain.email, claims.email])
      expect(await complete(await idp.idToken({ ...person(), email }))).toMatchObject(refusal(409, 'email_taken'));
    expect(await stored(plain.email)).toMatchObject({ identity: null, company: null });
  });

  it('50 parallel completions create one account with the values of the first', async () => {
    const claims = person();
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, at) =>
        at % 5 === 0
          ? { ...(await signUp(await idp.idToken(claims))), isSignUp: true }
          : { ...(await complete(await idp.idToken(claims), { company: `Company ${at}` })), isSignUp: false },
      ),
    );
    const { id, company } = await stored(claims.email);
    for (const { status, body, isSignUp } of answers) {
      if (isSignUp && status === 409) continue;
      expect([status, (body as { user: { id: number } }).user.id]).toEqual([200, id]);
    }
    expect(answers.filter(({ isSignUp }) => !isSignUp).map(({ status }) => status)).not.toContain(409);
    expect(company).toMatch(/^Company \d+$/);
  });

  it('completing a sign-up reports every invalid field', async () => {
    const answer = await app.accounts.completeIdpSignUp({
      body: { id_token: 'x', company: ' ', company_website: ' ', timezone: 'Mars/Base' },
    });
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).toMatch(/company.*company_website.*timezone/);
  });
});

describe('an id token', () => {
  it('each operation accepts an ID token once, and none signs in with the token of a sign-up', async () => {
    const claims = person();
    const token = await idp.idToken(claims);
    expect((await login(token)).status).toBe(404);
    expect((await signUp(token)).status).toBe(200);
    expect((await complete(token)).status).toBe(200);
    expect(await signUp(token)).toMatchObject(refusal(409, 'email_taken'));
    for (const again of [complete, login]) expect(await again(token)).toMatchObject(refusal(401, 'id_token_used'));
    expect((await login(await idp.idToken(claims))).status).toBe(200);
  });

  it('the record of a used ID token outlives it, and the token itself is not stored', async () => {
    const own = await startApp(await newWorld());
    const token = await own.world.idp.idToken(person());
    for (const operation of ['signUpWithIdp', 'completeIdpSignUp'] as const)
      expect((await own.accounts[operation]({ body: { id_token: token, ...company } })).status).toBe(200);
    const items = await allItems(own.world, 'accounts');
    const notes = items.filter(({ kind }) => kind === 'used_token');
    expect(notes.map(({ pk }) => pk.split('#')[1])).toEqual(['idp_complete', 'idp_login', 'idp_signup']);
    for (const { ttl } of notes) expect(ttl).toBeGreaterThan(own.world.clock.now / 1000 + 3600 + 60);
    for (const part of token.split('.')) expect(JSON.stringify(items)).not.toContain(part);
  });

  it('50 parallel uses of an ID token sign in once, also when it binds the account', async () => {
    const known = person();
    mine(await signUp(await idp.idToken(known)));
    for (const claims of [known, { ...person(), email: (await newUser(app)).email }]) {
      const token = await idp.idToken(claims);
      const answers = await Promise.all(Array.from({ length: 50 }, () => login(token)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(49);
    }
  });

  it('a differently encoded signature makes no new ID token', async () => {
    const claims = person();
    mine(await signUp(await idp.idToken(claims)));
    const token = await idp.idToken(claims);
    mine(await login(token));
    for (const other of [withOtherS(token), withOtherEnd(token)]) expect((await login(other)).status).toBe(401);
  });

  it('the text "true" in an ID token counts as a verified e-mail', async () => {
    const claims = { ...person(), email_verified: 'true' };
    expect(mine(await signUp(await idp.idToken(claims))).user).toMatchObject({ email_verified: true });
    expect(await login(await idp.idToken(claims))).toMatchObject({ status: 200 });
  });

  it('an ID token with an unverified e-mail is 403 everywhere', async () => {
    const claims = person();
    for (const unverified of [
      { ...claims, email_verified: false },
      { ...claims, email_verified: 'false' },
      { ...claims, email_verified: 'TRUE' },
      { ...claims, email_verified: 'yes' },
      { ...claims, email_verified: '1' },
      { ...claims, email_verified: ['true'] },
      { ...claims, email_verified: 1 },
      { ...claims, email_verified: undefined },
      { ...claims, email: undefined },
      { ...claims, email: 'no address' },
      { ...claims, email: [claims.email] },
    ]) {
      for (const operation of [login, signUp, complete])
        expect(await operation(await idp.idToken(unverified))).toMatchObject(refusal(403, 'email_not_verified'));
    }
    expect(await stored(claims.email)).toBeNull();
  });

  it('an ID token with a reserved address is 403 everywhere', async () => {
    for (const email of ['user+351912345678@operator.example', 'invalidate_a@company.example'])
      for (const operation of [login, signUp, complete])
        expect(await operation(await idp.idToken({ ...person(), email }))).toMatchObject(refusal(403, 'forbidden'));
  });
});

const subOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub as string;
const bytesOf = (token: string) => Buffer.from(token.slice(token.lastIndexOf('.') + 1), 'base64url');
const withSignature = (token: string, signature: string) => `${token.slice(0, token.lastIndexOf('.'))}.${signature}`;
/** In this order of P-256, (r, n - s) is as good a signature as (r, s). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
function withOtherS(token: string) {
  const signature = bytesOf(token);
  const s = order - BigInt(`0x${signature.subarray(32).toString('hex')}`);
  signature.write(s.toString(16).padStart(64, '0'), 32, 'hex');
  return withSignature(token, signature.toString('base64url'));
}
/** The last character of 64 bytes as base64url has four unused bits. */
function withOtherEnd(token: string) {
  const last = token.at(-1) ?? '';
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return token.slice(0, -1) + alphabet[alphabet.indexOf(last) ^ 1];
}
