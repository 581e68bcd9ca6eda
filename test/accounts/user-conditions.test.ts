import { keyOf } from '#shared/accounts/deletion/items.ts';
import { deletionFrom } from '#shared/accounts/deletion/rules/account-deletion.ts';
import { accountDeletionsIn } from '#shared/accounts/deletion/store/account-deletions.ts';
import type { UserSession } from '#shared/accounts/rules/user-sessions.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import { onlySession } from '#shared/accounts/sign-in/only-session.ts';
import { type UserChanges, usersIn } from '#shared/accounts/store/users.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { tableAt } from '#shared/store/table.ts';
import { operandTexts } from '#test/kit/decided-conditions.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

let app: TestApp;
const conditions: string[][] = [];
const stores = () => {
  const inner = testDynamo();
  const noting: Dynamo = (operation, input) => {
    const { TransactItems = [] } = input as {
      TransactItems?: { Update?: Parameters<typeof operandTexts>[0] }[];
    };
    for (const { Update } of TransactItems) if (Update?.ConditionExpression) conditions.push(operandTexts(Update));
    return inner(operation, input);
  };
  const table = tableAt(`${app.world.prefix}accounts`, noting);
  const now = () => app.world.clock.now;
  return { table, users: usersIn(table), deletions: accountDeletionsIn(table, { now }) };
};
beforeAll(async () => {
  app = await startApp(await newWorld());
});

const identity = { issuer: 'https://idp.example', subject: 'ada' };
const keptSession = 'session_kept';
const session: UserSession = {
  createdAt: 1,
  validAfter: 0,
  seenAt: 1,
  client: 'Firefox',
  network: '192.0.2.0/24',
};
const plain = { changes: {}, effects: [] };
const newEmail = ({ id }: User) => `new${id}@company.example`;
const [isInactive, hasOtherEmail] = [{ isActive: false }, { email: 'other@company.example' }];
const hasOtherIdentity = { identity: { issuer: 'https://idp.example', subject: 'eve' } };
const endedSessions = ({ tokensValidAfter }: User) => ({ tokensValidAfter: tokensValidAfter + 1 });

type Meanwhile = UserChanges | ((user: User) => UserChanges) | { ended: typeof keptSession };
type OperandText = string;
type Member = {
  before?: UserChanges;
  write(user: User, at: ReturnType<typeof stores>): Promise<boolean>;
  meanwhile: Record<OperandText, Meanwhile>;
};
const members: Record<string, Member> = {
  'an identity is bound': {
    write: (user, { users }) =>
      users.transactOrConflict(users.bindParts(user, { ...identity, subject: `ada ${user.id}` }, { ...plain, ended: [] })),
    meanwhile: {
      'identity = :none': hasOtherIdentity,
      'isActive = :yes': isInactive,
      'email = :email': hasOtherEmail,
      'emailVerified = :was': ({ emailVerified }: User) => ({ emailVerified: !emailVerified }),
    },
  },
  'an e-mail is confirmed': {
    before: { pendingEmail: { generation: 'g1' } } as never,
    write: (user, { users }) => users.transactOrConflict(users.moveEmailParts(user, { email: newEmail(user), generation: 'g1' }, plain)),
    meanwhile: {
      'isActive = :active': isInactive,
      'email = :email_was': hasOtherEmail,
      'pendingEmail.generation = :generation': { pendingEmail: { generation: 'g2' } } as never,
    },
  },
  'an e-mail is released': {
    before: { [keptSession]: session },
    write: (user, { users }) =>
      users.transactOrConflict(users.releaseParts(user, newEmail(user), { ...plain, sessions: { [keptSession]: session } })),
    meanwhile: {
      'email = :email_was': hasOtherEmail,
      'identity = :identity_was': hasOtherIdentity,
      [`attribute_exists(${keptSession})`]: { ended: keptSession },
    },
  },
  'an e-mail is reclaimed': {
    write: (user, { users }) => users.transactOrConflict(users.reclaimParts(user, { email: newEmail(user), identity: null }, plain)),
    meanwhile: { 'email = :email_was': hasOtherEmail },
  },
  'all other sessions end': {
    before: { [keptSession]: session },
    write: (user, { users }) => {
      const { changes, ...options } = onlySession(user, keptSession, app.world.clock.now);
      return users.transactOrConflict([users.changePart(user.id, changes, options)]);
    },
    meanwhile: {
      'isActive = :active': isInactive,
      'tokensValidAfter = :valid_was': endedSessions,
      [`attribute_exists(${keptSession})`]: { ended: keptSession },
    },
  },
  'the owner deletes the account': {
    write: (user, { deletions }) => deletions.request(user, { deletion: deletionFrom(app.world.clock.now) }, { effects: [], also: [] }),
    meanwhile: {
      'isActive = :is': isInactive,
      'tokensValidAfter = :was': endedSessions,
      'passwordHash = :hash': { passwordHash: 'another' },
    },
  },
  'the owner restores the account': {
    before: { isActive: false },
    write: async (user, { table, deletions }) => {
      const pending = { ...deletionFrom(app.world.clock.now), state: 'pending' };
      await table.put({ ...keyOf.deletion(user.id), kind: 'account_deletion', userId: user.id, ...pending });
      return await deletions.restore(user, []);
    },
    meanwhile: {
      'isActive = :no': { isActive: true },
      'tokensValidAfter = :was': endedSessions,
      'email = :email': hasOtherEmail,
    },
  },
};

async function outcomeOf({ before, write }: Member, meanwhile?: Meanwhile) {
  const { id } = await newUser(app);
  const at = stores();
  if (before) await at.users.change(id, before);
  const user = await at.users.byId(id);
  if (!user) throw new Error('The user is gone.');
  if (meanwhile && 'ended' in meanwhile) await at.users.change(id, {}, { ended: [keptSession] });
  else if (meanwhile) await at.users.change(id, typeof meanwhile === 'function' ? meanwhile(user) : meanwhile);
  conditions.length = 0;
  return await write(user, at);
}

describe.each(Object.entries(members))('while %s', (_, member) => {
  it('each part of the condition of the write is described', async () => {
    expect(await outcomeOf(member)).toBe(true);
    const operands = conditions.flat().filter((operand) => operand !== 'attribute_exists(pk)');
    expect(operands.sort()).toEqual(Object.keys(member.meanwhile).sort());
  });

  it.each(Object.entries(member.meanwhile))('a parallel change of the account refuses the write: %s', async (_operand, meanwhile) => {
    expect(await outcomeOf(member, meanwhile)).toBe(false);
  });
});
