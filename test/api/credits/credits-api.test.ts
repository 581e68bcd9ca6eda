import { newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';
import { entry } from './scene.ts';

let app: TestApp;
let user: Awaited<ReturnType<typeof newUser>>;
beforeAll(async () => {
  app = await startApp(await newWorld());
});
beforeEach(async () => {
  user = await newUser(app);
  app.calls.length = 0;
});

const operator = { 'x-svc-dev-token': operatorToken };
type GrantBody = Parameters<TestApp['operators']['grantCredits']>[0]['body'];
const grant = (body: object = {}, headers: Record<string, string> = {}) =>
  app.operators.grantCredits({
    body: { email: user.email, amount: 100, reason: 'Thanks', ...body } as GrantBody,
    headers: { ...operator, ...headers },
  });
const keyed = (body: object, key: string) => grant(body, { 'Idempotency-Key': key });
const list = async (query: { limit?: number; cursor?: string } = {}, headers = user.headers) => {
  const answer = await app.credits.listCredits({ query, headers });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};
const auditOf = async (user_id = user.id) => {
  const answer = await app.operators.auditCredits({ query: { user_id }, headers: operator });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};
const auditEntries = async () => {
  const answer = await app.operators.listAudit({ query: { user_id: user.id }, headers: operator });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.entries;
};
const operations = () => app.calls.map(({ operation }) => operation);

describe('reading credits', () => {
  it('a user without credits has an empty ledger, at the cost of the account and one read of the balance', async () => {
    expect(await list()).toEqual({
      balance: 0,
      transactions: [],
      next_cursor: null,
      billing_portal_url: null,
      prices: ['discovery', 'keyword_plan', 'ad_prompt', 'template_prompt'].map((operation) => ({
        operation,
        credits: 0,
      })),
      licence_credits: [
        { tier: 1, credits: 100 },
        { tier: 2, credits: 300 },
        { tier: 3, credits: 600 },
      ],
    });
    expect(operations()).toEqual(['GetItem', 'GetItem']);
  });

  it("reading credits returns the balance and one's own transactions, newest first, by pages", async () => {
    for (const amount of [1, 2, 3]) await grant({ amount });
    await grant({ email: (await newUser(app)).email });
    const first = await list({ limit: 2 });
    expect(first).toMatchObject({
      balance: 6,
      transactions: [{ amount: 3, balance_after: 6 }, { amount: 2 }],
    });
    expect(Object.keys(first.transactions[0] ?? {}).sort()).toEqual(
      ['id', 'type', 'amount', 'balance_after', 'reason', 'created_at', 'key'].sort(),
    );
    app.calls.length = 0;
    const second = await list({ limit: 2, cursor: first.next_cursor ?? '' });
    expect(second).toMatchObject({ balance: 6, transactions: [{ amount: 1 }], next_cursor: null });
    expect(operations().sort()).toEqual(['GetItem', 'GetItem', 'Query']);
    expect(await list({ limit: 3 })).toMatchObject({ next_cursor: null });
  });

  it.each([
    '',
    'x',
    'YmVmb3JlLjE',
    'YmVmb3JlLjI=',
    Buffer.from('before.-2').toString('base64url'),
    Buffer.from('before.1e3').toString('base64url'),
    Buffer.from('[2]').toString('base64url'),
  ])('reading credits refuses the cursor %j, which it did not return', async (cursor) => {
    const answer = await app.credits.listCredits({ query: { cursor }, headers: user.headers });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['query', 'cursor'] }] } });
  });

  it.each([0, 101, -1, 1.5])('reading credits refuses a limit of %j', async (limit) => {
    const answer = await app.credits.listCredits({ query: { limit }, headers: user.headers });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['query', 'limit'] }] } });
  });
});

