import { queues } from '#functions/queues.ts';
import { clicksIn } from '#shared/conversions/store/clicks.ts';
import { conversionsIn } from '#shared/conversions/store/conversions.ts';
import { applicationId } from '#shared/reclassification/rules/applications.ts';
import { applicationsIn } from '#shared/reclassification/store/applications.ts';
import { tableAt } from '#shared/store/table.ts';
import { sceneOf } from '#test/api/events/scene.ts';
import { orderRow, previewed, read, reconciled, sendAll, sentOrder } from '#test/api/reconciliation/scene.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, type TestApp, type World } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { lateWorker } from './late-worker.ts';

vi.setConfig({ testTimeout: 240_000 });

type Repair = 'send_missing' | 'adjust_values' | 'void_doubles';
type Owner = Awaited<ReturnType<typeof newAdvertiser>>;
const operations = {
  send_missing: 'sendMissingOrders',
  adjust_values: 'adjustOrderValues',
  void_doubles: 'voidDoubles',
} as const;
const outlastedMs = 190_000;
const lastReceive = queues.reconciliation.maxReceives;

async function repairOrdered(app: TestApp, owner: Owner, repair: Repair) {
  const svc_click_id = await owner.click();
  const double = { event_type: 'purchase_completed', event_id: 'purchase_completed:2' };
  await sendAll(app, owner, [
    sentOrder(1, '15.00', { svc_click_id }),
    sentOrder(2, '20.00', { svc_click_id }),
    sentOrder(2, '20.00', { svc_click_id, ...double }),
  ]);
  const rows = [orderRow(1), orderRow(2), orderRow(3, '30.00', { refunded: '10.00' })];
  const { reconciliation_id: id } = await reconciled(app, owner, rows);
  const { preview_id } = bodyOf(await previewed(app, owner, id, repair));
  const of = { params: { id }, query: {}, headers: owner.headers };
  bodyOf(await app.reconciliation[operations[repair]]({ ...of, body: { preview_id } }));
  const message = { account_id: owner.id, environment: 'live', reconciliation_id: id, repair };
  app.world.messages.length = 0;
  return { id, of, message };
}

async function netsOf(app: TestApp, { headers }: Owner) {
  const ids = ['order_created:1', 'order_created:2', 'purchase_completed:2', 'order_created:3'];
  const answers = await Promise.all(ids.map((event_id) => app.events.readConversion({ params: { event_id }, query: {}, headers })));
  return answers.map(({ status, body }) => {
    const event = body as { value: string; net_value?: string };
    return status === 200 ? (event.net_value ?? event.value) : '0.00';
  });
}

const staffNetwork = '203.0.113.0/24';
const radio = { id: 'radio', source: 'radio', channel: 'audio' } as const;
const newRules = {
  channel: { channelRules: [radio] },
  traffic: { channelRules: [], trafficRules: { version: 1, staffNetworks: [staffNetwork], rulesOff: [] } },
};
const applied = {
  channel: (app: TestApp, { headers }: Owner, from: string) => app.clicks.applyChannelRules({ body: { from }, headers }),
  traffic: (app: TestApp, { headers }: Owner, from: string) => app.clicks.applyTrafficRules({ body: { from }, headers }),
};

/** Applies rules that the account has no more. */
async function applicationOrdered({ world }: TestApp, { id: accountId }: Owner, kind: keyof typeof newRules) {
  const createdAt = new Date(world.clock.now).toISOString();
  const day = createdAt.slice(0, 10);
  const order = {
    accountId,
    isDry: false,
    from: day,
    to: day,
    channelVersion: 1,
    listVersion: '1',
    createdAt,
    ...newRules[kind],
  };
  const id = applicationId(order, 'A'.repeat(12));
  await applicationsIn(tableOf(world), { now: () => world.clock.now }).start(id, order, []);
  return { from: day, message: { account_id: accountId, application_id: id } };
}

const tableOf = ({ prefix }: World) => tableAt(`${prefix}attribution`, testDynamo());

async function classesOf({ world }: TestApp, { id }: Owner, sid: string) {
  const table = tableOf(world);
  const click = await clicksIn(table).stored([sid]);
  const [event] = await conversionsIn(table).byEventIds(id, 'live', ['e1']);
  const { channel, traffic } = click[0]?.facts ?? {};
  return {
    channel,
    traffic,
    ofEvent: event?.click?.channel,
    isOfStaff: event?.click?.traffic === 'internal',
  };
}

describe('a worker that goes on after another one took its work over', () => {
  it.each(Object.keys(operations) as Repair[])(
    'brings nothing of the repair %s back that was given up and undone meanwhile',
    async (repair) => {
      const lateWrites = await lateWorker({
        async prepare(app) {
          const owner = await newAdvertiser(app);
          const ordered = await repairOrdered(app, owner, repair);
          return { owner, ...ordered, before: await netsOf(app, owner) };
        },
        work: (app, { message }) => app.attempt('reconciliation', message),
        async meanwhile(app, { of, message }) {
          app.world.clock.now += outlastedMs;
          await app.attempt('reconciliation', message, lastReceive);
          bodyOf(await app.reconciliation.undoRepair({ ...of, body: { repair } }));
          await app.work('reconciliation');
        },
        async check(app, { owner, id, before }) {
          expect((await read(app, owner, id)).repairs).toMatchObject([{ status: 'undone' }]);
          expect(await netsOf(app, owner)).toEqual(before);
        },
      });
      expect(lateWrites).toBeGreaterThan(3);
    },
  );

  it.each(['channel', 'traffic'] as const)('moves no click by rules of the %s that newer rules replaced', async (kind) => {
    const lateWrites = await lateWorker({
      async prepare(app) {
        const owner = await newAdvertiser(app);
        app.world.clientAddress = '203.0.113.77';
        const sid = await owner.click('utm_source=radio&svc_campaign=spring');
        const event = { event_id: 'e1', svc_click_id: sid, value: 5, currency: 'EUR' };
        bodyOf(await sceneOf(app).send(owner, event));
        await app.settle();
        const before = await classesOf(app, owner, sid);
        return { owner, sid, before, ...(await applicationOrdered(app, owner, kind)) };
      },
      work: (app, { message }) => app.attempt('recount', message),
      async meanwhile(app, { owner, from }) {
        app.world.clock.now += outlastedMs;
        bodyOf(await applied[kind](app, owner, from));
        await app.work('recount');
      },
      async check(app, { owner, sid, before }) {
        expect(await classesOf(app, owner, sid)).toEqual(before);
      },
    });
    expect(lateWrites).toBeGreaterThan(3);
  });
});
