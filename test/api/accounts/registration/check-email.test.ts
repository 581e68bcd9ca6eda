import { newUser, newWorld, operatorDomain, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp(await newWorld());
});
const check = (body: unknown) => app.accounts.checkEmail({ body: body as { email: string } });

describe('checking an e-mail', () => {
  it('an e-mail without an account can be registered', async () => {
    expect(await check({ email: ' New@Company.Example ' })).toMatchObject({
      status: 200,
      body: { email: 'new@company.example', registered: false, is_active: false, can_register: true },
    });
  });

  it('an e-mail of an active or inactive account cannot be registered', async () => {
    const active = await newUser(app);
    expect((await check({ email: active.email.toUpperCase() })).body).toEqual({
      email: active.email,
      registered: true,
      is_active: true,
      can_register: false,
    });
    const { email } = await newUser(app, { isActive: false });
    expect((await check({ email })).body).toEqual({
      email,
      registered: true,
      is_active: false,
      can_register: false,
    });
  });

  it.each([
    `user+4915112345678@${operatorDomain}`,
    `USER+4915112345678@${operatorDomain.toUpperCase()}`,
    'invalidate_ada@company.example',
    'Invalidate_2_ada@company.example',
  ])('a reserved e-mail cannot be registered: %s', async (email) => {
    expect((await check({ email })).body).toMatchObject({ registered: false, can_register: false });
  });

  it.each([
    `user@${operatorDomain}`,
    'user+4915112345678@elsewhere.example',
    'user+tag@company.example',
    'notinvalidate_ada@company.example',
  ])('an e-mail that only looks like a reserved e-mail can be registered: %s', async (email) => {
    expect((await check({ email })).body).toMatchObject({ can_register: true });
  });

  it('checking an e-mail accepts any object with an e-mail, and nothing else', async () => {
    expect((await check({ email: 'a@b.example', more: [1], password: 7 })).status).toBe(200);
    for (const body of [{}, { email: null }, { email: 7 }, { email: '' }, { email: 'a@b' }, [], 'a@b.example'])
      expect([body, (await check(body)).status]).toEqual([body, 422]);
  });

  it('checking an e-mail makes the same calls for a known and an unknown e-mail', async () => {
    const { email } = await newUser(app);
    const before = app.calls.length;
    await check({ email });
    const between = app.calls.length;
    await check({ email: 'unknown@company.example' });
    expect(app.calls.slice(between)).toEqual(app.calls.slice(before, between));
    expect(between - before).toBe(2);
  });
});