describe('granting credits', () => {
  it('granting credits adds an adjustment, which the user sees', async () => {
    const answer = await grant({ amount: 7 });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        transaction: { type: 'ADJUSTMENT', amount: 7, reason: 'Thanks' },
        balance: 7,
        duplicate: false,
      },
    });
    expect(await list()).toMatchObject({
      balance: 7,
      transactions: [answer.status === 200 && answer.body.transaction],
    });
  });

  it('granting credits costs two reads for the e-mail, one of the balance and one transaction', async () => {
    await grant();
    expect(operations()).toEqual(['GetItem', 'GetItem', 'GetItem', 'TransactWriteItems']);
  });

  it('granting credits accepts either a user ID or an e-mail', async () => {
    expect(await grant({ email: undefined, user_id: user.id })).toMatchObject({ status: 200 });
    expect(await grant({ email: ` ${user.email.toUpperCase()} ` })).toMatchObject({ status: 200 });
    for (const body of [{ user_id: user.id }, { email: undefined }, { email: null, user_id: null }])
      expect(await grant(body)).toMatchObject({ status: 422 });
    expect(await auditOf()).toMatchObject({ rows: 2 });
  });

  it.each([0, -1, 1.5, 1_000_001, '5', null, true])('granting credits refuses the amount %j', async (amount) => {
    expect(await grant({ amount })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'amount'] }] },
    });
    expect(await auditOf()).toMatchObject({ balance: 0, rows: 0 });
  });

  it('granting credits reports every problem of a body', async () => {
    const answer = await grant({ email: undefined, amount: -1, reason: ' ' });
    const places = (answer.body as { detail: { loc: string[] }[] }).detail.map(({ loc }) => loc.join('.'));
    expect(places.sort()).toEqual(['body.amount', 'body.email', 'body.reason']);
  });

  it('granting credits is 404 for an unknown e-mail and an unknown id', async () => {
    expect(await grant({ email: 'nobody@company.example' })).toMatchObject({ status: 404 });
    expect(await grant({ email: undefined, user_id: 1 })).toMatchObject({ status: 404 });
  });

  it('granting credits without a key grants each time', async () => {
    await Promise.all([grant(), grant()]);
    expect(await auditOf()).toMatchObject({ balance: 200, rows: 2, is_equal: true });
  });

  it('granting credits with a key grants once for any number of parallel and later requests, with the same answer', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => keyed({}, `once ${user.id}`)));
    app.world.clock.now += 400 * 86_400_000;
    answers.push(await keyed({ email: undefined, user_id: user.id }, `once ${user.id}`));
    await grant();
    answers.push(await keyed({}, `once ${user.id}`));
    const bodies = answers.map(({ status, body }) => {
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body as { duplicate: boolean };
    });
    expect(bodies.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    for (const body of bodies) expect({ ...body, duplicate: false }).toEqual({ ...bodies[0], duplicate: false });
    expect(bodies[0]).toMatchObject({ balance: 100, transaction: { key: `adjustment#once ${user.id}` } });
    expect(await auditOf()).toMatchObject({ balance: 200, rows: 2 });
  });

  it('granting credits refuses a key of a request with another user, amount or reason', async () => {
    const key = `reused ${user.id}`;
    const stranger = await newUser(app);
    await keyed({}, key);
    for (const other of [{ amount: 101 }, { reason: 'Sorry' }, { email: stranger.email }])
      expect(await keyed(other, key)).toMatchObject({
        status: 409,
        body: { code: 'idempotency_key_reused' },
      });
    expect(await auditOf()).toMatchObject({ balance: 100, rows: 1 });
    expect(await auditOf(stranger.id)).toMatchObject({ balance: 0, rows: 0, last_transaction: null });
  });

  it.each(['', 'x'.repeat(201), 'é', 'a\tb'])('granting credits refuses the key %j', async (key) => {
    expect(await keyed({}, key)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['header', 'Idempotency-Key'] }] },
    });
    expect(await auditOf()).toMatchObject({ rows: 0 });
  });

  it('a repeated grant of credits is in the audit log once', async () => {
    await keyed({}, `audited ${user.id}`);
    await keyed({}, `audited ${user.id}`);
    expect(await auditEntries()).toMatchObject([
      {
        action: 'grant_credits',
        actor: { kind: 'operator_token' },
        user_id: user.id,
        details: { amount: 100, key: `adjustment#audited ${user.id}`, reason: 'Thanks' },
      },
    ]);
  });
});

describe('reversing a transaction', () => {
  const reverse = (transaction_id: string, body: object = { email: user.email }) =>
    app.operators.reverseCredits({
      body: { transaction_id, reason: 'By mistake', ...body },
      headers: operator,
    });
  const granted = async () => {
    const answer = await grant();
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body.transaction;
  };

  it('reversing a transaction adds its opposite once, and is audited once', async () => {
    const { id } = await granted();
    const first = await reverse(id);
    expect(first).toMatchObject({
      status: 200,
      body: { transaction: { type: 'reversal', amount: -100, reverses: id }, balance: 0, duplicate: false },
    });
    const again = await reverse(id);
    expect(again.body).toEqual({ ...first.body, duplicate: true });
    expect(await list()).toMatchObject({ balance: 0, transactions: [{ reverses: id }, { id }] });
    expect((await auditEntries()).map(({ action, details }) => [action, details.reason]).sort()).toEqual([
      ['grant_credits', 'Thanks'],
      ['reverse_credits', 'By mistake'],
    ]);
  });

  it("reversing a transaction is 409 after the credits were used and for a reversal, and 404 for another user's transaction", async () => {
    const { id } = await granted();
    expect(await reverse(id, { user_id: (await newUser(app)).id })).toMatchObject({ status: 404 });
    expect(await reverse('tx_1_0000000000000000')).toMatchObject({ status: 404 });
    await app.ledger.spend(user.id, entry({ amount: 1 }));
    expect(await reverse(id)).toMatchObject({ status: 409, body: { code: 'not_reversible' } });
    await grant({ amount: 1 });
    const done = await reverse(id);
    const reversal = done.status === 200 ? done.body.transaction.id : '';
    expect(await reverse(reversal)).toMatchObject({ status: 409, body: { code: 'not_reversible' } });
    expect(await auditOf()).toMatchObject({ balance: 0, rows: 4, is_equal: true });
  });
});

describe('the audit of credits', () => {
  it('the audit of credits returns sum, rows and the last transaction', async () => {
    await grant();
    const answer = await grant({ amount: 5 });
    expect(await auditOf()).toEqual({
      user_id: user.id,
      balance: 105,
      sum: 105,
      rows: 2,
      is_equal: true,
      last_transaction: answer.status === 200 && answer.body.transaction,
    });
  });

  it('the audit of credits is 404 for an unknown user', async () => {
    expect(await app.operators.auditCredits({ query: { user_id: 1 }, headers: operator })).toMatchObject({
      status: 404,
    });
  });
});
