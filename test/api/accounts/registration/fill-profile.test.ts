import { fillProfile, type Profile } from '#functions/api/accounts/registration/fill-profile.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import { usedTokensIn } from '#shared/accounts/sign-in/store/used-tokens.ts';
import { usersIn } from '#shared/accounts/store/users.ts';
import { tableAt } from '#shared/store/table.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp(await newWorld());
});

const profile: Profile = {
  fullName: 'Ada Lovelace',
  company: 'Northwind',
  companyWebsite: 'https://northwind.example/',
  companyShortDesc: 'Shoes',
  role: 'Marketing',
  timezone: 'Europe/Berlin',
};
const names = Object.keys(profile) as (keyof Profile)[];
const empty = Object.fromEntries(names.map((name) => [name, null])) as Profile;

async function filled(meanwhile: Partial<User>, isUsed = false) {
  const { id } = await newUser(app);
  const table = tableAt(`${app.world.prefix}accounts`, testDynamo());
  const users = usersIn(table);
  const usedTokens = usedTokensIn(table);
  await table.transact([users.changePart(id, { ...empty, company: 'Mine' })]);
  const user = await users.byId(id);
  if (!user) throw new Error('The user is gone.');
  if (Object.keys(meanwhile).length > 0) await table.transact([users.changePart(id, meanwhile)]);
  const use = { operation: 'idp_complete', tokenId: `token ${id}`, by: 'r1', expiresAt: Date.now() };
  if (isUsed) await usedTokens.use({ ...use, by: 'r0' });
  const session = { id: 'session_1', changes: {}, ended: [], effects: [] } as never;
  const result = await fillProfile(user, profile, { use, session }, { users, usedTokens });
  const stored = await users.byId(id);
  return {
    result,
    stored: names.map((name) => stored?.[name]),
    isUsed: await usedTokens.wasUsed({ ...use, by: '' }),
  };
}

it('a completed sign-up fills the empty fields, keeps the field that has a value, and uses its token', async () => {
  const { result, stored, isUsed } = await filled({});
  expect(stored).toEqual(names.map((name) => (name === 'company' ? 'Mine' : profile[name])));
  expect([result?.company, result?.fullName, isUsed]).toEqual(['Mine', 'Ada Lovelace', true]);
});

it.each<readonly [string, Partial<User>]>([
  ['the account was made inactive', { isActive: false }],
  ...names
    .filter((name) => name !== 'company')
    .map((name) => [`the owner filled ${name}`, { ...({ [name]: 'theirs' } as Partial<Profile>) }] as const),
])('a completed sign-up writes nothing if meanwhile %s', async (_, meanwhile) => {
  const { result, stored, isUsed } = await filled(meanwhile);
  const changedProfile = { ...empty, company: 'Mine', ...meanwhile } as Profile;
  expect([result, stored, isUsed]).toEqual([null, names.map((name) => changedProfile[name]), false]);
});

it('a completed sign-up writes nothing with a token that was used', async () => {
  const { result, stored } = await filled({}, true);
  expect([result, stored]).toEqual([null, names.map((name) => (name === 'company' ? 'Mine' : null))]);
});
