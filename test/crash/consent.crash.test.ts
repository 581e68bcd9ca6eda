// Slow: it fails every call in turn.
import { newAdvertiser, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const granted = { ad_user_data: 'granted', ad_personalization: 'granted' } as const;
const denied = { ad_user_data: 'denied', ad_personalization: 'denied' } as const;
const event = (event_id: string, svc_click_id: string, external_user_id?: string) => ({
  event_type: 'order_created',
  event_id,
  svc_click_id,
  consent: granted,
  ...(external_user_id && { external_user_id }),
});

async function scene(app: TestApp) {
  const owner = await newAdvertiser(app);
  const sid = await owner.click('svc_campaign=c&gclid=g1');
  const bodies = [event('e1', sid, 'ada'), event('e2', sid), event('e3', 's_nobody', 'ada')];
  for (const body of bodies) await app.conversions.sendConversion({ body, headers: owner.key });
  await app.settle();
  app.world.clock.now += 1000;
  return { owner, sid };
}
/** The user's click earned the third event late. */
const ids = ['e1', 'e2', 'e3'];
type Scene = Awaited<ReturnType<typeof scene>>;

const receipt = async (app: TestApp, { owner }: Scene, event_id: string) => {
  const answer = await app.events.readConversion({ params: { event_id }, query: {}, headers: owner.headers });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};
async function areDenied(app: TestApp, ready: Scene): Promise<void> {
  for (const id of ids) expect([id, (await receipt(app, ready, id)).effective_consent]).toEqual([id, denied]);
}

describe('a crash at any call of a request about consent', () => {
  it.each([
    ['of a user', () => ({ external_user_id: 'ada' })],
    ['of a click', (sid: string) => ({ svc_click_id: sid })],
    ['of the click of a network', () => ({ svc_click_id: 'gclid:g1' })],
  ])('%s, and a retry: it is changed everywhere', async (_, of) => {
    await crashTest({
      alsoTries: ['two_faults', 'repeat_at_once'],
      prepare: scene,
      operation: (app, { owner, sid }) => app.privacy.changeConsent({ body: { ...of(sid), ...denied }, headers: owner.headers }),
      async check(app, ready, answer) {
        expect(answer.status).toBe(200);
        await areDenied(app, ready);
        await app.settle();
        const { body } = await app.events.listEvents({ query: { consent: 'denied' }, headers: ready.owner.headers });
        expect('events' in body && body.events.map(({ event_id }) => event_id).sort()).toEqual(ids);
      },
      // The message is sent first, so it finishes any started work.
      async abandoned(app, ready) {
        const { length } = app.world.messages;
        if (length > 0) {
          await app.work('erasure');
          await areDenied(app, ready);
        } else for (const id of ids) expect(await receipt(app, ready, id)).toMatchObject({ effective_consent: granted });
      },
    });
  });

  it('in the worker, and a repeat of its message, change everything', async () => {
    await crashTest({
      prepare: scene,
      async operation(app, { owner }) {
        if (app.world.messages.length === 0)
          app.world.messages.push({
            queue: 'erasure',
            delaySeconds: 0,
            message: {
              account_id: owner.id,
              task_id: 't',
              consent_of: { userHash: await app.userHash(owner.id, 'ada'), part: 0 },
              said: {
                adUserData: 'denied',
                adPersonalization: 'denied',
                origin: 'privacy_request',
                at: new Date(app.world.clock.now).toISOString(),
              },
            },
          });
        await app.work('erasure');
      },
      check: (app, ready) => areDenied(app, ready),
    });
  });
});

it('a crash at any call of a statement of the pixel, and a retry: the click has it, with one read and one write', async () => {
  const calls = await crashTest({
    prepare: async (app) => {
      const owner = await newAdvertiser(app);
      const sid = await owner.click();
      await app.conversions.sendConversion({
        body: { event_type: 'order_created', event_id: 'e1', svc_click_id: sid },
        headers: owner.key,
      });
      await app.settle();
      app.world.clock.now += 1000;
      return { owner, sid };
    },
    operation: (app, { owner, sid }) => app.pixel.stateConsent({ body: { key: owner.pixelKey, sid, consent: denied } }),
    async check(app, ready, answer) {
      expect(answer.status).toBe(202);
      expect(await receipt(app, ready, 'e1')).toMatchObject({ click: { consent: denied } });
    },
  });
  expect(calls.filter(({ operation }) => operation === 'UpdateItem')).toHaveLength(1);
});

it('a crash of the projection that brings a later statement to events, and a redelivery: the log has it', async () => {
  await crashTest({
    async prepare(app) {
      const ready = await scene(app);
      await app.pixel.stateConsent({ body: { key: ready.owner.pixelKey, sid: ready.sid, consent: denied } });
      return ready;
    },
    operation: (app) => app.settle(),
    async check(app, ready) {
      await app.settle();
      await areDenied(app, ready);
      const { body } = await app.events.listEvents({ query: { consent: 'denied' }, headers: ready.owner.headers });
      expect('events' in body && body.events.map(({ event_id }) => event_id).sort()).toEqual(ids);
    },
  });
});
