// Slow: it fails every call in turn.
import { newAdvertiser } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

it('a crash at any call of the check of a page, and a retry: what was found is returned', async () => {
  await crashTest({
    async prepare(app) {
      const owner = await newAdvertiser(app);
      const html = `<script src="https://api.example/pixel/p.js" data-key="${owner.pixelKey}"></script>`;
      app.world.web = {
        async check() {},
        fetch: async ({ url }) => ({
          url,
          status: 200,
          contentType: 'text/html',
          charset: '',
          body: new TextEncoder().encode(html),
        }),
      };
      return owner;
    },
    operation: async (app, { id }) => app.siteCheck.checkSite({ body: { url: 'https://shop.example/' }, headers: await app.signIn(id) }),
    async check(_, { pixelKey }, { status, body }) {
      expect(status).toBe(200);
      expect(body).toMatchObject({ pixels: [{ key: pixelKey }] });
    },
  });
});
