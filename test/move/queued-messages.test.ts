import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { scheduleFailures } from '#functions/failures.ts';
import { createQueues } from '#lib/local/create-queues.ts';
import { startFauxqs } from '#lib/local/engines/fauxqs.ts';
import { queueUrl, region } from '#lib/local/environment.ts';
import { failedRecordsFile } from '#lib/local/start-workers.ts';
import { queuedMessages, refuseGivenUp } from '#lib/ops/move/queued-messages.ts';
import { temporaryFolder } from '../local/temporary-folder.ts';

const directory = temporaryFolder();

async function withQueues(
  work: (
    send: (name: string, body: string, delay?: number) => Promise<unknown>,
    client: SQSClient,
    urlOf: (name: string) => string,
  ) => Promise<unknown>,
) {
  const engine = await startFauxqs(join(directory, 'queues'), region);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new SQSClient({
    endpoint: engine.endpoint,
    region,
    credentials,
    useQueueUrlAsEndpoint: false,
  });
  await createQueues(client, engine.endpoint);
  const urlOf = (name: string) => queueUrl(engine.endpoint, name);
  const send = (name: string, MessageBody: string, DelaySeconds = 0) =>
    client.send(new SendMessageCommand({ QueueUrl: urlOf(name), MessageBody, DelaySeconds }));
  await work(send, client, urlOf);
  client.destroy();
  await engine.stop();
}

it('reads what waits: new, held back, in work and given up; and takes nothing away', async () => {
  const before = Date.now();
  await withQueues(async (send, client, urlOf) => {
    await send('effects', 'in work');
    await client.send(new ReceiveMessageCommand({ QueueUrl: urlOf('effects'), VisibilityTimeout: 600 }));
    await send('effects', 'new');
    await send('nudge_email', 'held back', 300);
    await send('export-dead', 'given up');
  });
  const after = Date.now();
  for (let times = 0; times < 2; times++) {
    const found = queuedMessages(directory);
    expect(found.map(({ queue, body }) => `${queue}: ${body}`).sort()).toEqual([
      'effects: in work',
      'effects: new',
      'export-dead: given up',
      'nudge_email: held back',
    ]);
    const due = found.find(({ queue }) => queue === 'nudge_email')?.notBefore ?? 0;
    expect(due - before).toBeGreaterThan(299_000);
    expect(due - after).toBeLessThan(301_000);
    for (const { queue, notBefore } of found) if (queue !== 'nudge_email') expect(notBefore ?? 0).toBeLessThan(Date.now());
  }
});

it('refuses what a stage has no place for: failed runs of schedules, and records that were given up', async () => {
  await withQueues((send) => send(scheduleFailures('night-jobs'), 'a run'));
  expect(() => queuedMessages(directory)).toThrow('The queue night-jobs-failed holds what was given up.');
  expect(() => refuseGivenUp(directory)).not.toThrow();
  for (const name of [failedRecordsFile, `${failedRecordsFile}.redriving`]) {
    const file = join(directory, name);
    writeFileSync(file, '{}\n');
    expect(() => refuseGivenUp(directory)).toThrow(`${file} holds records that were given up`);
    rmSync(file);
  }
});

it('a folder without queues has no messages', () => {
  expect(queuedMessages(join(directory, 'none'))).toEqual([]);
});
