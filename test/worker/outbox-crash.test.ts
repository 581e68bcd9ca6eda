import { deliver } from '#shared/outbox/deliver.ts';
import { effectsQueue } from '#shared/outbox/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { crashTest } from '#test/crash/crash-test.ts';
import { newAdvertiser, type TestApp } from '#test/kit/harness.ts';
import { context, sqsEvent } from './lambda-events.ts';

async function deliverAll(app: TestApp) {
  await app.settle();
  const handler = queueWorker(
    effectsQueue,
    () => app.workerDeps('effects'),
    ({ effect }, deps) => deliver(effect, deps),
  );
  const { messages } = app.world;
  while (messages.length > 0) {
    const { batchItemFailures } = await handler(sqsEvent({ body: messages[0]?.message }), context);
    if (batchItemFailures.length > 0) throw new Error('The message comes again later.');
    messages.shift();
  }
}

it('a crash at any call of the outbox loses no mail, and doubles one only between its sending and its receipt', async () => {
  const doubled: string[] = [];
  const calls = await crashTest({
    prepare: (app) => newAdvertiser(app),
    operation: deliverAll,
    async check(app, advertiser, _answer, [fault]) {
      await deliverAll(app);
      const { mails } = app.world;
      expect(new Set(mails.map(({ to, subject }) => `${to} ${subject}`))).toEqual(
        new Set([`${advertiser.email} A new Conversion API key was created`]),
      );
      if (mails.length > 1) doubled.push(`${fault?.mode} call ${fault?.at}`);
    },
  });
  const names = calls.map(({ operation }) => operation);
  const wanted = [
    'GetItem',
    'UpdateItem',
    'GetItem',
    'PutItem',
    'PutItem',
    'UpdateItem',
    'GetItem',
    'GetItem',
    'SendEmail',
    'UpdateItem',
    'PutItem',
  ];
  expect(names).toEqual(wanted);

  expect(doubled.sort()).toEqual(['dies_after call 9', 'fails_after call 9']);
});
