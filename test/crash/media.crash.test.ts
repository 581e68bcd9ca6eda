// Slow: it fails every call in turn.
import { copiesOf, fileOf, mediaWeb, order, png, urlOf } from '#test/api/media/scene.ts';
import { crashTest } from './crash-test.ts';

it('a crash at any call of the worker that copies media, and a retry: every copy is there and known', async () => {
  const calls = await crashTest({
    async prepare(app) {
      const { web, asked } = mediaWeb(new Map([1, 2].map((number) => [`/${number}.png`, png(number)])));
      app.world.web = web;
      order(app, [urlOf(1), urlOf(2), urlOf(3)]);
      return { asked };
    },
    operation: (app) => app.work('media'),
    async check(app, { asked }) {
      const copies = await copiesOf(app.world);
      for (const number of [1, 2]) {
        expect(copies.fileOf(urlOf(number))).toBe(fileOf(png(number)));
        expect(app.world.objects.files.get(`media/${fileOf(png(number))}`)).toEqual(png(number));
      }
      expect(copies.toCopy([urlOf(1), urlOf(2), urlOf(3)], app.world.clock.now)).toEqual([]);
      expect(asked.length).toBeLessThanOrEqual(6);
      expect(app.world.messages).toEqual([]);
    },
  });
  expect(calls.map(({ operation }) => operation).sort()).toEqual(
    ['GetItem', 'FetchFile', 'FetchFile', 'FetchFile', 'PutObject', 'PutObject', 'GetItem', 'PutItem'].sort(),
  );
});
