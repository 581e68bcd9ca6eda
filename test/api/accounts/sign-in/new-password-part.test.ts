import { newPasswordPart } from '#functions/api/accounts/sign-in/new-password-part.ts';
import { deletionFrom } from '#shared/accounts/deletion/rules/account-deletion.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import { usersIn } from '#shared/accounts/store/users.ts';
import { ConditionFailed } from '#shared/store/store-errors.ts';
import { tableAt } from '#shared/store/table.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp(await newWorld());
});

it.each<[string, (user: User) => Partial<User>, boolean]>([
  ['an active account', () => ({ isActive: true }), true],
  ['an account whose deletion waits', () => ({ isActive: false, deletion: deletionFrom(0) }), true],
  ['an account that was made inactive', () => ({ isActive: false }), false],
  ['an account whose address changed meanwhile', () => ({ email: 'other@company.example' }), false],
  ['an account whose address was verified meanwhile', (user) => ({ emailVerified: !user.emailVerified }), false],
  ['an account whose sessions ended meanwhile', (user) => ({ tokensValidAfter: user.tokensValidAfter + 1 }), false],
])('a new password is set only for the account that asked for it: %s', async (_, changes, isSet) => {
  const { id } = await newUser(app);
  const table = tableAt(`${app.world.prefix}accounts`, testDynamo());
  const users = usersIn(table);
  const user = await app.users.byId(id);
  if (!user) throw new Error('The user is gone.');
  await table.transact([users.changePart(id, changes(user))]);
  const part = await newPasswordPart({ user, passwordHash: 'new hash', resetId: 'r1' }, {
    users,
    now: () => app.world.clock.now,
    operatorDomain: 'operators.example',
  } as never);
  if (isSet) await table.transact([part]);
  else await expect(table.transact([part])).rejects.toThrow(ConditionFailed);
  expect((await app.users.byId(id))?.passwordHash === 'new hash').toBe(isSet);
});
