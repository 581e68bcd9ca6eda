// Slow: it fails every call in turn.
import { newUser } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

it('a crash at any call of changing a profile, and a retry: all that was sent is changed, and the search for competitors is asked for', async () => {
  const calls = await crashTest({
    prepare: (app) => newUser(app, { role: 'Buyer' }),
    operation: (app, { headers }) => app.accounts.changeProfile({ body: { company_website: 'shop.example', role: null }, headers }),
    async check(app, { id, headers }, answer) {
      expect(answer.status).toBe(200);
      const changed = { id, company_website: 'https://shop.example/', role: null, full_name: 'Ada Example' };
      expect((await app.accounts.readMe({ headers })).body).toMatchObject(changed);
      const records = JSON.stringify(await app.world.streams.peek('outbox'));
      expect(records).toContain(`lite_discovery#${id}`);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'UpdateItem']);
});
