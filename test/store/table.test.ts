import { randomInt } from 'node:crypto';
import { conversionsIn } from '#shared/conversions/store/conversions.ts';
import { receiptsIn } from '#shared/outbox/store/receipts.ts';
import { cellsOf } from '#shared/reports/rules/totals.ts';
import { totalsIn } from '#shared/reports/store/totals.ts';
import { ConditionFailed, StoreUnavailable, Unstorable } from '#shared/store/store-errors.ts';
import { type Table, tableAt } from '#shared/store/table.ts';
import { newWorld } from '#test/kit/harness.ts';
import { clients, lossyEngine } from './lossy-engine.ts';
import { counted } from './stream-of.ts';

const nobody = 'http://127.0.0.1:9';
let prefix: string;
beforeAll(async () => {
  ({ prefix } = await newWorld());
});
let keys = 0;
const newKey = () => ({ pk: `TEST#${++keys}`, sk: 'x' });

describe.each(clients)('the table through %s', (_, dynamoAt) => {
  let engine: Awaited<ReturnType<typeof lossyEngine>>;
  let table: Table;
  beforeEach(async () => {
    engine = await lossyEngine();
    table = tableAt(`${prefix}attribution`, dynamoAt(engine.endpoint));
  });
  afterEach(() => engine.stop());
  const caught = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('keeps text, numbers, lists and nested objects as they are, and leaves out what is undefined', async () => {
    const item = {
      ...newKey(),
      text: 'é\u0000😀',
      n: -1.5,
      none: null,
      yes: true,
      list: [1, 'a', [null]],
      map: { a: { b: 2 } },
      empty: '',
    };
    await table.put({ ...item, gone: undefined });
    expect(await table.get({ pk: item.pk, sk: item.sk })).toEqual(item);
  });

  it('says of what can never be stored that it cannot: ill-formed text, and keys of too many bytes', async () => {
    const { pk } = newKey();
    const bad = [
      { pk: 'é'.repeat(1025), sk: 'x' },
      { pk, sk: 'x'.repeat(1025) },
      { pk, sk: 'x', text: 'a\ud800' },
    ];
    for (const item of bad) {
      expect(await caught(table.put(item))).toBeInstanceOf(Unstorable);
      expect(await caught(table.transact([{ put: item }]))).toBeInstanceOf(Unstorable);
    }
    expect(await caught(table.get(bad[0] as (typeof bad)[0]))).toBeInstanceOf(Unstorable);
    expect(await table.get({ pk, sk: 'x' })).toBeNull();
  });

  it('refuses a conditional put with the item that stands there', async () => {
    const item = { ...newKey(), a: 1, list: ['x', { y: '12345678901234567890' }] };
    expect(await table.putNew(item)).toBeNull();
    expect(await table.putNew({ ...item, a: 2 })).toEqual(item);
    expect(await caught(table.put({ ...item, a: 2 }, 'a = :none'))).not.toBeInstanceOf(ConditionFailed);
    const refused = await caught(table.put({ ...item, a: 2 }, 'attribute_not_exists(pk)'));
    expect(refused).toBeInstanceOf(ConditionFailed);
    expect(refused).toMatchObject({ item });
  });

  it('refuses a conditional update with the item, or null when there is none', async () => {
    const key = newKey();
    const update = { key, update: 'SET a = :a', condition: 'a = :old', values: { ':a': 2, ':old': 0 } };
    expect(await caught(table.update(update))).toMatchObject({ name: 'ConditionFailed', item: null });
    await table.put({ ...key, a: 1 });
    expect(await caught(table.update(update))).toMatchObject({
      name: 'ConditionFailed',
      item: { ...key, a: 1 },
    });
  });

  it('refuses a transaction whole, with the item of the first part that was refused', async () => {
    const [first, second, third] = [newKey(), newKey(), newKey()];
    await table.put({ ...second, a: 'there' });
    const parts = [first, second, third].map((key) => ({
      put: { ...key, a: 'new' },
      condition: 'attribute_not_exists(pk)',
    }));
    expect(await caught(table.transact(parts))).toMatchObject({
      name: 'ConditionFailed',
      item: { ...second, a: 'there' },
    });
    expect(await Promise.all([first, third].map((key) => table.get(key, { consistent: true })))).toEqual([null, null]);
  });

  it('is unavailable when nobody listens', async () => {
    const lost = tableAt(`${prefix}attribution`, dynamoAt(nobody));
    expect(await caught(lost.get(newKey()))).toBeInstanceOf(StoreUnavailable);
    expect(await caught(lost.put(newKey()))).toBeInstanceOf(StoreUnavailable);
    expect(await caught(lost.transact([{ put: newKey() }]))).toBeInstanceOf(StoreUnavailable);
    expect(await caught(Array.fromAsync(lost.query('a', ['b', 'c'])))).toBeInstanceOf(StoreUnavailable);
  });

  it.each([
    ['an internal error', 500, { __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError', message: 'x' }],
    ['a bad gateway without a word', 502, ''],
    ['a page instead of JSON', 503, '<html>'],
    ['expired credentials', 400, { __type: 'com.amazon.coral.service#ExpiredTokenException', message: 'x' }],
  ])('is unavailable on %s, after few tries', async (_, status, body) => {
    engine.answerWith(status, body);
    expect(await caught(table.get(newKey()))).toBeInstanceOf(StoreUnavailable);
    expect(await caught(table.put(newKey(), 'attribute_not_exists(pk)'))).toBeInstanceOf(StoreUnavailable);
    expect(engine.operations.length).toBeLessThanOrEqual(6);
  });

  it('is unavailable when it is throttled, after few tries', async () => {
    const __type = 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException';
    engine.answerWith(400, { __type, message: 'x' });
    expect(await caught(table.get(newKey()))).toBeInstanceOf(StoreUnavailable);
    expect(engine.operations.length).toBeLessThanOrEqual(3);
  });

  const refusal = (type: string, ...codes: string[]) => ({
    __type: `com.amazonaws.dynamodb.v20120810#${type}`,
    Message: 'x',
    ...(codes.length > 0 && { CancellationReasons: codes.map((Code) => ({ Code })) }),
  });

  it('writes an item again that a transaction held', async () => {
    const key = newKey();
    engine.answerWith(400, refusal('TransactionConflictException'), 2);
    await table.update({ key, update: 'ADD n :one', values: { ':one': 1 } });
    engine.answerWith(400, refusal('TransactionConflictException'), 2);
    await table.put({ ...newKey(), a: 1 }, 'attribute_not_exists(pk)');
    expect(engine.operations).toEqual(['UpdateItem', 'UpdateItem', 'UpdateItem', 'PutItem', 'PutItem', 'PutItem']);
    expect(await table.get(key, { consistent: true })).toMatchObject({ n: 1 });
  });

  it.each([
    ['met another one', ['None', 'TransactionConflict']],
    ['was refused for load', ['ThrottlingError', 'None']],
    ['was refused for load, by its capacity', ['None', 'ProvisionedThroughputExceeded']],
  ])('tries a transaction again that %s', async (_, codes) => {
    const keys = [newKey(), newKey()];
    engine.answerWith(400, refusal('TransactionCanceledException', ...codes), 3);
    await table.transact(keys.map((key) => ({ key, update: 'ADD n :one', values: { ':one': 1 } })));
    expect(engine.operations).toHaveLength(4);
    expect(await table.getMany(keys, { consistent: true })).toMatchObject([{ n: 1 }, { n: 1 }]);
  });

  it('is unavailable when a transaction holds an item for long', async () => {
    engine.answerWith(400, refusal('TransactionConflictException'));
    expect(await caught(table.put(newKey()))).toBeInstanceOf(StoreUnavailable);
    expect(engine.operations).toHaveLength(6);
  });

  it('waits for its own transaction, whose first answer was late', async () => {
    const key = newKey();
    engine.answerWith(400, refusal('TransactionInProgressException'), 2);
    await table.transact([{ put: { ...key, a: 1 } }]);
    expect(await table.get(key, { consistent: true })).toMatchObject({ a: 1 });
  });

  it('calls a fault of ours in a transaction by its name', async () => {
    engine.answerWith(400, refusal('TransactionCanceledException', 'None', 'ValidationError'));
    const parts = [{ put: newKey() }, { put: newKey() }];
    expect(await caught(table.transact(parts))).not.toBeInstanceOf(StoreUnavailable);
  });

  it('calls a fault of ours by its name, and asks once', async () => {
    const error = await caught(table.update({ key: newKey(), update: 'NONSENSE' }));
    expect(error).not.toBeInstanceOf(StoreUnavailable);
    expect(String((error as { type?: string }).type ?? (error as Error).name)).toContain('ValidationException');
    expect(engine.operations).toHaveLength(1);
  });

  it('takes a whole item where a key is due', async () => {
    const item = { pk: 'whole', sk: 'item', a: 1 };
    await table.put(item);
    expect(await table.get(item)).toEqual(item);
    expect(await table.getMany([item])).toEqual([item]);
    expect(await table.update({ key: item, update: 'SET b = :b', values: { ':b': 2 } })).toMatchObject({
      b: 2,
    });
    expect(await table.remove(item)).toBe(true);
    expect(await table.get(item)).toBeNull();
  });

  it('reads many items, over 100 and whatever is missing', async () => {
    const some = Array.from({ length: 130 }, newKey);
    await Promise.all(some.slice(0, 120).map((key, n) => table.put({ ...key, n })));
    const found = await table.getMany<ReturnType<typeof newKey> & { n: number }>(some, { consistent: true });
    expect(found.map(({ n }) => n).sort((a, b) => a - b)).toEqual(Array.from({ length: 120 }, (_, i) => i));
  });

  it('pages through a partition of more than a megabyte, in order', async () => {
    const { pk } = newKey();
    await Promise.all(Array.from({ length: 5 }, (_, i) => table.put({ pk, sk: `b${i}`, text: 'x'.repeat(300_000) })));
    await Promise.all(['a', 'c'].map((sk) => table.put({ pk, sk })));
    const found = await Array.fromAsync(table.query(pk, ['b', 'b~']));
    expect(found.map(({ sk }) => sk)).toEqual(['b0', 'b1', 'b2', 'b3', 'b4']);
    expect(engine.operations.filter((operation) => operation === 'Query').length).toBeGreaterThan(1);
  });

  describe('knows its own write, when the answer of the first try was lost:', () => {
    it('an accepted event is no duplicate', async () => {
      const conversions = conversionsIn(table);
      const conversion = counted(randomInt(1, 2 ** 47), 'e', { writtenBy: 'me' });
      engine.loseAnswerOf('PutItem');
      expect(await conversions.accept(conversion)).toBeNull();
      expect(await conversions.accept({ ...conversion, writtenBy: 'another' })).toMatchObject({
        writtenBy: 'me',
      });
      expect(engine.operations).toEqual(['PutItem', 'PutItem', 'PutItem']);
    });

    it('a total is added once', async () => {
      const totals = totalsIn(table, { now: Date.now });
      const conversion = counted(randomInt(1, 2 ** 47), 'e');
      const [counts] = cellsOf(conversion);
      engine.loseAnswerOf('UpdateItem');
      const { cell, at } = counts as NonNullable<typeof counts>;
      await totals.add(cell, 's', [{ sequence: '1', count: 1, value: '0.1', at, receivedAt: 'now' }]);
      const [found] = await Array.fromAsync(totals.between(conversion.accountId, 'live', 'occurred', '2026-11-20', '2026-11-20'));
      expect(found).toMatchObject({ count: 1, value: '0.1' });
    });

    it('the claim on an effect is its own', async () => {
      const receipts = receiptsIn(table, { now: () => 1000 });
      engine.loseAnswerOf('UpdateItem');
      expect(await receipts.claim(`effect-${++keys}`)).toBe('mine');
      expect(await receipts.claim(`effect-${keys}`)).toBe('busy');
    });
  });
});
