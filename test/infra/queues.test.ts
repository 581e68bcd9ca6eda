// Slow: it builds the cloud's template or bundles.

import { service } from '#lib/cloud/service-description.ts';
import type { Queue } from '#shared/messages/queue.ts';
import { type Json, synthesised, widerService } from './synthesised.ts';

const { ofType, inWords } = synthesised();
const queues = new Map(ofType('SQS::Queue').map(({ id, properties }) => [inWords({ Ref: id }).replace('queue ', ''), properties]));
const timeoutOf = (name: string) => widerService.functions.find((f) => f.name === name)?.timeoutSeconds ?? Number.NaN;

const streamFailures = Object.entries(widerService.tables).flatMap(([table, { stream }]) =>
  stream.map((s) => `${table}-${s.function}-failed`),
);
const keptJobs = Object.values(widerService.jobs).filter(({ isRepeatedAnyway }) => !isRepeatedAnyway);
const jobFailures = [...new Set(keptJobs.map((job) => `${job.function}-failed`))];
const deadLetters = [...Object.keys(widerService.queues).map((name) => `${name}-dead`), ...streamFailures, ...jobFailures];

describe('the queues', () => {
  it('the queues are those of the description and one for each way to fail', () => {
    expect([...queues.keys()].sort()).toEqual([...Object.keys(widerService.queues), ...deadLetters].sort());
  });

  it.each(Object.entries(widerService.queues))(
    '%s waits six times its worker, or as long as it is told, then gives a message up after its receives',
    (name, queue) => {
      const made = queues.get(name);
      const usual = 6 * timeoutOf(queue.function);
      expect(queue.visibilitySeconds ?? usual).toBeGreaterThan(timeoutOf(queue.function));
      expect(made).toMatchObject({
        VisibilityTimeout: queue.visibilitySeconds ?? usual,
        RedrivePolicy: { maxReceiveCount: queue.maxReceives },
      });
      expect(inWords(made.RedrivePolicy.deadLetterTargetArn)).toBe(`queue ${name}-dead`);
    },
  );

  it.each(deadLetters)('%s keeps what failed for 14 days', (name) => {
    expect(queues.get(name).MessageRetentionPeriod).toBe(14 * 24 * 3600);
  });

  it('the queues are encrypted and refuse plain connections', () => {
    for (const queue of queues.values()) expect(queue.SqsManagedSseEnabled).toBe(true);
    const guarded = ofType('SQS::QueuePolicy').flatMap(({ properties }) =>
      properties.PolicyDocument.Statement.filter(
        (s: Json) => s.Effect === 'Deny' && s.Condition.Bool['aws:SecureTransport'] === 'false',
      ).flatMap(() => properties.Queues.map(inWords)),
    );
    expect(guarded.sort()).toEqual([...queues.keys()].map((name) => `queue ${name}`).sort());
  });

  it('the queues are each emptied by their worker, at most so many at once, message by message', () => {
    const mappings = ofType('Lambda::EventSourceMapping').filter(({ properties }) =>
      inWords(properties.EventSourceArn).startsWith('queue '),
    );
    const byQueue = (a: unknown[], b: unknown[]) => String(a[0]).localeCompare(String(b[0]));
    const actual = mappings.map(({ properties: p }) => [
      inWords(p.EventSourceArn),
      inWords(p.FunctionName),
      p.ScalingConfig.MaximumConcurrency,
      p.BatchSize,
      p.MaximumBatchingWindowInSeconds ?? 0,
      p.FunctionResponseTypes,
    ]);
    expect(actual.sort(byQueue)).toEqual(
      Object.entries<Omit<Queue, 'message'>>(widerService.queues)
        .map(([name, queue]) => [
          `queue ${name}`,
          `function ${queue.function}`,
          queue.maxConcurrency,
          queue.batchSize ?? 10,
          queue.gatherSeconds ?? 0,
          ['ReportBatchItemFailures'],
        ])
        .sort(byQueue),
    );
  });

  it('the queues give a worker one message at a time where a message takes a minute of it, more than a tenth of its memory, or waits for servers of customers', () => {
    const alone = Object.entries<Omit<Queue, 'message'>>(service.queues)
      .filter(([, { batchSize }]) => batchSize === 1)
      .map(([name]) => name);
    expect(alone.sort()).toEqual([
      'account_erasure',
      'assistant_report',
      'backup',
      'discovery',
      'export',
      'grants',
      'keyword_plan',
      'media',
      'prune',
      'reconciliation',
      'recount',
      'spend_import',
      'webhooks',
    ]);
  });

  it('the queues give each part of a job a function of its own, so that parts do not wait for each other', () => {
    const parts = Object.values<Queue>(service.queues as Record<string, Queue>).filter(
      ({ message }) => message.safeParse({ task_id: 'task_1', shard: 0 }).success,
    );
    expect(parts.length).toBeGreaterThan(4);
    expect(parts.map(({ function: name, batchSize }) => [name, batchSize])).toEqual(parts.map(({ function: name }) => [name, 1]));
  });
});
