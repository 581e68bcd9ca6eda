import { entry } from '#test/api/credits/scene.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { mailsTo } from './scene.ts';

let app: TestApp;
let user: Awaited<ReturnType<typeof newUser>>;
const env = { LOW_CREDITS_THRESHOLD: '3' };
beforeEach(async () => {
  app = await startApp(await newWorld(), { env });
  user = await newUser(app);
});
const grant = (amount: number) => app.ledger.grant(user.id, { ...entry({ amount }), type: 'ADJUSTMENT' });
const spend = (amount: number) => app.ledger.spend(user.id, entry({ amount }));
async function mailed() {
  await app.settle();
  const subjects = mailsTo(app, user.email).map(({ subject }) => subject);
  app.world.mails.length = 0;
  return subjects;
}
const [low, out] = ['Your credits are running low', 'You have no credits left'];

it('a balance that spending takes to the threshold is told once', async () => {
  await grant(10);
  await spend(6);
  expect(await mailed()).toEqual([]);
  await spend(1);
  await app.settle();
  expect(mailsTo(app, user.email)[0]?.text).toContain('You have 3 credits left');
  expect(await mailed()).toEqual([low]);
  await spend(1);
  await spend(1);
  expect(await mailed()).toEqual([]);
});

it('the last credit is told, and nothing of it running low', async () => {
  await grant(10);
  await spend(10);
  expect(await mailed()).toEqual([out]);
});

it('both are told again only after the balance was above', async () => {
  await grant(4);
  await spend(2);
  await spend(2);
  expect((await mailed()).sort()).toEqual([out, low]);
  await grant(2);
  await spend(1);
  expect(await mailed()).toEqual([]);
  await grant(5);
  await spend(4);
  expect(await mailed()).toEqual([low]);
});

it('of spendings side by side one tells', async () => {
  await grant(20);
  await Promise.all(Array.from({ length: 19 }, () => spend(1)));
  expect(await mailed()).toEqual([low]);
});

it('neither a grant nor taking one back mails', async () => {
  const granted = await grant(2);
  if (granted.outcome !== 'granted') throw new Error('Not granted.');
  await app.ledger.reverse(user.id, granted.transaction.id, { reason: 'A test', actor: 'test' });
  await grant(1);
  expect(await mailed()).toEqual([]);
});

it('a spending that was refused, or repeated, mails nothing', async () => {
  await grant(3);
  expect(await spend(4)).toMatchObject({ outcome: 'insufficient' });
  expect(await mailed()).toEqual([]);
  const one = entry({ amount: 3 });
  await app.ledger.spend(user.id, one);
  expect(await mailed()).toEqual([out]);
  expect(await app.ledger.spend(user.id, one)).toMatchObject({ outcome: 'already' });
  expect(await mailed()).toEqual([]);
});
