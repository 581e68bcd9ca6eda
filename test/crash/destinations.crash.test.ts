// Slow: it fails every call in turn.
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';
import { operationsOf } from './operations-of.ts';

const copiesOf = async (app: TestApp) =>
  (await allItems(app.world)).flatMap(({ pk, kind, collecting }) => (pk.startsWith('KEY#') && kind !== 'read' ? [collecting] : []));
const acts = async (app: TestApp, headers: Record<string, string>) => {
  await app.settle();
  const log = await app.activity.listActivity({ query: {}, headers });
  return log.status === 200 ? log.body.entries.map(({ type }) => type).filter((type) => type.startsWith('destination_')) : [];
};
const params = { network: 'meta' as const };
const body = { state: 'collecting' as const, consent_default: { US: 'granted' as const } };

it('a crash at any call of switching a destination on, and a retry: every key has it, and the log tells it once', async () => {
  const calls = await crashTest({
    prepare: async (app) => ({ owner: await newAdvertiser(app) }),
    operation: (app, { owner }) => app.destinations.changeDestination({ params, body, headers: owner.headers }),
    async check(app, { owner }, answer) {
      expect(answer).toMatchObject({ status: 200, body: { state: 'collecting' } });
      const copy = { revision: 1, isOn: true, countries: ['US'], phoneCountry: null };
      expect(await copiesOf(app)).toEqual([copy, copy]);
      expect(await acts(app, owner.headers)).toEqual(['destination_changed']);
    },
  });
  expect(operationsOf(calls)).toBe('GetItem Query TransactWriteItems Query UpdateItem UpdateItem');
});

it('a crash at any call of deleting a destination, and a retry: no key collects, and the log tells it once', async () => {
  await crashTest({
    async prepare(app) {
      const owner = await newAdvertiser(app);
      await app.destinations.changeDestination({ params, body, headers: owner.headers });
      return { owner };
    },
    operation: (app, { owner }) => app.destinations.deleteDestination({ params, headers: owner.headers }),
    async check(app, { owner }, answer) {
      expect(answer).toMatchObject({ status: 200, body: { state: 'off', created_at: null } });
      expect(await copiesOf(app)).toEqual([expect.objectContaining({ isOn: false }), expect.objectContaining({ isOn: false })]);
      expect((await acts(app, owner.headers)).sort()).toEqual(['destination_changed', 'destination_deleted']);
    },
  });
});

it('a crash at any call of issuing and rotating a key while a destination collects: the key that works collects', async () => {
  await crashTest({
    async prepare(app) {
      const owner = await newAdvertiser(app);
      await app.destinations.changeDestination({ params, body, headers: owner.headers });
      return { owner };
    },
    operation: (app, { owner }) =>
      app.keys.rotateKey({ params: { id: owner.secretKeyId }, body: { grace_seconds: 60 }, headers: owner.headers }),
    async check(app, _, answer) {
      expect(answer.status).toBe(200);
      for (const copy of await copiesOf(app)) expect(copy).toMatchObject({ isOn: true });
    },
  });
});
