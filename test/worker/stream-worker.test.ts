import fc from 'fast-check';
import { deliverChanges } from '#functions/workers/outbox/deliver-changes.ts';
import { addToTotals } from '#shared/reports/add-to-totals.ts';
import { type Batch, streamWorker } from '#shared/worker/stream-worker.ts';
import { context } from './lambda-events.ts';

type Handler = ReturnType<typeof streamWorker>;
const eventOf = (event: object) => event as Parameters<Handler>[0];
const record = (sequence: string, images: object = {}) => ({
  dynamodb: { SequenceNumber: sequence, ...images },
});

function recorder(handle: (batch: Batch) => Promise<void> = async () => {}) {
  const batches: Batch[] = [];
  let built = 0;
  const makeDeps = () => ({ number: ++built });
  const handler = streamWorker('test', makeDeps, async (batch) => {
    batches.push(batch);
    await handle(batch);
  });
  return { handler, batches, built: () => built };
}

describe('a batch of a stream', () => {
  it('a batch of a stream comes as plain images: null before a new item, null after a removed one', async () => {
    const { handler, batches } = recorder();
    const [old, young] = [
      { pk: { S: 'a' }, n: { N: '1' } },
      { pk: { S: 'a' }, n: { N: '12345678901234567890' }, l: { L: [{ BOOL: true }, { NULL: true }] } },
    ];
    await handler(
      eventOf({
        Records: [record('1', { NewImage: young }), record('2', { OldImage: old, NewImage: young }), record('3', { OldImage: old })],
      }),
      context,
    );
    const plain = { pk: 'a', n: '12345678901234567890', l: [true, null] };
    expect(batches[0]?.changes.map(({ before, after }) => ({ before, after }))).toEqual([
      { before: null, after: plain },
      { before: { pk: 'a', n: 1 }, after: plain },
      { before: { pk: 'a', n: 1 }, after: null },
    ]);
  });

  it('a batch of a stream names its shard when Lambda does, and answers the state that a window wants', async () => {
    const { handler, batches } = recorder();
    const event = eventOf({
      Records: [record('1')],
      shardId: 'shardId-7',
      state: {},
      window: {},
      isFinalInvokeForWindow: false,
    });
    expect(await handler(event, context)).toEqual({ batchItemFailures: [], state: {} });
    await handler(eventOf({ Records: [record('1')] }), context);
    expect(batches.map(({ shardId }) => shardId)).toEqual(['shardId-7', '']);
  });

  it('numbers its records as text that sorts like the numbers, whatever their length', () => {
    const number = fc.bigInt({ min: 0n, max: 10n ** 40n - 1n });
    return fc.assert(
      fc.asyncProperty(fc.uniqueArray(number, { minLength: 2, maxLength: 20 }), async (numbers) => {
        const { handler, batches } = recorder();
        await handler(eventOf({ Records: numbers.map((sequence) => record(String(sequence))) }), context);
        const order = batches[0]?.changes
          .map(({ sequence }) => sequence)
          .sort()
          .map(BigInt);
        expect(order).toEqual([...numbers].sort((a, b) => (a < b ? -1 : 1)));
      }),
    );
  });

  it("a batch of a stream without records, a window's last call, does nothing and succeeds", async () => {
    const { handler, batches } = recorder();
    for (const event of [{ Records: [], isFinalInvokeForWindow: true, shardId: 's', state: {} }, { isFinalInvokeForWindow: true }])
      expect(await handler(eventOf(event), context)).toEqual({ batchItemFailures: [], state: {} });
    expect(batches).toHaveLength(0);
  });

  it('a batch of a stream that fails throws through, so that Lambda delivers it again', async () => {
    const failure = new Error('Not now.');
    const { handler, batches } = recorder(() => Promise.reject(failure));
    const event = eventOf({ Records: [record('1'), record('2')] });
    await expect(handler(event, context)).rejects.toBe(failure);
    await expect(handler(event, context)).rejects.toBe(failure);
    expect(batches).toHaveLength(2);
  });

  it('a batch of a stream is served by dependencies that are built once, on the first event', async () => {
    const { handler, built } = recorder();
    expect(built()).toBe(0);
    for (let i = 0; i < 3; i++) await handler(eventOf({ Records: [record('1')] }), context);
    expect(built()).toBe(1);
  });
});

describe('a change that changed nothing', () => {
  const nobody = new Proxy(
    {},
    {
      get: (_, name) => {
        throw new Error(`${String(name)} was used.`);
      },
    },
  ) as never;

  it('a change that changed nothing adds nothing to the totals', async () => {
    const conversion = { kind: 'conversion', accountId: 1, counts: true, click: {}, value: '1', keyId: 'k' };
    const same = { pk: 'a', sk: 'b', ...conversion };
    await addToTotals({ shardId: 's', changes: [{ sequence: '1', before: same, after: { ...same } }] }, { totals: nobody, keys: nobody });
  });

  it('a change that changed nothing sends nothing', async () => {
    const effects = JSON.stringify([{ kind: 'mail', id: 'a', to_user: 1, template: 'secret_key_issued', data: {} }]);
    const same = { pk: 'a', sk: 'b', effects };
    await deliverChanges(
      {
        shardId: '',
        changes: [
          { sequence: '1', before: same, after: { ...same } },
          { sequence: '2', before: same, after: null },
        ],
      },
      nobody,
    );
  });
});
