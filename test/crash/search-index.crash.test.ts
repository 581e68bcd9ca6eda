import { newUser, type TestApp } from '#test/harness.ts';
import { named, search, sourcesOf } from '#test/tracing/scene.ts';
import { crashTest } from './crash-test.ts';

/** A user with two conversations; two documents make a segment. */
async function scene(app: TestApp) {
  app.world.segmentSize = 2;
  const sources = sourcesOf(app);
  const user = await newUser(app, { company: 'Northwind' });
  app.world.clock.now += 60_000;
  const session = sources.session(user.id, { id: 'cs_1', texts: ['A trail shoe'] });
  await sources.putSession(session);
  return { sources, user, session };
}
const found = async (app: TestApp, q: string) => named(await search(app, { q }));

it('a worker killed at any call leaves, once the stream is delivered again, the index of one that was not', async () => {
  const calls = await crashTest({
    prepare: scene,
    operation: (app) => app.settleSearch(),
    async check(app, { user, sources }) {
      const all = ['conversation cs_1', `user ${user.id}`];
      for (const q of ['northwind', '', 'n']) expect(await found(app, q)).toEqual(all);
      expect(await found(app, 'trail')).toEqual(['conversation cs_1']);
      // Whatever it left behind stands in nobody's way.
      app.world.clock.now += 60_000;
      await sources.putSession(sources.session(user.id, { id: 'cs_2', texts: ['A linen shirt'] }));
      await app.settleSearch();
      expect(await found(app, 'northwind')).toEqual(['conversation cs_2', ...all]);
    },
  });
  // Documents, a segment of them and its postings.
  const made = calls.filter(({ by }) => by === 'search-index').map(({ operation }) => operation);
  expect(new Set(made)).toEqual(
    new Set(
      ['GetItem', 'Query', 'TransactWriteItems', 'BatchGetItem', 'BatchWriteItem', 'PutItem'].concat([
        'UpdateItem',
        'DeleteItem',
      ]),
    ),
  );
});

it('a worker killed while it follows a change or a removal finds neither too little nor too much after', async () => {
  await crashTest({
    async prepare(app) {
      const made = await scene(app);
      await app.settleSearch();
      await app.users.change(made.user.id, { company: 'Kupferbach' });
      app.world.clock.now += 60_000;
      await made.sources.putSession(
        made.sources.session(made.user.id, { id: 'cs_2', texts: ['A linen shirt'] }),
      );
      await made.sources.removeSession(made.session);
      return made;
    },
    operation: (app) => app.settleSearch(),
    async check(app, { user }) {
      expect(await found(app, 'kupferbach')).toEqual(['conversation cs_2', `user ${user.id}`]);
      for (const q of ['northwind', 'trail']) expect(await found(app, q)).toEqual([]);
    },
  });
});
