import { failureQueues } from '#functions/failures.ts';
import { countDeadLetters } from '#functions/jobs/canary/count-dead-letters.ts';
import { queueNames } from '#functions/queues.ts';
import { deadLettersAt } from '#shared/aws/dead-letters.ts';
import { newWorld, startApp } from '#test/kit/harness.ts';

async function metricsOf(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const write = vi.spyOn(process.stdout, 'write');
  await work();
  const lines = write.mock.calls.map(([chunk]) => String(chunk)).filter((line) => line.includes('"_aws"'));
  write.mockRestore();
  return lines.map((line) => JSON.parse(line));
}

describe("the canary's count of dead letters", () => {
  it('the canary counts dead letters of queues, streams and schedules as one metric of the stage', async () => {
    const asked: string[] = [];
    const call = async (_: string, { QueueUrl }: { QueueUrl?: string }) => {
      asked.push(String(QueueUrl));
      const isFull = /notices-dead|accounts-outbox-failed/.test(String(QueueUrl));
      return {
        Attributes: {
          ApproximateNumberOfMessages: isFull ? '2' : '0',
          ApproximateNumberOfMessagesNotVisible: '0',
        },
      };
    };
    const deadLetters = deadLettersAt(call as never, 'https://sqs.example/adtrail-test-');
    const metrics = await metricsOf(async () => expect(await countDeadLetters({ deadLetters })).toBe(4));
    expect(asked.sort()).toEqual(
      [...queueNames.map((name) => `${name}-dead`), ...failureQueues].map((name) => `https://sqs.example/adtrail-test-${name}`).sort(),
    );
    expect(metrics).toMatchObject([{ dead_letters: 4, service: 'adtrail' }]);
    expect(metrics[0]).toHaveProperty('_aws.CloudWatchMetrics.0.Dimensions', [['service', 'stage']]);
  });

  it('the count and the run are independent, and each failure raises the alarm', async () => {
    const app = await startApp(await newWorld());
    let walks = 0;
    const walk = (dead: () => Promise<number>) =>
      app.walkStage({
        deadLetters: { dead },
        fetch: (url, init) => {
          walks++;
          return app.send(new Request(url, init));
        },
      });
    expect(await walk(async () => 0)).toMatchObject({ outcome: 'passed', dead_letters: 0 });
    const before = walks;
    await expect(walk(() => Promise.reject(new Error('AccessDenied')))).rejects.toThrow('AccessDenied');
    expect(walks).toBeGreaterThan(before);
    app.world.deadLetters.set('notices', ['{}', '{}']);
    const down = () => Promise.reject(new TypeError('No stage.'));
    const metrics = await metricsOf(() => expect(app.walkStage({ fetch: down })).rejects.toThrow('No stage.'));
    expect(metrics).toMatchObject([{ dead_letters: 2 }]);
  });
});
