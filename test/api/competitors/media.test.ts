import { adMediaIn } from '#shared/ads/store/ad-media.ts';
import { newAd } from '#test/kit/ad-library.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { analysisOf, rivals } from './scene.ts';

let app: TestApp;
let user: Awaited<ReturnType<typeof newUser>>;
beforeEach(async () => {
  app = await startApp(await newWorld(), { env: { API_BASE_URL: 'https://api.adtrail.example' } });
  user = await newUser(app);
});

const read = async (query: { force_refresh?: string; country?: string } = {}) => {
  const answer = await app.competitors.readSocialAds({ query, headers: user.headers });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.competitors;
};
const ordered = () => app.world.messages.splice(0).map(({ queue, message }) => ({ queue, ...message }));

it('copies of read images and videos are ordered, at most fifty a message', async () => {
  const [handle = ''] = await rivals(app, user.id, 2);
  const page = app.world.library.pages.get(handle.toLowerCase());
  if (!page) throw new Error('no page');
  const imagesOf = (at: number) => Array.from({ length: 10 }, (_, i) => `https://media.example/${at}${i}.png`);
  const videoUrls = ['https://media.example/a.mp4'];
  app.world.library.ads.set(
    page.id,
    [1, 2, 3, 4, 5, 6].map((at) => newAd(page, `a${at}`, { imageUrls: imagesOf(at), videoUrls })),
  );
  await read();
  const messages = ordered();
  expect(messages.map((message) => [message.queue, 'urls' in message && message.urls.length])).toEqual(
    expect.arrayContaining([
      ['media', 50],
      ['media', 11],
      ['media', 2],
    ]),
  );
  expect(messages).toContainEqual({
    queue: 'media',
    handle: 'rival.2',
    urls: ['https://media.example/10400300000.png', 'https://media.example/10400300001.png'],
  });
  await read();
  expect(ordered()).toEqual([]);
});

it("copied media have our own address without another read, and other media have the library's", async () => {
  await rivals(app, user.id, 2);
  const before = await read();
  ordered();
  const file = `${'a'.repeat(64)}.png`;
  const url = before[1]?.ads[0]?.image_urls[0] ?? '';
  await adMediaIn(analysisOf(app.world), { now: () => app.world.clock.now }).note('rival.2', [{ url, file }]);
  app.calls.length = 0;
  const after = await read();
  expect(app.calls.map(({ operation }) => operation)).toEqual(['GetItem', 'Query', 'BatchGetItem']);
  expect(after[1]?.ads[0]?.image_urls).toEqual([`https://api.adtrail.example/media/${file}`]);
  expect(after[1]?.ads[1]?.image_urls).toEqual(before[1]?.ads[1]?.image_urls);
  expect(after[0]).toEqual(before[0]);

  app.world.clock.now += 1000;
  const ads = [...app.world.library.ads.values()][1] ?? [];
  if (ads[0]) ads[0] = { ...ads[0], imageUrls: [`${url}?oh=signed&oe=later`] };
  expect((await read({ force_refresh: '1' }))[1]?.ads[0]?.image_urls).toEqual([`https://api.adtrail.example/media/${file}`]);
  expect(JSON.stringify(ordered())).not.toContain(url);
  expect((await read({ country: 'DE' }))[1]?.ads[0]?.image_urls[0]).toContain(file);
});

it('ads are returned even while no copy can be ordered', async () => {
  await rivals(app, user.id, 1);
  const undisturbed = await startApp(await newWorld());
  const ada = await newUser(undisturbed);
  await rivals(undisturbed, ada.id, 1);
  await undisturbed.competitors.readSocialAds({ query: {}, headers: ada.headers });
  const at = undisturbed.calls.findIndex(({ operation }) => operation === 'SendMessage') + 1;
  expect(at).toBeGreaterThan(1);
  const world = await newWorld();
  const cut = await startApp(world, { fault: { at, mode: 'fails_before' } });
  const eve = await newUser(cut);
  await rivals(cut, eve.id, 1);
  const { body } = await cut.competitors.readSocialAds({ query: {}, headers: eve.headers });
  expect(cut.calls[at - 1]).toMatchObject({ operation: 'SendMessage' });
  expect(world.messages).toEqual([]);
  expect(body).toMatchObject({ competitors: [{ total: 2, error: null }] });
});
