// Slow: it starts processes.

import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DeleteMessageCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { queues } from '#functions/queues.ts';
import { createQueues } from '#lib/local/create-queues.ts';
import { startFauxqs } from '#lib/local/engines/fauxqs.ts';
import { startEmbedded } from '#lib/local/engines/start-embedded.ts';
import { queueUrl, region } from '#lib/local/environment.ts';
import { startSchedules } from '#lib/local/schedules.ts';
import { clockWatch } from '#packages/dynamo-sqlite/src/index.ts';
import { until } from '#test/kit/until.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const hour = 3_600_000;
const RealDate = Date;
const realNow = RealDate.now;
let shift = 0;
const now = () => realNow() + shift;
const shifted = new Proxy(RealDate, {
  construct: (target, args, made) => Reflect.construct(target, args.length > 0 ? args : [now()], made),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
beforeEach(() => {
  shift = 0;
  vi.stubGlobal('Date', shifted);
});
afterEach(() => vi.unstubAllGlobals());

describe('a wall clock that is set while the host runs', () => {
  it('a wall clock that is set while the host runs is noticed, and a small step is none', () => {
    const clocks = { wall: 1000, monotonic: 0 };
    const jumpedBy = clockWatch({ wall: () => clocks.wall, monotonic: () => clocks.monotonic });
    const step = (wall: number, monotonic: number) => {
      clocks.wall += wall;
      clocks.monotonic += monotonic;
      return jumpedBy();
    };
    expect([step(100, 100), step(2000, 100), step(hour, 1000), step(-hour, 1000), step(1000, 1000)]).toEqual([
      0,
      0,
      hour - 1000,
      -hour - 1000,
      0,
    ]);
  });

  it('a wall clock that is set while the host runs does not hold back a message that waits in a queue', async () => {
    const engine = await startFauxqs(join(folder, 'queues'), region);
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const client = new SQSClient({
      endpoint: engine.endpoint,
      region,
      credentials,
      useQueueUrlAsEndpoint: false,
    });
    try {
      await createQueues(client, engine.endpoint, { effects: queues.effects });
      const QueueUrl = queueUrl(engine.endpoint, 'effects');
      const receive = async () =>
        (await client.send(new ReceiveMessageCommand({ QueueUrl, VisibilityTimeout: 3, WaitTimeSeconds: 1 }))).Messages ?? [];
      shift = 24 * hour;
      await delay(1200);
      await client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'in hand' }));
      expect(await receive()).toHaveLength(1);
      await client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'delayed', DelaySeconds: 3 }));
      shift = 0;
      const bodies = new Set<string | undefined>();
      await until(async () => {
        for (const { Body, ReceiptHandle } of await receive()) {
          bodies.add(Body);
          await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
        }
        return bodies.size === 2;
      }, 30);
    } finally {
      client.destroy();
      await engine.stop();
    }
  });

  it('a wall clock that is set while the host runs deletes nothing that has expired by a clock set ahead, until that has lasted for an hour', async () => {
    const engine = await startEmbedded(join(folder, 'tables'), { sweepSeconds: 0.05 });
    try {
      const TableName = 'expiring';
      const Key = { pk: { S: 'p' } };
      await engine.call('CreateTable', {
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      });
      const TimeToLiveSpecification = { AttributeName: 'ttl', Enabled: true };
      await engine.call('UpdateTimeToLive', { TableName, TimeToLiveSpecification });
      const ttl = { N: String(Math.floor(realNow() / 1000) + 3600) };
      await engine.call('PutItem', { TableName, Item: { ...Key, ttl } });
      shift = 24 * hour;
      await delay(500);
      expect(await engine.call('GetItem', { TableName, Key, ConsistentRead: true })).toHaveProperty('Item');
    } finally {
      await engine.stop();
    }
  });

  it('a wall clock that is set while the host runs leaves schedules their times by the clock that is right', async () => {
    const runs: string[] = [];
    const job = { function: 'job', cron: '* * * * * *', timeZone: 'UTC' };
    shift = 24 * hour;
    const schedules = startSchedules(
      { every_second: job } as never,
      () => async (event) => void runs.push((event as { scheduledAt: string }).scheduledAt),
      () => {},
    );
    await until(() => runs.length > 0, 10);
    shift = 0;
    await until(() => runs.some((at) => Date.parse(at) < Date.now() + hour), 15);
    await schedules.stop();
  });
});
