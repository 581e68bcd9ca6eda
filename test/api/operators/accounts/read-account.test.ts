import { newAdvertiser, newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';

const headers = { 'x-svc-dev-token': operatorToken };
let app: TestApp;
beforeAll(async () => {
  app = await startApp(await newWorld());
});

const accountOf = async (user_id: number) => {
  const { status, body } = await app.operators.readAccount({ params: { user_id }, headers });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
};

describe("the operators' view of an account", () => {
  it("the operators' view shows keys, credits, limits and clients, and never a secret", async () => {
    const { id, secretKeyId, key } = await newAdvertiser(app);
    const client = await newUser(app);
    const naming = { user_id: id };
    await app.operators.grantCredits({ body: { ...naming, amount: 7, reason: 'Thanks' }, headers });
    await app.operators.setIngestLimits({
      body: { ...naming, events_per_second: 900, burst: null },
      headers,
    });
    await app.operators.linkManagedClient({
      body: { manager_user_id: id, client_user_id: client.id },
      headers,
    });
    const account = await accountOf(id);
    expect(account).toMatchObject({
      user: { id, is_active: true },
      balance: 7,
      ingest_limits: { events_per_second: 900 },
      managed_client_ids: [client.id],
      licences: [],
      subscriptions: [],
      deleted_at: null,
    });
    expect(account.keys.map((one) => one.id)).toContain(secretKeyId);
    const text = JSON.stringify(account);
    expect(text).not.toContain(key.authorization.slice('Bearer '.length));
    expect(text).not.toMatch(/hash\w*":|\$argon2|sha256/i);
  });

  it("the operators' view is recorded even without such an account, and lists credits in pages", async () => {
    const { id } = await newUser(app);
    for (const amount of [1, 2, 3]) await app.operators.grantCredits({ body: { user_id: id, amount, reason: `No. ${amount}` }, headers });
    await accountOf(id);
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const query = { user_id: id, limit: 2, ...(cursor && { cursor }) };
      const { status, body } = await app.operators.listAccountCredits({ query, headers });
      if (status !== 200) throw new Error(JSON.stringify(body));
      expect(body.balance).toBe(6);
      seen.push(...body.transactions.map(({ amount }) => amount));
      cursor = body.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual([3, 2, 1]);
    const nobody = id + 1;
    for (const { status } of [
      await app.operators.readAccount({ params: { user_id: nobody }, headers }),
      await app.operators.listAccountCredits({ query: { user_id: nobody }, headers }),
    ])
      expect(status).toBe(404);
    const actionsOf = async (user_id: number) => {
      const { body } = await app.operators.listAudit({ query: { user_id }, headers });
      return 'entries' in body ? body.entries.map(({ action, details }) => [action, details]) : [];
    };
    expect(await actionsOf(id)).toContainEqual(['read_account', {}]);
    expect(await actionsOf(nobody)).toEqual(
      expect.arrayContaining([
        ['read_account', { found: false }],
        ['read_account_credits', { found: false }],
      ]),
    );
  });

  it("the operators' view lists sent and unsent e-mails with reasons, without their texts", async () => {
    const mailed = await newUser(app);
    const silent = await newUser(app);
    await app.workerDeps('outbox').suppressions.add(silent.email, 'bounce');
    for (const { headers: owner } of [mailed, silent])
      await app.keys.createKey({
        body: { name: 'Shop', kind: 'secret', environment: 'test' },
        headers: owner,
      });
    await app.settle();
    const mailsOf = async (user_id: number) => {
      const { body } = await app.operators.readAccount({ params: { user_id }, headers });
      return 'mails' in body ? body.mails.map(({ template, outcome }) => [template, outcome]) : body;
    };
    expect(await mailsOf(mailed.id)).toEqual([['secret_key_issued', 'sent']]);
    expect(await mailsOf(silent.id)).toEqual([['secret_key_issued', 'suppressed']]);
    app.world.clock.now += 60_000;
    await app.accounts.forgotPassword({ body: { email: mailed.email } });
    await app.settle();
    await app.work('reset_codes');
    expect(await mailsOf(mailed.id)).toEqual([
      ['reset_code', 'sent'],
      ['secret_key_issued', 'sent'],
    ]);
    const { body } = await app.operators.readAccount({ params: { user_id: mailed.id }, headers });
    for (const { text } of app.world.mails) {
      const [code = 'no code'] = /\b\d{6}\b/.exec(text) ?? [];
      expect(JSON.stringify('mails' in body && body.mails)).not.toContain(code);
    }
  });

  it('the audit has the reason of a change without personal data', async () => {
    const { id } = await newUser(app);
    const reason = 'ada@northwind.example asked for it';
    await app.operators.invalidateAccount({ body: { user_id: id, reason }, headers });
    const { body } = await app.operators.listAudit({ query: { user_id: id }, headers });
    if (!('entries' in body)) throw new Error(JSON.stringify(body));
    expect(body.entries[0]).toMatchObject({ action: 'invalidate_account' });
    const kept = String(body.entries[0]?.details.reason);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept).not.toContain('ada@');
  });
});
