import { type newAdvertiser, newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp(await newWorld());
});
type Person = Pick<Awaited<ReturnType<typeof newAdvertiser>>, 'id'>;

async function issue({ id }: Person, keys: number) {
  const before = await sentTo(id);
  for (let at = 0; at < keys; at++) {
    const body = { name: `Shop ${at}`, kind: 'secret', environment: 'live' } as const;
    expect((await app.keys.createKey({ body, headers: await app.signIn(id) })).status).toBe(201);
  }
  await app.settle();
  const after = await sentTo(id);
  return Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]));
}
async function sentTo(id: number): Promise<Record<string, number>> {
  const headers = await app.signIn(id);
  const { body } = await app.notifications.listEmails({ query: { limit: 100 }, headers });
  if (!('emails' in body)) throw new Error(JSON.stringify(body));
  const counts: Record<string, number> = { secret_key_issued: 0, secret_key_notices_paused: 0 };
  for (const { type, outcome } of body.emails) if (outcome === 'sent') counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

it('ten changes of keys a day are mailed each, the eleventh says that no more are, on every day and for each account', async () => {
  const [owner, other] = [await newUser(app), await newUser(app)];
  expect(await issue(owner, 10)).toEqual({ secret_key_issued: 10, secret_key_notices_paused: 0 });
  expect(await issue(owner, 3)).toEqual({ secret_key_issued: 0, secret_key_notices_paused: 1 });
  expect(await issue(other, 1)).toEqual({ secret_key_issued: 1, secret_key_notices_paused: 0 });
  app.world.clock.now += 24 * 3_600_000 + 1;
  expect(await issue(owner, 12)).toEqual({ secret_key_issued: 10, secret_key_notices_paused: 1 });
});
