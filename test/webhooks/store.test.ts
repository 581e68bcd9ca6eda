import { placeOf } from '#shared/deliveries/rules/delivery.ts';
import { laneEnd } from '#shared/deliveries/rules/lane.ts';
import type { Item } from '#shared/store/item.ts';
import { tableAt } from '#shared/store/table.ts';
import { hours } from '#shared/values/durations.ts';
import type { Attempt, Delivery } from '#shared/webhooks/rules/delivery.ts';
import { signingSecrets, type WebhookEndpoint } from '#shared/webhooks/rules/endpoint.ts';
import { webhookEndpointsIn } from '#shared/webhooks/store/endpoints.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { subscriber } from './scene.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp(await newWorld());
});

const attempt = (status: number, second = 0): Attempt => ({
  at: new Date(app.world.clock.now + second * 1000).toISOString(),
  status,
  body: '',
  milliseconds: 5,
});
const nextAt = '2026-12-01T00:00:00.000Z';

async function onItsWay() {
  const { id: accountId, endpoint, order } = await subscriber(app);
  await order('order_created:1');
  await app.settle();
  const { webhookDeliveries: deliveries, webhookEndpoints: endpoints } = app.webhookDeps();
  const target = { accountId, id: endpoint.id };
  const [read] = (await Array.fromAsync(deliveries.from(target, ''))) as [Delivery];
  const now = () => deliveries.at(target, placeOf(read));
  const stored = async () => {
    const found = await endpoints.find(accountId, endpoint.id);
    if (!found) throw new Error('no endpoint');
    return found;
  };
  return { read, target, deliveries, endpoints, now, stored };
}

it('a delivery that succeeded stays delivered when a slower worker reports a failure', async () => {
  const { read, target, deliveries, now } = await onItsWay();
  await deliveries.succeeded(target, read, attempt(204));
  await deliveries.failed(target, read, attempt(500, 1), { nextAt, ownTimer: true });
  expect(await now()).toMatchObject({ status: 'delivered', attempts: 0, lastAttempt: { status: 204 } });
});

it('a failure that two workers report counts once, with one next attempt', async () => {
  const { read, target, deliveries, now } = await onItsWay();
  await deliveries.failed(target, read, attempt(500), { nextAt, ownTimer: true });
  const first = await now();
  await deliveries.failed(target, read, attempt(503, 1), { nextAt, ownTimer: true });
  expect(await now()).toEqual(first);
  expect(first).toMatchObject({ attempts: 1, lastAttempt: { status: 500 }, nextAttemptAt: nextAt });
});

it('a lane in which something began to wait during a look is not closed', async () => {
  const { read, endpoints, stored } = await onItsWay();
  const place = placeOf(read);
  await endpoints.openLane(await stored(), { place, failures: 1, dueAt: nextAt });
  expect(await endpoints.startRun(await stored())).toEqual({ from: place });
  const looking = await stored();
  expect(looking.laneWaiting).toBe(laneEnd);
  expect(await endpoints.leaveToLane(looking, place)).toBe(true);
  expect(await endpoints.closeLane(looking)).toBe(false);
  expect(await stored()).toMatchObject({ laneWaiting: place });
  await endpoints.startRun(await stored());
  expect(await endpoints.closeLane(await stored())).toBe(true);
  expect(await endpoints.leaveToLane(looking, place)).toBe(false);
});

it('a replay from a later time still begins with a delivery that waits in the lane', async () => {
  const { read, endpoints, stored } = await onItsWay();
  const place = placeOf(read);
  await endpoints.openLane(await stored(), { place, failures: 0, dueAt: nextAt });
  await endpoints.startRun(await stored());
  await endpoints.continueLane(await stored(), { place: laneEnd, failures: 0, dueAt: nextAt });
  expect(await endpoints.leaveToLane(await stored(), place)).toBe(true);
  const later = new Date(Date.parse(read.at) + 1000).toISOString();
  await endpoints.replayFrom(read.accountId, read.endpointId, later);
  expect(await endpoints.startRun(await stored())).toEqual({ from: place });
});

