// Slow: it fails every call in turn.
import { named, search, sourcesOf } from '#test/api/operators/tracing/scene.ts';
import { newUser, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

async function scene(app: TestApp, segmentSize: number) {
  app.world.segmentSize = segmentSize;
  const user = await newUser(app, { email: 'n@n.n', fullName: null, company: 'Nord' });
  return { sources: sourcesOf(app), user };
}
const found = async (app: TestApp, q: string) => named(await search(app, { q }));

it('a worker killed at any call leaves, once the stream is delivered again, an index that finds everything', async () => {
  const calls = await crashTest({
    prepare: (app) => scene(app, 1),
    operation: (app) => app.settleSearch(),
    check: async (app, { user }) => expect(await found(app, 'nord')).toEqual([`user ${user.id}`]),
  });
  const operations = calls.filter(({ by }) => by === 'search-index').map(({ operation }) => operation);
  const reads = ['GetItem', 'BatchGetItem', 'Query'];
  const writes = ['TransactWriteItems', 'PutItem', 'BatchWriteItem', 'UpdateItem', 'DeleteItem'];
  expect(new Set(operations)).toEqual(new Set([...reads, ...writes]));
});

it('a worker killed while it follows a change and a removal finds neither too little nor too much after', async () => {
  await crashTest({
    async prepare(app) {
      const { user, sources } = await scene(app, 10);
      app.world.clock.now += 60_000;
      const [gone, other] = ['cs_1', 'cs_2'].map((id) => sources.session(user.id, { id, texts: [`trail ${id}`] }));
      if (!gone || !other) throw new Error('No sessions');
      for (const session of [gone, other]) await sources.putSession(session);
      await app.settleSearch();
      await app.users.change(user.id, { company: 'Kupfer' });
      await sources.removeSession(gone);
      return { user };
    },
    operation: (app) => app.settleSearch(),
    async check(app, { user }) {
      expect(await found(app, 'kupfer')).toEqual(['conversation cs_2', `user ${user.id}`]);
      expect(await found(app, 'trail')).toEqual(['conversation cs_2']);
      expect(await found(app, 'nord')).toEqual([]);
    },
  });
});
