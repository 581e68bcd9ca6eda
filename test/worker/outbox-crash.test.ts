import { deliver } from '#shared/outbox.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { crashTest } from '#test/crash/crash-test.ts';
import { newAdvertiser, type TestApp } from '#test/harness.ts';
import { faultModes } from '#test/outgoing.ts';
import { context, sqsEvent } from './lambda-events.ts';

/** What streams and queue hold, delivered once; a message leaves the queue when its worker has succeeded. */
async function deliverAll(app: TestApp) {
  await app.settle();
  const handler = queueWorker(
    'effects',
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
  // The runs come in a known order: undisturbed, then per mode call after call until one is not reached.
  const runs: { mails?: number }[] = [];
  const calls = await crashTest({
    async prepare(app) {
      runs.push({});
      return newAdvertiser(app);
    },
    operation: deliverAll,
    async check(app, advertiser) {
      await deliverAll(app);
      const { mails } = app.world;
      expect(new Set(mails.map(({ to, subject }) => `${to} ${subject}`))).toEqual(
        new Set([`${advertiser.email} A new Conversion API key was issued`]),
      );
      Object.assign(runs.at(-1) as object, { mails: mails.length });
    },
  });
  const names = calls.map(({ operation }) => operation);
  expect(names).toEqual(['UpdateItem', 'GetItem', 'GetItem', 'SendEmail', 'UpdateItem']);

  const [undisturbed, ...faulty] = runs;
  expect(undisturbed).toEqual({ mails: 1 });
  const doubled: string[] = [];
  let [mode, at] = [0, 0];
  for (const { mails } of faulty) {
    at += 1;
    if (mails === undefined) [mode, at] = [mode + 1, 0];
    else if (mails > 1) doubled.push(`${faultModes[mode]} call ${at}`);
  }
  expect(mode).toBe(faultModes.length);
  // Sent and not signed: the process died in between, or never heard that the mail was taken.
  expect(doubled).toEqual(['dies_before call 5', 'dies_after call 4', 'fails_after call 4']);
}, 60_000);
