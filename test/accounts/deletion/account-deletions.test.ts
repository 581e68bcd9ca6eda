import { deletionFrom } from '#shared/accounts/deletion/rules/account-deletion.ts';
import { accountDeletionsIn } from '#shared/accounts/deletion/store/account-deletions.ts';
import { tableAt } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import { newUser, newWorld, startApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

it.each(['request', 'requestAgain'] as const)(
  '%s makes the account inactive and its deletion pending, until it is restored',
  async (name) => {
    const app = await startApp(await newWorld());
    const { id } = await newUser(app);
    const { clock, prefix } = app.world;
    const deletions = accountDeletionsIn(tableAt(`${prefix}accounts`, testDynamo()), {
      now: () => clock.now,
    });
    const stored = async () => {
      const user = await app.users.byId(id);
      if (!user) throw new Error('The user is gone.');
      return user;
    };
    const deletion = deletionFrom(clock.now);
    await deletions[name](await stored(), { deletion }, { effects: [], also: [] });
    expect(await stored()).toMatchObject({ isActive: false, deletion });
    clock.now += days(31);
    expect(await deletions.due()).toMatchObject([{ userId: id, state: 'pending' }]);
    clock.now -= days(30);
    expect(await deletions.restore(await stored(), [])).toBe(true);
    expect(await stored()).toMatchObject({ isActive: true, restoredAt: new Date(clock.now).toISOString() });
    expect((await stored()).deletion ?? null).toBeNull();
    clock.now += days(40);
    expect(await deletions.due()).toEqual([]);
  },
);

it('a deleted account is restored until its erasure is due or has begun', async () => {
  const app = await startApp(await newWorld());
  const { clock, prefix } = app.world;
  const deletions = accountDeletionsIn(tableAt(`${prefix}accounts`, testDynamo()), { now: () => clock.now });
  const restored = async (after: (deletion: ReturnType<typeof deletionFrom>) => unknown) => {
    const { id } = await newUser(app);
    const deletion = deletionFrom(clock.now);
    const user = async () => {
      const stored = await app.users.byId(id);
      if (!stored) throw new Error('The user is gone.');
      return stored;
    };
    await deletions.request(await user(), { deletion }, { effects: [], also: [] });
    const before = clock.now;
    await after({ ...deletion, userId: id } as never);
    const isRestored = await deletions.restore(await user(), []);
    clock.now = before;
    return isRestored;
  };
  const until = (left: number) =>
    restored(({ eraseAt }) => {
      clock.now = Date.parse(eraseAt) - left;
    });
  expect([await until(1), await until(0)]).toEqual([true, false]);
  expect(await restored((deletion) => deletions.start(deletion as never))).toBe(false);
});
