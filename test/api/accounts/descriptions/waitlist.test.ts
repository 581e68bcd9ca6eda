import { endpoints } from '#functions/groups.ts';
import { accountErrors } from '#shared/accounts/errors.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';
import { newModels } from '#test/kit/llm.ts';

const operator = { 'x-svc-dev-token': operatorToken };
const password = 'correct horse battery staple';
let app: TestApp;
beforeAll(async () => {
  app = await startApp(await newWorld(), {
    env: { DESCRIPTION_CHECKS_PER_HOUR: '500', REGISTRATIONS_PER_HOUR: '500' },
  });
});
beforeEach(() => {
  Object.assign(app.world.models, newModels());
  Object.assign(app.world, { clientAddress: '192.0.2.1' });
  for (const list of [app.world.mails, app.world.notices, app.world.messages]) list.length = 0;
});

let count = 0;
const harmful = () => `We sell [[violence]] to everybody, shop ${++count}.`;
const newEmail = () => `ada${++count}@company.example`;
const validate = (company_description: string, { email, headers }: { email?: string; headers?: Headers } = {}) =>
  app.accounts.validateCompanyDescription({
    body: { company_description, email },
    ...(headers && { headers }),
  });
type Headers = { authorization: string };
async function register(email = newEmail()) {
  const answer = await app.accounts.register({ body: { email, password } });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  const { access_token, user } = answer.body;
  return {
    email,
    id: user.id,
    on_waitlist: user.on_waitlist,
    headers: { authorization: `Bearer ${access_token}` },
  };
}
const isWaitlisted = async ({ headers }: { headers: Headers }) => {
  const { body } = await app.accounts.readMe({ headers });
  return 'on_waitlist' in body && body.on_waitlist;
};
async function settle() {
  await app.settle();
  await app.work('description_checks');
  await app.settle();
  await app.work('notices');
}
const noticesOf = (id: number) => app.world.notices.filter((text) => text.includes(`Account ${id} `));
const from = (clientAddress: string) => Object.assign(app.world, { clientAddress });
const set = (body: Parameters<TestApp['operators']['setWaitlist']>[0]['body']) => app.operators.setWaitlist({ body, headers: operator });
const list = async (query: object = {}) => {
  const { body } = await app.operators.listWaitlist({ query, headers: operator });
  if (!('accounts' in body)) throw new Error(JSON.stringify(body));
  return body;
};

