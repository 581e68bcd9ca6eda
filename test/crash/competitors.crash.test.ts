// Slow: it fails every call in turn.
import { rivals } from '#test/api/competitors/scene.ts';
import { addPage } from '#test/kit/ad-library.ts';
import { newUser, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

const headersOf = (app: TestApp, { id }: { id: number }) => app.signIn(id);
const passing = (app: TestApp) => {
  app.world.pause = async (milliseconds) => {
    app.world.clock.now += milliseconds;
  };
};
const mediaOrdered = ({ world }: TestApp) => new Set(world.messages.flatMap((sent) => (sent.queue === 'media' ? sent.message.urls : [])));

it('a crash at any call of social-ads that fills the cache: the next one answers all, and their media are ordered', async () => {
  const calls = await crashTest({
    alsoTries: ['two_faults', 'repeat_at_once'],
    async prepare(app) {
      passing(app);
      const user = await newUser(app);
      await rivals(app, user.id, 2);
      return user;
    },
    operation: async (app, user) => app.competitors.readSocialAds({ query: {}, headers: await headersOf(app, user) }),
    async check(app, user) {
      // A failed library is called again after 30 s.
      app.world.clock.now += 31_000;
      const headers = await headersOf(app, user);
      const read = () => app.competitors.readSocialAds({ query: {}, headers });
      const { status, body } = await read();
      expect(status).toBe(200);
      const all = { total: 2, error: null };
      expect(body).toMatchObject({ competitors: [all, all] });
      expect(mediaOrdered(app).size).toBeGreaterThanOrEqual(2);
      const { length } = app.world.library.asked;
      expect((await read()).body).toMatchObject({ cached: true, competitors: [all, all] });
      expect(app.world.library.asked).toHaveLength(length);
    },
  });
  const operations = calls.map(({ operation }) => operation);
  expect(operations.slice(0, 7)).toEqual(['GetItem', 'Query', 'BatchGetItem', 'UpdateItem', 'UpdateItem', 'UpdateItem', 'BatchGetItem']);
  expect(operations.filter((operation) => operation === 'pageOf')).toHaveLength(2);
  expect(operations.filter((operation) => operation === 'PutItem')).toHaveLength(2);
});

it('a crash at any call of force_refresh: it is counted once a try, and refills the cache', async () => {
  await crashTest({
    async prepare(app) {
      passing(app);
      const user = await newUser(app);
      await rivals(app, user.id, 1);
      await app.competitors.readSocialAds({ query: {}, headers: user.headers });
      app.world.clock.now += 60_000;
      return user;
    },
    operation: async (app, user) =>
      app.competitors.readCompetitorAds({
        params: { competitor_name: 'Rival 1' },
        query: { force_refresh: 'true' },
        headers: await headersOf(app, user),
      }),
    async check(_, __, { status, body }) {
      expect(status).toBe(200);
      expect(body).toMatchObject({ total: 2 });
    },
  });
});

const links = '<html><body>Shoes for every weather. <a href="https://facebook.com/Northwind">us</a></body></html>';
it.each([
  {
    name: 'setup',
    call: async (app: TestApp, user: { id: number }) =>
      app.competitors.setOwnPage({
        query: {},
        body: { page_url: 'https://facebook.com/Northwind' },
        headers: await headersOf(app, user),
      }),
  },
  {
    name: 'auto-discover',
    call: async (app: TestApp, user: { id: number }) => app.competitors.discoverOwnPage({ query: {}, headers: await headersOf(app, user) }),
  },
])('a crash at any call of $name, and a retry: the page is set and its ads are read', async ({ call }) => {
  await crashTest({
    async prepare(app) {
      passing(app);
      addPage(app.world.library, 'Northwind', { website: 'https://northwind.example/' });
      app.world.web = {
        async check() {},
        fetch: async ({ url }) => ({
          url,
          status: 200,
          contentType: 'text/html',
          charset: '',
          body: new TextEncoder().encode(links),
        }),
      };
      return await newUser(app, { company: 'Northwind', companyWebsite: 'https://northwind.example/' });
    },
    operation: call,
    async check(app, user, { status, body }) {
      expect(status).toBe(200);
      expect(body).toMatchObject({ page_name: 'Northwind Ltd', total: 2, error: null });
      const ownAds = await app.competitors.readOwnAds({ query: {}, headers: await headersOf(app, user) });
      expect(ownAds.body).toMatchObject({ page_name: 'Northwind Ltd', total: 2, error: null });
    },
  });
});
