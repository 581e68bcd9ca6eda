// Slow: it fails every call in turn.
import { accountDeletionsIn } from '#shared/accounts/deletion/store/account-deletions.ts';
import { keyOf as keyOfConversions } from '#shared/conversions/items.ts';
import { keyOf as keyOfCredits } from '#shared/credits/items.ts';
import { invitationDays } from '#shared/licences/rules/limits.ts';
import { keyOf as keyOfTasks } from '#shared/tasks/items.ts';
import { days, hours } from '#shared/values/durations.ts';
import { night } from '#test/accounts/deletion/scene.ts';
import { invited, newHolder } from '#test/api/licences/team-scene.ts';
import { tableIn } from '#test/backup/scene.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newUser, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 });

const word = 'Zanzibar';

async function due(app: TestApp) {
  const { world } = app;
  const user = await newUser(app, { company: word });
  const { id } = user;
  const accountDeletions = accountDeletionsIn(tableIn(world, 'accounts'), { now: () => world.clock.now });
  const stored = await app.users.byId(id);
  if (!stored) throw new Error('no account');
  const at = new Date(world.clock.now - 1000).toISOString();
  await accountDeletions.requestAgain(stored, {
    deletion: { requestedAt: at, eraseAt: at },
  });
  const [attribution, analysis] = [tableIn(world, 'attribution'), tableIn(world, 'analysis')];
  await attribution.putMany([
    { ...keyOfConversions.conversion(id, 'live', 'order:1'), accountId: id, properties: word },
    { ...keyOfConversions.click(`s_${id}`), accountId: id, campaign: word },
  ]);
  await analysis.putMany([
    { ...keyOfTasks.userTask(`task_${id}`), userId: id, result: word },
    { ...keyOfTasks.taskStep(`task_${id}`, 'a'), output: word },
  ]);
  await tableIn(world, 'accounts').put({ ...keyOfCredits.creditRow(id, 1), reason: word, amount: 1 });
  for (const name of [`images/${id}/1.png`, `exports/${id}/export_1.ndjson.gz`]) world.objects.files.set(name, Buffer.from(word));
  return { ...user, scheduledAt: new Date(world.clock.now).toISOString() };
}

async function expectErased(app: TestApp, { id, email }: { id: number; email: string }) {
  expect((await app.users.byId(id))?.erasedAt).toBeDefined();
  const tables = ['accounts', 'attribution', 'analysis'];
  const items = (await Promise.all(tables.map((table) => allItems(app.world, table)))).flat();
  expect(items.filter((item) => [word, email].some((of) => JSON.stringify(item).includes(of)))).toEqual([]);
  expect([...app.world.objects.files.keys()]).toEqual([]);
}

it('a crash at any call of beginning the erasure of the night: the next call goes on with it', async () => {
  await crashTest({
    prepare: due,
    operation: (app, { scheduledAt }) => app.runAtNight({ job: 'erase_deleted_accounts', scheduledAt }),
    async check(app, owner) {
      await app.work('account_erasure');
      await expectErased(app, owner);
    },
  });
});

it('a crash at any call of erasing, and a retry: everything is erased', async () => {
  await crashTest({
    async prepare(app: TestApp) {
      const owner = await due(app);
      await night(app);
      return owner;
    },
    async operation(app) {
      await app.work('account_erasure');
      return { status: 200 };
    },
    check: expectErased,
  });
});

it('a crash at any call of ending expired invitations, and a retry: no address of an expired invitation is left, and others stay', async () => {
  const expired = 'expired@company.example';
  const pending = 'pending@company.example';
  await crashTest({
    async prepare(app: TestApp) {
      const holder = await newHolder(app);
      await invited(app, holder, expired);
      app.world.clock.now += hours(1);
      await invited(app, holder, pending);
      app.world.clock.now += days(invitationDays) - hours(1) + 1;
      await due(app);
      await night(app);
      return holder;
    },
    async operation(app) {
      await app.work('account_erasure');
      return { status: 200 };
    },
    async check(app) {
      const licences = (await allItems(app.world, 'accounts')).filter(({ sk }) => sk === 'LICENCE');
      const addresses = licences.map(({ invitations }) => (invitations as { email: string }[]).map(({ email }) => email));
      expect(addresses).toEqual([[pending]]);
    },
  });
});