it('an endpoint that two workers give up is disabled once, with one mail', async () => {
  const { read, endpoints, stored } = await onItsWay();
  const failing = await stored();
  app.world.mails.length = 0;
  const [first] = [await endpoints.disable(failing, 'failing')];
  app.world.clock.now += 1000;
  expect(await endpoints.disable(failing, 'gone')).toEqual(first);
  await app.settle();
  expect(app.world.mails.filter(({ subject }) => subject === 'A webhook endpoint was disabled')).toHaveLength(1);
  await endpoints.failedAt(await stored(), read.eventId);
  await endpoints.enable(read.accountId, read.endpointId, 0);
  for (const field of ['failing', 'failingSince', 'disabledAt', 'disabledReason']) expect(await stored()).not.toHaveProperty(field);
  expect(await endpoints.disable(await stored(), 'gone')).toMatchObject({ disabledReason: 'gone' });
});

it('an endpoint is sent again after a suspension what it missed since it began to fail', async () => {
  const { read, endpoints, stored } = await onItsWay();
  const failing = await endpoints.failedAt(await stored(), read.eventId);
  app.world.clock.now += 3_600_000;
  await endpoints.suspend(read.accountId, true);
  await endpoints.suspend(read.accountId, false);
  expect(await stored()).toMatchObject({ status: 'enabled', laneWaiting: failing?.failingSince });
  expect(await stored()).not.toHaveProperty('failingSince');
  expect(await stored()).not.toHaveProperty('suspendedFrom');
});

it('an endpoint whose deliveries fail is failing anew after a success, and since its first failure', async () => {
  const { endpoints, stored } = await onItsWay();
  const fails = async (eventId: string) => await endpoints.failedAt(await stored(), eventId);
  const since = new Date(app.world.clock.now).toISOString();
  for (const eventId of ['evt_1', 'evt_2']) {
    expect(await fails(eventId)).toMatchObject({ failingSince: since });
    app.world.clock.now += 1000;
  }
  await endpoints.recovered(await stored());
  expect(await fails('evt_3')).toMatchObject({
    failing: ['evt_3'],
    failingSince: new Date(app.world.clock.now).toISOString(),
  });
});

it('a second recovery of an account refuses webhook endpoints of sessions since the first, and a late repeat changes nothing', async () => {
  const { read, stored } = await onItsWay();
  const table = tableAt(`${app.world.prefix}attribution`, testDynamo());
  const endpoints = webhookEndpointsIn(table, { now: () => app.world.clock.now });
  for (const epoch of [100, 200, 100]) await endpoints.refuseEndpointsBefore(read.accountId, epoch);
  const { pk: _pk, sk: _sk, ...made } = (await stored()) as Item & WebhookEndpoint;
  const create = async (id: string, sessionEpoch: number) => await endpoints.create({ ...made, id, sessionEpoch }, null);
  expect(await create('we_stranger', 199)).toBe('session_ended');
  expect(await create('we_owner', 200)).toBe('created');
});

it('each of the latest three earlier secrets of an endpoint signs for a day after its own rotation', async () => {
  const { id: accountId, endpoint } = await subscriber(app);
  const { webhookEndpoints: endpoints } = app.webhookDeps();
  const secrets: string[] = [];
  const signing = async () => {
    const found = await endpoints.find(accountId, endpoint.id);
    return found && signingSecrets(found, app.world.clock.now).map((secret) => secrets.indexOf(secret));
  };
  for (const at of [0, 1, 2, 3, 4]) {
    secrets.push(`secret ${at}`);
    await endpoints.rotate(accountId, endpoint.id, `secret ${at}`, null);
    app.world.clock.now += hours(1);
  }
  expect(await signing()).toEqual([4, 3, 2, 1]);
  app.world.clock.now += hours(21) - 1;
  for (const left of [[4, 3, 2, 1], [4, 3, 2], [4, 3], [4]]) {
    expect(await signing()).toEqual(left);
    app.world.clock.now += left.length === 4 ? 1 : hours(1);
  }
});
