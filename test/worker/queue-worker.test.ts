import { queues } from '#functions/queues.ts';
import type { Effect } from '#shared/messages/effects.ts';
import { RetrySoon } from '#shared/messages/retry-soon.ts';
import { effectsQueue } from '#shared/outbox/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { context, sqsEvent } from './lambda-events.ts';

const effect = (id: string): Effect => ({
  kind: 'mail',
  id,
  to_user: 1,
  template: 'secret_key_issued',
  data: {},
});
const body = (id: string) => ({ effect: effect(id) });
const [first, most] = queues.effects.retrySeconds;

function worker({ fails = [] as string[], error = new Error('It failed.'), random = 0.5, holdBack = async () => {} } = {}) {
  const done: string[] = [];
  const held: [handle: string, seconds: number][] = [];
  let built = 0;
  const makeDeps = () => {
    built += 1;
    const hold = async (_: object, handle: string, seconds: number) => {
      held.push([handle, seconds]);
      await holdBack();
    };
    return { random: () => random, queues: { holdBack: hold } };
  };
  const handler = queueWorker(effectsQueue, makeDeps, async ({ effect: { id } }) => {
    if (fails.includes(id)) throw error;
    done.push(id);
  });
  return { handler, done, held, built: () => built };
}
const failedIds = async (answer: ReturnType<ReturnType<typeof worker>['handler']>) =>
  (await answer).batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);

describe('a batch of messages', () => {
  it('a batch of messages reports exactly the failed ones, and does the others', async () => {
    const { handler, done, held } = worker({ fails: ['b', 'd'] });
    const event = sqsEvent(...['a', 'b', 'c', 'd'].map((id) => ({ id, body: body(id) })));
    expect(await failedIds(handler(event, context))).toEqual(['b', 'd']);
    expect(done).toEqual(['a', 'c']);
    expect(held.map(([handle]) => handle)).toEqual(['handle-b', 'handle-d']);
  });

  it('a batch of messages reports nothing when all is well, or nothing came', async () => {
    const { handler } = worker();
    expect(await handler(sqsEvent({ body: body('a') }), context)).toEqual({ batchItemFailures: [] });
    expect(await handler(sqsEvent(), context)).toEqual({ batchItemFailures: [] });
  });

  it.each([
    ['no JSON', '{"effect":'],
    ['nothing', ''],
    ['null', 'null'],
    ['another shape', { effect: { kind: 'mail' } }],
    ['another kind', { effect: { ...effect('x'), kind: 'rocket' } }],
    ['a template that is no text', { effect: { ...effect('x'), template: 5 } }],
  ])('a batch of messages that holds %s fails alone, so that it ends in the dead-letter queue', async (_, poison) => {
    const { handler, done } = worker();
    expect(await failedIds(handler(sqsEvent({ body: body('a') }, { body: poison }, { body: body('c') }), context))).toEqual(['m1']);
    expect(done).toEqual(['a', 'c']);
  });

  it('a batch of messages is worked on side by side', async () => {
    let waiting = 0;
    let release = () => {};
    const all = new Promise<void>((resolve) => {
      release = resolve;
    });
    const deps = () => ({ random: () => 0, queues: { holdBack: async () => {} } });
    const handler = queueWorker(effectsQueue, deps, async () => {
      waiting += 1;
      if (waiting === 3) release();
      await all;
    });
    expect(await handler(sqsEvent(...['a', 'b', 'c'].map((id) => ({ body: body(id) }))), context)).toEqual({
      batchItemFailures: [],
    });
  });

  it('a batch of messages is served by dependencies that are built once, on the first event', async () => {
    const { handler, built } = worker();
    expect(built()).toBe(0);
    for (let i = 0; i < 3; i++) await handler(sqsEvent({ body: body('a') }), context);
    expect(built()).toBe(1);
  });
});

describe('a failed message', () => {
  const secondsAt = async (tries: number, random: number) => {
    const { handler, held } = worker({ fails: ['a'], random });
    await handler(sqsEvent({ body: body('a'), tries }), context);
    return held[0]?.[1];
  };

  it('a failed message is held back twice as long each time, up to the most, by chance between half and all of it', async () => {
    for (let tries = 1; tries <= queues.effects.maxReceives + 5; tries++) {
      const full = Math.min(most, first * 2 ** (tries - 1));
      expect([tries, await secondsAt(tries, 0)]).toEqual([tries, Math.max(1, Math.round(full / 2))]);
      expect([tries, await secondsAt(tries, 0.999999)]).toEqual([tries, full]);
    }
  });

  it('a failed message that another worker holds comes back after 5 to 15 seconds, however often it was received', async () => {
    for (const [random, seconds] of [
      [0, 5],
      [0.5, 10],
      [0.999999, 15],
    ] as const)
      for (const tries of [1, 2, 8, 50]) {
        const { handler, held } = worker({ fails: ['a'], error: new RetrySoon('Held.'), random });
        expect(await failedIds(handler(sqsEvent({ body: body('a'), tries }), context))).toEqual(['m0']);
        expect(held).toEqual([['handle-m0', seconds]]);
      }
  });

  it('a failed message comes back also when holding it back fails', async () => {
    const holdBack = async () => {
      throw new Error('The queue did not answer.');
    };
    const { handler, done } = worker({ fails: ['a'], holdBack });
    expect(await failedIds(handler(sqsEvent({ id: 'a', body: body('a') }, { body: body('b') }), context))).toEqual(['a']);
    expect(done).toEqual(['b']);
  });
});
