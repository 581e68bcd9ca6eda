// Slow: it fails every call in turn.
import type { Click } from '#shared/conversions/rules/attribution.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, type TestApp } from '#test/kit/harness.ts';
import { actsOf, dataCentre, dataCentreFile } from '#test/traffic/scene.ts';
import { crashTest } from './crash-test.ts';

const env = { DATA_CENTRES_FILE: dataCentreFile() };
const from = '2026-11-21';

const factsIn = async (app: TestApp) =>
  ((await allItems(app.world, 'attribution')).filter(({ kind }) => kind === 'session') as unknown as Click[])
    .map(({ facts }) => facts)
    .sort((a, b) => String(a?.signals).localeCompare(String(b?.signals)));

async function waiting(app: TestApp) {
  const owner = await newAdvertiser(app);
  const acts = actsOf(app, owner);
  await acts.click({ address: dataCentre });
  await acts.order((await acts.click({ address: dataCentre })).sid);
  await app.settle();
  return { owner, acts };
}

async function areRight(app: TestApp, { cells, wanted }: ReturnType<typeof actsOf>) {
  expect(await cells()).toEqual(await wanted());
  expect(await cells()).toEqual(['click human 1', 'clicks bot data_centre 1', 'clicks human counted_event 1', 'occurred human 1']);
  expect(await factsIn(app)).toMatchObject([{ traffic: 'human' }, { traffic: 'bot' }]);
}

it('a crash at any call of the worker that judges clicks, and a retry: each click is judged and counted once', async () => {
  const calls = await crashTest({
    env,
    prepare: waiting,
    operation: (app) => app.work('verdicts'),
    async check(app, { acts }) {
      await app.settle();
      await areRight(app, acts);
    },
  });
  expect(calls.filter(({ operation }) => operation === 'SendMessage')).toHaveLength(1);
});

it('a crash at any call of the stream that finds candidates and proves clicks, and again: no candidate is lost', async () => {
  await crashTest({
    env,
    async prepare(app) {
      const owner = await newAdvertiser(app);
      const acts = actsOf(app, owner);
      await acts.click({ address: dataCentre });
      await acts.judged();
      const [click] = (await allItems(app.world, 'attribution')).filter(({ kind }) => kind === 'session');
      await acts.order(String(click?.sid));
      await acts.click({ address: dataCentre });
      for (const third of [1, 2, 3]) await acts.click({ address: `198.51.${third}.1`, parameters: '&gclid=x' });
      return { owner, acts };
    },
    operation: (app) => app.settle(),
    async check(_, { acts }) {
      await acts.judged();
      expect(await acts.cells()).toEqual(await acts.wanted());
      expect(await acts.cells()).toEqual([
        'click human 1',
        'clicks bot data_centre 1',
        'clicks human counted_event 1',
        'clicks suspect shared_click_id 3',
        'occurred human 1',
      ]);
    },
  });
});

it('a crash at any call of a report of interaction, and a retry: the click is human', async () => {
  const calls = await crashTest({
    env,
    async prepare(app) {
      const owner = await newAdvertiser(app);
      const acts = actsOf(app, owner);
      const { sid } = await acts.click({ address: dataCentre });
      return { owner, acts, sid };
    },
    operation: (app, { owner, sid }) => app.pixel.reportInteraction({ body: { key: owner.pixelKey, sid } }),
    async check(_, { acts, sid }, answer) {
      expect(answer.status).toBe(202);
      await acts.judged();
      expect(await acts.factsOf(sid)).toMatchObject({ traffic: 'human', interacted: true });
      expect(await acts.cells()).toEqual(['clicks human 1']);
    },
  });
  expect(calls.filter(({ operation }) => operation !== 'GetItem').map(({ operation }) => operation)).toEqual(['UpdateItem']);
});

it('a crash at any call of applying traffic rules, and a retry: each click moves and counts once', async () => {
  await crashTest({
    env,
    async prepare(app) {
      const { owner, acts } = await waiting(app);
      await acts.judged();
      const body = { rules_off: ['data_centre' as const] };
      bodyOf(await app.clicks.changeTrafficRules({ body, headers: owner.headers }));
      return { owner, acts };
    },
    operation: (app, { owner }) => app.clicks.applyTrafficRules({ body: { from }, headers: owner.headers }),
    async check(app, { acts, owner }, answer) {
      expect(answer).toMatchObject({ status: 200, body: { status: 'completed', clicks: 2, moved: 1 } });
      await app.work('recount');
      await app.settle();
      expect(await acts.cells()).toEqual(await acts.wanted());
      expect(await acts.cells()).toContain('clicks human 1');
      const log = await app.activity.listActivity({
        query: { type: 'traffic_rules_applied' },
        headers: owner.headers,
      });
      expect(bodyOf(log).entries).toHaveLength(1);
    },
  });
});

it('a report of interaction by two tabs at once, beside the verdict, ends with one of both', async () => {
  await crashTest({
    env,
    async prepare(app) {
      const { owner, acts } = await waiting(app);
      const [message] = app.world.messages.filter(({ queue }) => queue === 'verdicts');
      if (!message) throw new Error('No message was sent.');
      const sid = (message.message as { click_ids: string[] }).click_ids[0] ?? '';
      return { owner, acts, sid };
    },
    async operation(app, { acts, sid }) {
      const answers = await Promise.all([acts.interact(sid), acts.interact(sid), app.work('verdicts')]);
      return { status: Number(answers[0]) };
    },
    async check(app, { acts, sid }) {
      await app.work('verdicts');
      await app.settle();
      expect(await acts.cells()).toEqual(await acts.wanted());
      const { signals = [], interacted = false } = await acts.factsOf(sid);
      if (!signals.includes('counted_event')) expect(signals.includes('data_centre')).toBe(!interacted);
    },
    callsTried: 12,
  });
});
