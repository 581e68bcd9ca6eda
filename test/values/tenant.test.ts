import { type AccountId, ownAccountOf, ownerOf, type UserId } from '#shared/values/tenant.ts';

it('the type of an account refuses a person, and the type of a person refuses an account', () => {
  const person: UserId = 7;
  const account: AccountId = ownAccountOf(person);
  // @ts-expect-error A store that wants the tenant gets no person.
  const tenant: AccountId = person;
  // @ts-expect-error A mail goes to a person.
  const reader: UserId = account;
  expect([tenant, reader, ownerOf(account)]).toEqual([7, 7, 7]);
});
