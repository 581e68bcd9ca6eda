import { keyOf } from '#shared/api-keys/items.ts';
import { type Table, tableAt } from '#shared/store/table.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

let app: TestApp;
let table: Table;
let user: Awaited<ReturnType<typeof newUser>>;
beforeAll(async () => {
  app = await startApp(await newWorld());
  table = tableAt(`${app.world.prefix}attribution`, testDynamo());
});
beforeEach(async () => {
  user = await newUser(app);
});

const create = (headers: Record<string, string> = {}) =>
  app.keys.createKey({
    body: { name: 'Shop', kind: 'secret', environment: 'live' },
    headers: { ...user.headers, ...headers },
  });
const list = async () => {
  const answer = await app.keys.listKeys({ headers: user.headers });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.keys;
};
const active = async () => (await list()).filter(({ revoked_at }) => !revoked_at);
const revoke = (id: string) => app.keys.revokeKey({ params: { id }, headers: user.headers });
const count = async () => (await table.get(keyOf.keyCount(user.id), { consistent: true }))?.active;
const fill = async (keys: number) => {
  for (let left = keys; left > 0; left -= 10) await Promise.all(Array.from({ length: Math.min(10, left) }, () => create()));
  expect(await active()).toHaveLength(keys);
};
const pretend = async (active: number) => {
  expect((await create()).status).toBe(201);
  await table.update({
    key: keyOf.keyCount(user.id),
    update: 'SET active = :active',
    values: { ':active': active },
  });
};
const refused = { status: 409, body: { code: 'too_many_keys', detail: expect.stringContaining('100') } };

describe('the limit of 100 keys', () => {
  it('the 101st key is 409, and a revoked key makes room', async () => {
    await fill(100);
    expect(await create()).toMatchObject(refused);
    expect(await active()).toHaveLength(100);
    const [key] = await list();
    await revoke(key?.id ?? '');
    await revoke(key?.id ?? '');
    expect((await create()).status).toBe(201);
    expect(await create()).toMatchObject(refused);
    expect(await count()).toBe(100);
  });

  it('of many parallel requests at the limit, as many succeed as there is room for', async () => {
    await pretend(97);
    const answers = await Promise.all(Array.from({ length: 20 }, () => create()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    for (const answer of answers) if (answer.status !== 201) expect(answer).toMatchObject(refused);
    expect([(await active()).length, await count()]).toEqual([4, 100]);
  });

  it('a repeat at the limit returns its key, and twins take one place', async () => {
    await pretend(99);
    const headers = { 'Idempotency-Key': 'last' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(headers)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect((await create(headers)).status).toBe(201);
    expect(await create({ 'Idempotency-Key': 'too late' })).toMatchObject(refused);
  });

  it('a request that was refused for the limit works once there is room', async () => {
    await pretend(100);
    const headers = { 'Idempotency-Key': 'patient' };
    expect(await create(headers)).toMatchObject(refused);
    await revoke((await list())[0]?.id ?? '');
    expect((await create(headers)).status).toBe(201);
  });

  it('rotating a key needs no room', async () => {
    await pretend(100);
    const [key] = await list();
    const answer = await app.keys.rotateKey({
      params: { id: key?.id ?? '' },
      body: {},
      headers: user.headers,
    });
    expect(answer.status).toBe(200);
    expect(await count()).toBe(100);
  });
});

describe('an account whose keys were never counted', () => {
  const forget = () => table.remove(keyOf.keyCount(user.id));

  it('the first request that issues or revokes counts the keys of an account', async () => {
    await fill(5);
    await forget();
    expect((await create()).status).toBe(201);
    expect(await count()).toBe(6);
    await forget();
    await revoke((await active())[0]?.id ?? '');
    expect(await count()).toBe(5);
  });

  it('an account with more than 100 uncounted keys keeps them and gets no more', async () => {
    await fill(100);
    await table.update({
      key: keyOf.keyCount(user.id),
      update: 'SET active = :few',
      values: { ':few': 95 },
    });
    expect((await create()).status).toBe(201);
    await forget();
    expect(await create()).toMatchObject(refused);
    expect(await count()).toBe(101);
  });

  it.each([1, 2, 3])('parallel first requests count the keys correctly (%i)', async () => {
    await fill(20);
    await forget();
    const keys = await active();
    await Promise.all([...Array.from({ length: 10 }, () => create()), ...keys.slice(0, 8).flatMap(({ id }) => [revoke(id), revoke(id)])]);
    expect([(await active()).length, await count()]).toEqual([22, 22]);
  });
});
