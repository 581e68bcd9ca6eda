import { effectsQueue } from '#shared/outbox/queues.ts';
import { job } from '#shared/worker/job.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { streamWorker } from '#shared/worker/stream-worker.ts';
import { context, sqsEvent } from './lambda-events.ts';

const work = async () => {};
const effect = { kind: 'notice', id: 'n', text: 'Hello' };

it('workers write no metric, which is paid for by the month: AWS measures messages, lags and durations at no cost', async () => {
  const write = vi.spyOn(process.stdout, 'write');
  const stream = streamWorker('test', () => ({}), work);
  const record = { dynamodb: { SequenceNumber: '1', NewImage: { pk: { S: 'a' } } } };
  await stream({ Records: [record] } as Parameters<typeof stream>[0], context);
  const queues = { holdBack: work };
  const queue = queueWorker(effectsQueue, () => ({ random: () => 0, queues }), work);
  await queue(sqsEvent({ body: { effect } }, { body: 'no JSON' }), context);
  const run = job(
    'tidy',
    () => ({}),
    async () => ({ done: true }),
  );
  await run({ job: 'tidy', scheduledAt: '2026-11-21T00:00:00Z' }, context);
  const lines = write.mock.calls.map(([chunk]) => String(chunk));
  write.mockRestore();
  expect(lines.some((line) => line.includes('job done'))).toBe(true);
  expect(lines.filter((line) => line.includes('CloudWatchMetrics'))).toEqual([]);
});
