import { AddressRefused, SiteUnreachable } from '#shared/web/web.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { copiesOf, fileOf, type Kept, mediaWeb, order, png, storeOf, timeout, urlOf } from './scene.ts';

let app: TestApp;
let vendor: Map<string, Kept>;
let asked: string[];
beforeEach(async () => {
  const world = await newWorld();
  vendor = new Map<string, Kept>([1, 2, 3].map((number) => [`/${number}.png`, png(number)]));
  const { web, asked: seen } = mediaWeb(vendor);
  asked = seen;
  world.web = web;
  app = await startApp(world);
});

const day = 86_400_000;
const work = () => app.work('media');
const workInVain = async () => {
  await expect(work()).rejects.toThrow('A message of media has failed.');
  app.world.messages.splice(0);
};
const stored = () => [...app.world.objects.files.keys()].sort();

describe('copying media', () => {
  it('copying media stores each file under the hash of its content, even after the vendor’s link expired', async () => {
    order(app, [urlOf(1), urlOf(2)]);
    await work();
    vendor.clear();
    const copies = await copiesOf(app.world);
    for (const number of [1, 2]) {
      const file = copies.fileOf(urlOf(number)) ?? '';
      expect(file).toBe(fileOf(png(number)));
      const answer = await app.media.showMedia({ params: { file } });
      expect(answer.status).toBe(302);
      const [, key = ''] = /^https:\/\/files\.example\/(.+)\?/.exec(answer.headers.get('location') ?? '') ?? [];
      expect(app.world.objects.files.get(key)?.equals(png(number))).toBe(true);
    }
    expect(copies.fileOf(urlOf(3))).toBeNull();
  });

  it('copying media requests no file that has a copy, whatever its current signature', async () => {
    order(app, [urlOf(1, '?oh=00_AY&oe=67A1&_nc_ohc=x')]);
    await work();
    app.calls.length = 0;
    order(app, [urlOf(1, '?oe=67FF&oh=00_BZ'), urlOf(1)]);
    await work();
    expect(asked).toEqual(['/1.png']);
    expect(app.calls.map(({ operation }) => operation)).toEqual(['GetItem']);
  });

  it('copying media stores one file per content', async () => {
    vendor.set('/2.png', png(1));
    order(app, [urlOf(1), urlOf(2)]);
    await work();
    expect(stored()).toEqual([`media/${fileOf(png(1))}`]);
    expect((await copiesOf(app.world)).fileOf(urlOf(2))).toBe(fileOf(png(1)));
  });

  it('fifty copies need few writes', async () => {
    for (let number = 0; number < 50; number++) vendor.set(`/${number}.png`, png(number));
    order(
      app,
      Array.from({ length: 50 }, (_, number) => urlOf(number)),
    );
    app.calls.length = 0;
    await work();
    expect(stored()).toHaveLength(50);
    expect(app.calls.filter(({ table }) => table)).toHaveLength(1 + 7 * 2);
  });

  it.each<[string, Kept]>([
    ['is none by its content', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['is gone', 404],
    ['is forbidden', 403],
    ['is an answer without content', 204],
    ['is at an address that is refused', new AddressRefused()],
    ['is too large', new SiteUnreachable('too_large')],
    ['is at a name that nobody has', new SiteUnreachable('no_such_host')],
  ])('leaves what %s alone for a day', async (_, kept) => {
    vendor.set('/1.png', kept);
    for (const minutes of [0, 10, 1000]) {
      app.world.clock.now += minutes * 60_000;
      order(app, [urlOf(1)]);
      await work();
    }
    expect(asked).toEqual(['/1.png']);
    expect(stored()).toEqual([]);
    vendor.set('/1.png', png(1));
    app.world.clock.now += day;
    order(app, [urlOf(1)]);
    await work();
    expect((await copiesOf(app.world)).fileOf(urlOf(1))).toBe(fileOf(png(1)));
  });

  it.each<[string, Kept]>([
    ['fails', 503],
    ['is busy', 429],
    ['waited too long for the request', 408],
    ['has a broken gateway', 500],
    ['does not answer in time', timeout()],
    ['cannot be reached', new SiteUnreachable('no_answer')],
  ])('retries a picture whose vendor %s, no other picture, and not for ever', async (_, kept) => {
    vendor.set('/1.png', kept);
    for (const _ of [1, 2]) {
      order(app, [urlOf(1), urlOf(2)]);
      await workInVain();
    }
    order(app, [urlOf(1), urlOf(2)]);
    await work();
    order(app, [urlOf(1), urlOf(2)]);
    await work();
    expect(asked).toEqual(['/1.png', '/2.png', '/1.png', '/1.png']);
    app.world.clock.now += day;
    vendor.set('/1.png', png(1));
    order(app, [urlOf(1)]);
    await work();
    expect((await copiesOf(app.world)).fileOf(urlOf(1))).toBe(fileOf(png(1)));
  });

  it('parallel workers lose no copy of media', async () => {
    const others = await Promise.all([1, 2, 3].map(() => startApp(app.world)));
    const numbers = Array.from({ length: 24 }, (_, number) => number);
    for (const number of numbers) vendor.set(`/${number}.png`, png(number));
    await Promise.all(
      others.map((_, at) =>
        storeOf(app.world).note(
          'northwind',
          numbers.filter((number) => number % 3 !== at).map((number) => ({ url: urlOf(number), file: fileOf(png(number)) })),
        ),
      ),
    );
    const copies = await copiesOf(app.world);
    expect(numbers.filter((number) => copies.fileOf(urlOf(number)) !== fileOf(png(number)))).toEqual([]);
  });

  it('two parallel workers on one message have the same result', async () => {
    const message = { handle: 'northwind', urls: [urlOf(1), urlOf(2), urlOf(4)] };
    const twin = await startApp({ ...app.world, messages: [] });
    order(app, message.urls);
    order(twin, message.urls);
    await Promise.all([work(), twin.work('media')]);
    expect(stored()).toEqual([1, 2].map((number) => `media/${fileOf(png(number))}`).sort());
    const copies = await copiesOf(app.world);
    expect([1, 2, 4].map((number) => copies.fileOf(urlOf(number)))).toEqual([fileOf(png(1)), fileOf(png(2)), null]);
    expect(copies.toCopy(message.urls, app.world.clock.now)).toEqual([]);
  });

  it('the oldest of more than five hundred copies are dropped, but none that is still used', async () => {
    const store = storeOf(app.world);
    const outcomes = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => ({ url: urlOf(from + at), file: fileOf(png(from + at)) }));
    await store.note('northwind', outcomes(0, 500));
    await store.note('northwind', [...outcomes(0, 1), ...outcomes(500, 510)]);
    const copies = await copiesOf(app.world);
    expect(copies.fileOf(urlOf(0))).not.toBeNull();
    expect([1, 10].map((number) => copies.fileOf(urlOf(number)))).toEqual([null, null]);
    expect([11, 509].every((number) => copies.fileOf(urlOf(number)))).toBe(true);
  });
});

describe('a link of a copy', () => {
  const file = fileOf(png(1));

  it('a link of a copy works longer than an answer is cached', async () => {
    const answer = await app.media.showMedia({ params: { file } });
    expect(answer.status).toBe(302);
    const location = new URL(answer.headers.get('location') ?? '');
    expect(location.pathname).toBe(`/media/${file}`);
    const [, retentionSeconds] = /^public, max-age=(\d+)$/.exec(answer.headers.get('cache-control') ?? '') ?? [];
    expect(Number(retentionSeconds)).toBeLessThan(Number(location.searchParams.get('seconds')));
  });

  it.each([
    file.toUpperCase(),
    file.replace('.png', ''),
    file.replace('.png', '.svg'),
    file.replace('.png', '.png.exe'),
    file.slice(1),
    `..%2Fimages%2F${file}`,
    `..%2F${file}`,
    `${file}%0a`,
    'favicon.ico',
  ])('a link of a copy has no other name: %s', async (name) => {
    const answer = await app.send(new Request(`https://api.example/media/${name}`));
    expect(answer.status).toBe(404);
    expect(answer.headers.get('location')).toBeNull();
  });
});
