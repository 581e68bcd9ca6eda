import { keyOf } from '#shared/accounts/items.ts';
import { type UserChanges, usersIn } from '#shared/accounts/store/users.ts';
import { tableAt } from '#shared/store/table.ts';
import { hours } from '#shared/values/durations.ts';
import { newWorld, startApp, type TestApp, type World } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

const password = 'correct horse battery staple';
let world: World;
let app: TestApp;
let meanwhile: { userId: number; change(): Promise<unknown> } | undefined;
beforeAll(async () => {
  world = await newWorld();
  app = await startApp(world, {
    refusesForLoad: ({ operation, body }) => {
      const isWrite = operation === 'UpdateItem' || operation === 'TransactWriteItems';
      if (!meanwhile || !isWrite || !body.includes(`"${keyOf.user(meanwhile.userId).pk}"`)) return false;
      void meanwhile.change();
      meanwhile = undefined;
      return false;
    },
  });
});

async function signedIn() {
  const email = `ada${Math.random().toString(36).slice(2)}@company.example`;
  const answer = await app.accounts.register({ body: { email, password } });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  const headers = { authorization: `Bearer ${answer.body.access_token}` };
  const { body } = await app.accounts.listSessions({ headers });
  const [session] = 'sessions' in body ? body.sessions : [];
  return { id: answer.body.user.id, headers, session: session?.id ?? '' };
}
type Owner = Awaited<ReturnType<typeof signedIn>>;

const acts: Record<string, (owner: Owner) => Promise<{ status: number }>> = {
  changePassword: ({ headers }) =>
    app.accounts.changePassword({
      body: { current_password: password, new_password: 'four other plain words' },
      headers,
    }),
  endOtherSessions: ({ headers }) => app.accounts.endOtherSessions({ headers }),
  refresh: ({ headers }) => app.accounts.refresh({ headers }),
  endSession: ({ headers, session }) => app.accounts.endSession({ params: { id: session }, headers }),
};
const changes: Record<string, UserChanges | 'session ends'> = {
  'stays the same': { fullName: 'Ada Lovelace' },
  'is made inactive': { isActive: false },
  'has its sessions ended': { tokensValidAfter: Date.parse('2100-01-01') },
  'gets another password': { passwordHash: 'another' },
  'loses this session': 'session ends',
};
const [, ...all] = Object.keys(changes);
const refusing: Record<string, readonly string[]> = {
  changePassword: all,
  endOtherSessions: all.filter((change) => change !== 'gets another password'),
  refresh: ['loses this session'],
  endSession: ['loses this session'],
};
const cases = Object.entries(acts).flatMap(([name, act]) => Object.keys(changes).map((change) => ({ name, act, change })));

it.each(cases)('$name succeeds or is refused as an account that $change while it runs requires', async ({ name, act, change }) => {
  const owner = await signedIn();
  world.clock.now += hours(2);
  const users = usersIn(tableAt(`${world.prefix}accounts`, testDynamo()));
  const accountChange = changes[change] as UserChanges | 'session ends';
  meanwhile = {
    userId: owner.id,
    change: () =>
      accountChange === 'session ends'
        ? users.change(owner.id, {}, { ended: [owner.session as `session_${string}`] })
        : users.change(owner.id, accountChange),
  };
  const { status } = await act(owner);
  expect(meanwhile).toBeUndefined();
  expect(status < 300).toBe(!refusing[name]?.includes(change));
  const stored = await users.byId(owner.id);
  if (accountChange === 'session ends') expect(stored).not.toHaveProperty(owner.session);
  else if (status >= 300) expect(stored).toMatchObject(accountChange);
});
