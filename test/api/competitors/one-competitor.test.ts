import { addPage } from '#test/kit/ad-library.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { itRefusesUnknownIds } from '#test/kit/unknown-ids.ts';
import { competitorOf, rivals, setCompetitors } from './scene.ts';

let app: TestApp;
let user: Awaited<ReturnType<typeof newUser>>;
beforeAll(async () => {
  app = await startApp(await newWorld());
  user = await newUser(app);
  addPage(app.world.library, 'strasse', { ads: 20 });
  await setCompetitors(app, user.id, [
    competitorOf(user.id, 'Straße & Söhne', { domain: 'strasse.co.uk', pageHandle: 'Strasse' }),
    competitorOf(user.id, 'Fjord  Running'),
    competitorOf(user.id, 'Twin', { domain: 'twin.example' }),
    competitorOf(user.id, 'twin.example', { domain: 'other.example' }),
    competitorOf(user.id, '100% Shoes/Boots'),
  ]);
});

const read = (competitor_name: string, query: { limit?: string } = {}, { headers } = user) =>
  app.competitors.readCompetitorAds({ params: { competitor_name }, query, headers });

it.each([
  ['Straße & Söhne', 'strasse.co.uk'],
  ['  STRASSE & SÖHNE ', 'strasse.co.uk'],
  ['strasse & so\u0308hne', 'strasse.co.uk'],
  ['strasse.co.uk', 'strasse.co.uk'],
  ['https://www.STRASSE.co.uk/about', 'strasse.co.uk'],
  ['fjord running', 'fjordrunning.example'],
  ['ＦＪＯＲＤ Running', 'fjordrunning.example'],
  ['100% shoes/boots', '100shoesboots.example'],
])('%s names the competitor whose website is at %s', async (name, domain) => {
  expect(await read(name)).toMatchObject({
    status: 200,
    body: { website: `https://${domain === 'strasse.co.uk' ? 'straeshne.example' : domain}/` },
  });
});

it('a name has priority over a domain', async () => {
  expect((await read('TWIN.example')).body).toMatchObject({ name: 'twin.example' });
});

it('the ads of one competitor are returned, ten by default', async () => {
  const { body } = await read('Straße & Söhne');
  expect(body).toMatchObject({
    name: 'Straße & Söhne',
    page_name: 'strasse Ltd',
    total: 20,
    has_more: true,
    country: 'ALL',
    active_status: 'all',
    coverage: 'full',
    error: null,
  });
  expect(body).toHaveProperty('ads.length', 10);
  expect((await read('Straße & Söhne', { limit: '50' })).body).toHaveProperty('ads.length', 20);
  expect((await read('Straße & Söhne', { limit: '51' })).status).toBe(422);
});

it("an unknown name, and the name of another user's competitor, are 404", async () => {
  for (const name of ['Straße', 'fjord', '%', '*', 'com', 'example'])
    expect([name, await read(name)]).toMatchObject([name, { status: 404, body: { code: 'competitor_not_found' } }]);
  const eve = await newUser(app);
  expect(await read('Twin', {}, eve)).toMatchObject({ status: 404 });
});

it('reads of one competitor and of all competitors share the cache', async () => {
  const other = await startApp(await newWorld());
  const ada = await newUser(other);
  await rivals(other, ada.id, 2);
  await other.competitors.readSocialAds({ query: {}, headers: ada.headers });
  const { length } = other.world.library.asked;
  const { body } = await other.competitors.readCompetitorAds({
    params: { competitor_name: 'rival 2' },
    query: {},
    headers: ada.headers,
  });
  expect(body).toMatchObject({ cached: true, total: 2 });
  expect(other.world.library.asked).toHaveLength(length);
});

itRefusesUnknownIds('competitors', () => app);