describe('a flagged description', () => {
  it('a flagged description moves a signed-in caller to the waitlist at once, with one notice and no mail', async () => {
    const user = await newUser(app);
    const text = harmful();
    expect(await validate(text, user)).toMatchObject({ status: 200, body: { move_to_waitlist: true } });
    expect(await isWaitlisted(user)).toBe(true);
    await validate(text, user);
    await settle();
    expect(noticesOf(user.id)).toHaveLength(1);
    expect(noticesOf(user.id)[0]).toContain('violence');
    expect(app.world.mails).toEqual([]);
    await validate(harmful(), user);
    await settle();
    expect(noticesOf(user.id)).toHaveLength(2);
  });

  it('a flagged description moves the caller, never the account of the named address', async () => {
    const [caller, other] = [await newUser(app), await register()];
    await validate(harmful(), { headers: caller.headers as Headers, email: other.email });
    expect(await isWaitlisted(caller)).toBe(true);
    expect(await isWaitlisted(other)).toBe(false);
  });

  it('a text flagged twenty times in parallel moves the caller once', async () => {
    const user = await newUser(app);
    const text = harmful();
    const answers = await Promise.all(Array.from({ length: 20 }, () => validate(text, user)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await settle();
    expect(noticesOf(user.id)).toHaveLength(1);
    expect((await list()).accounts.filter(({ user_id }) => user_id === user.id)).toHaveLength(1);
  });

  it('an invalid token counts as no token, and a harmless text moves no account', async () => {
    const user = await newUser(app);
    expect((await validate(harmful(), { headers: { authorization: 'Bearer nonsense' } })).status).toBe(200);
    expect(await validate('We bake bread for Leeds.', user)).toMatchObject({
      body: { move_to_waitlist: false },
    });
    expect(await isWaitlisted(user)).toBe(false);
  });

  it('a flagged description with an address moves an account of the address from the same network within a day', async () => {
    const email = newEmail();
    await validate(harmful(), { email });
    from('192.0.2.77');
    const later = await register(email);
    expect(later.on_waitlist).toBe(true);
    await settle();
    expect(noticesOf(later.id)).toHaveLength(1);
    const earlier = await register();
    expect(earlier.on_waitlist).toBe(false);
    await validate(harmful(), { email: earlier.email });
    expect(await isWaitlisted(earlier)).toBe(true);
  });

  const reasonOf = async (...given: Parameters<typeof validate>) => {
    const { body } = await validate(...given);
    return 'reason' in body ? body.reason : '';
  };
  const isMovedText = 'so the account is moved to the waitlist';
  const afterSignIn = 'once you sign in with it';

  it('the answer to a flagged description says that the account moved only when it did', async () => {
    const user = await newUser(app);
    expect(await reasonOf(harmful(), user)).toContain(isMovedText);
    const sameNetwork = await register();
    expect(await reasonOf(harmful(), { email: sameNetwork.email })).toContain(isMovedText);
    expect(await isWaitlisted(sameNetwork)).toBe(true);
  });

  it('the answer says "once you sign in with it" without an address, for an unknown address, and from another network', async () => {
    const existing = await register();
    from('198.51.100.9');
    for (const email of [undefined, newEmail(), existing.email]) {
      const reason = await reasonOf(harmful(), { ...(email && { email }) });
      expect(reason).toContain(afterSignIn);
      expect(reason).not.toContain(isMovedText);
    }
    expect(await isWaitlisted(existing)).toBe(false);
  });

  it("after an operator's clearance, the answer to the same text says that it was reviewed", async () => {
    const user = await newUser(app);
    const text = harmful();
    expect(await reasonOf(text, user)).toContain(isMovedText);
    expect(await reasonOf(text, user)).toContain(isMovedText);
    await set({ user_id: user.id, on_waitlist: false, reason: 'Reviewed' });
    expect(await reasonOf(text, user)).toContain('already reviewed');
    expect(await isWaitlisted(user)).toBe(false);
  });

  it('a flagged description moves no account of another network, or of a day later', async () => {
    const email = newEmail();
    const existing = await register();
    const old = await register();
    from('198.51.100.9');
    await validate(harmful(), { email });
    await validate(harmful(), { email: existing.email });
    from('192.0.2.1');
    expect((await register(email)).on_waitlist).toBe(false);
    expect(await isWaitlisted(existing)).toBe(false);
    const late = newEmail();
    await validate(harmful(), { email: late });
    app.world.clock.now += 86_400_000 - 1000;
    await validate(harmful(), { email: old.email });
    app.world.clock.now += 1000;
    expect((await register(late)).on_waitlist).toBe(false);
    await validate(harmful(), { email: existing.email });
    const { users } = app;
    expect((await users.byId(existing.id))?.onWaitlist).toBe(false);
    expect((await users.byId(old.id))?.onWaitlist).toBe(true);
  });

  it('a flagged description also moves an account that is created in parallel', async () => {
    const emails = Array.from({ length: 20 }, newEmail);
    const text = harmful();
    await validate(text);
    await Promise.all(emails.flatMap((email) => [validate(text, { email }), register(email)]));
    for (const email of emails) expect((await app.users.byEmail(email))?.onWaitlist).toBe(true);
  });
});

describe('the description of an account', () => {
  const flagged = 'We sell [[hate]] here.';
  const change = (headers: Headers, company_short_desc: string | null) =>
    app.accounts.changeProfile({ body: { company_short_desc }, headers });

  it('the description of an account is moderated after a registration, and after a sign-up at the identity provider', async () => {
    const email = newEmail();
    await app.accounts.sendVerification({ body: { email } });
    const code = /^\d{6}$/m.exec(app.world.mails.at(-1)?.text ?? '')?.[0] ?? '';
    const made = await app.accounts.completeRegistration({
      body: { email, code, password, company_short_desc: flagged },
    });
    expect(made).toMatchObject({ status: 200, body: { user: { on_waitlist: false } } });
    const person = newEmail();
    const completed = await app.accounts.completeIdpSignUp({
      body: {
        id_token: await app.world.idp.idToken({ sub: person, email: person }),
        company: 'Northwind',
        company_website: 'northwind.example',
        company_short_desc: flagged,
      },
    });
    expect(completed.status).toBe(200);
    await settle();
    for (const one of [email, person]) {
      const user = await app.users.byEmail(one);
      expect(user?.onWaitlist).toBe(true);
      expect(noticesOf(user?.id ?? 0)).toHaveLength(1);
    }
  });

  it('the description of an account is moderated after each change, without delaying the answer', async () => {
    const user = await newUser(app);
    await change(user.headers, 'We bake bread.');
    await settle();
    expect(await isWaitlisted(user)).toBe(false);
    const answer = await change(user.headers, flagged);
    expect(answer).toMatchObject({ status: 200, body: { company_short_desc: flagged, on_waitlist: false } });
    await settle();
    expect(await isWaitlisted(user)).toBe(true);
    expect(noticesOf(user.id)).toHaveLength(1);
  });

  it('a description that was moderated during onboarding is not moderated again', async () => {
    const user = await newUser(app);
    const text = harmful();
    await validate(text);
    app.world.models.moderated.length = 0;
    await change(user.headers, `  ${text} `);
    await settle();
    expect(app.world.models.moderated).toEqual([]);
    expect(await isWaitlisted(user)).toBe(true);
  });

  it('a description waits in the queue while the moderation is down', async () => {
    const { id } = await newUser(app, { companyShortDesc: flagged });
    app.world.models.failing = { moderation: 'no_answer' };
    expect(await app.attempt('description_checks', { user_id: id })).toBe(false);
    app.world.models.failing = {};
    expect(await app.attempt('description_checks', { user_id: id })).toBe(true);
    expect((await app.users.byId(id))?.onWaitlist).toBe(true);
  });

  it('a missing, ended or cleared account has no description to moderate', async () => {
    const ended = await newUser(app, { companyShortDesc: flagged, isActive: false });
    const empty = await newUser(app);
    for (const id of [ended.id, empty.id, 2 ** 50]) expect(await app.attempt('description_checks', { user_id: id })).toBe(true);
    expect(app.world.models.moderated).toEqual([]);
    expect((await app.users.byId(ended.id))?.onWaitlist).toBe(false);
  });
});

describe('an account on the waitlist', () => {
  const calls = (headers: Headers, query: object = {}) => ({
    discover: () => app.competitors.discover({ body: { company_website: 'northwind.example' }, headers, query }),
    plan: () => app.keywordPlans.planKeywords({ headers, query }),
    'ad prompt': () => app.prompts.generateAdPrompt({ body: { image_url: 'https://a.example/b.png' }, headers, query }),
    'template prompt': () =>
      app.prompts.generateTemplatePrompt({
        body: {
          ad_images: ['https://a.example/b.png'],
          product_images: ['https://a.example/b.png'],
        } as never,
        headers,
        query,
      }),
    'auto-discover': () => app.competitors.discoverOwnPage({ headers, query }),
    'set page': () => app.competitors.setOwnPage({ body: { page_url: '104000000101303' }, headers, query }),
    'own ads': () => app.competitors.readOwnAds({ headers, query }),
    'own ads with a forced refresh': () => app.competitors.readOwnAds({ headers, query: { ...query, force_refresh: 'true' } as never }),
  });

  it.each(Object.keys(calls({ authorization: '' })))('%s is 403 on_waitlist until the account is cleared', async (name) => {
    const user = await newUser(app, { onWaitlist: true, companyWebsite: 'https://northwind.example/' });
    const call = () => calls(user.headers)[name as 'discover']();
    expect(await call()).toMatchObject({ status: 403, body: { code: 'on_waitlist' } });
    await set({ user_id: user.id, on_waitlist: false, reason: 'Reviewed' });
    expect((await call()).body).not.toMatchObject({ code: 'on_waitlist' });
  });

  it('exactly the operations that start a discovery, plan or prompt and all of the own ads declare on_waitlist', () => {
    const declared = endpoints.filter(({ errors = [] }) => errors.includes(accountErrors.on_waitlist)).map(({ id }) => id);
    const ownAds = endpoints.filter(({ path }) => path.startsWith('/api/v1/competitors/my-ads')).map(({ id }) => id);
    expect(ownAds).toHaveLength(4);
    const started = ['discover', 'planKeywords', 'generateAdPrompt'];
    expect(declared.sort()).toEqual([...ownAds, ...started].sort());
  });

  it('an account on the waitlist gets no automatic discovery', async () => {
    const email = newEmail();
    await validate(harmful(), { email });
    const made = await app.accounts.completeIdpSignUp({
      body: {
        id_token: await app.world.idp.idToken({ sub: email, email }),
        company: 'Northwind',
        company_website: 'northwind.example',
      },
    });
    expect(made).toMatchObject({ status: 200, body: { user: { on_waitlist: true } } });
    await settle();
    const id = (await app.users.byEmail(email))?.id;
    const tasks = (await allItems(app.world, 'analysis')).filter(({ kind }) => kind === 'user_task');
    expect(tasks.filter(({ userId }) => userId === id)).toEqual([]);
  });

  it('an account on the waitlist neither acts for other accounts nor has other users act for it', async () => {
    const [listed, other] = [await newUser(app, { onWaitlist: true }), await newUser(app)];
    for (const [manager, client] of [
      [listed, other],
      [other, listed],
    ] as const) {
      await app.operators.linkManagedClient({
        body: { manager_user_id: manager.id, client_user_id: client.id },
        headers: operator,
      });
      const { discover } = calls(manager.headers as Headers, { client_user_id: client.id });
      expect(await discover()).toMatchObject({ status: 403, body: { code: 'on_waitlist' } });
    }
  });

  it('an account on the waitlist can sign in, manage keys, send conversions and read', async () => {
    const user = await register();
    await set({ user_id: user.id, on_waitlist: true, reason: 'Spam' });
    const { headers } = user;
    expect((await app.accounts.login({ body: { email: user.email, password } })).status).toBe(200);
    const key = await app.keys.createKey({
      body: { name: 'Shop', kind: 'secret', environment: 'test' },
      headers,
    });
    if (key.status !== 201) throw new Error(JSON.stringify(key.body));
    const sent = await app.conversions.sendConversion({
      body: { event_type: 'a', event_id: 'e', svc_click_id: 's_nobody' },
      headers: { authorization: `Bearer ${key.body.key}` },
    });
    expect(sent.status).toBe(202);
    expect((await app.competitors.listCompanyCompetitors({ headers, query: {} })).status).toBe(200);
    expect((await app.keywordPlans.readKeywordPlan({ headers, query: {} })).status).toBe(200);
    expect((await app.competitors.readSocialAds({ headers, query: {} })).status).toBe(200);
    expect((await app.credits.listCredits({ headers, query: {} })).status).toBe(200);
  });
});

describe('operators', () => {
  const auditOf = async (user_id: number) => {
    const { body } = await app.operators.listAudit({ query: { user_id }, headers: operator });
    if (!('entries' in body)) throw new Error(JSON.stringify(body));
    return body.entries;
  };

  it('operators list the accounts on the waitlist with reasons, newest first', async () => {
    const known = (await list({ limit: 100 })).accounts.map(({ user_id }) => user_id);
    const first = await register();
    app.world.clock.now += 10;
    const second = await register();
    await validate(harmful(), second);
    await set({ email: first.email, on_waitlist: true, reason: 'Spam' });
    const all = await list({ limit: 100 });
    const added = all.accounts.filter(({ user_id }) => !known.includes(user_id));
    expect(added).toMatchObject([
      {
        user_id: second.id,
        email: second.email,
        source: 'description',
        categories: ['violence'],
        reason: null,
      },
      { user_id: first.id, email: first.email, source: 'operator', categories: [], reason: 'Spam' },
    ]);
    const seen: number[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await list({ limit: 1, ...(cursor && { cursor }) });
      seen.push(...page.accounts.map(({ user_id }) => user_id));
      if (!page.next_cursor) break;
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(all.accounts.map(({ user_id }) => user_id));
  });

  it('operators clear an account with an audit entry, and the same text does not flag it again', async () => {
    const user = await newUser(app);
    const text = harmful();
    await validate(text, user);
    const reason = 'Reviewed with ada@company.example';
    const cleared = { user_id: user.id, on_waitlist: false };
    expect(await set({ ...cleared, reason })).toMatchObject({ status: 200, body: cleared });
    expect(await set({ ...cleared, reason })).toMatchObject({ status: 200, body: cleared });
    expect(await isWaitlisted(user)).toBe(false);
    expect((await list({ limit: 100 })).accounts.map(({ user_id }) => user_id)).not.toContain(user.id);
    const [entry] = await auditOf(user.id);
    expect(entry).toMatchObject({ action: 'set_waitlist', details: { on_waitlist: false } });
    expect(JSON.stringify(entry)).not.toContain('ada@company.example');
    await validate(text, user);
    await app.accounts.changeProfile({ body: { company_short_desc: text }, headers: user.headers });
    await settle();
    expect(await isWaitlisted(user)).toBe(false);
    await validate(harmful(), user);
    expect(await isWaitlisted(user)).toBe(true);
  });

  it('operators get 404 for unknown users and 422 for missing fields', async () => {
    expect((await set({ user_id: 2 ** 50, on_waitlist: true, reason: 'x' })).status).toBe(404);
    expect((await set({ on_waitlist: true, reason: 'x' })).status).toBe(422);
    expect((await set({ user_id: 1, on_waitlist: true } as never)).status).toBe(422);
  });

  it('parallel changes of a waitlist entry end in one consistent state', async () => {
    const { id } = await newUser(app);
    await Promise.all(Array.from({ length: 20 }, (_, i) => set({ user_id: id, on_waitlist: i % 2 === 0, reason: 'x' })));
    const isListed = (await list({ limit: 100 })).accounts.some(({ user_id }) => user_id === id);
    expect((await app.users.byId(id))?.onWaitlist).toBe(isListed);
  });
});
