// Slow: it starts processes.
import { DynamoError } from '../src/index.ts';
import { attributesOf, engineOf, keyOf, keysOf, things } from './engine.ts';

const { engine, ask, refused, put, get } = await engineOf();
beforeAll(() => ask('CreateTable', things));
afterAll(() => engine.close());

const TableName = 'things';
const item = (more: object = {}) => ({ TableName, Item: { ...keyOf('x'), ...more } });
const update = (UpdateExpression: string, more: object = {}) => ({
  TableName,
  Key: keyOf('x'),
  UpdateExpression,
  ...more,
});
const values = (...all: object[]) => ({
  ExpressionAttributeValues: Object.fromEntries(all.map((value, at) => [`:${at}`, value])),
});
const put1 = (ConditionExpression: string, ...all: object[]) => ({
  ...item(),
  ConditionExpression,
  ...(all.length > 0 && values(...all)),
});
const n = (N: string) => ({ N });
const s = (S: string) => ({ S });

describe('limits of sizes and numbers', () => {
  it.each([
    ['an item of 400 KB', item({ text: s('x'.repeat(400 * 1024 - 4 - 2 - 2 - 2)) }), 'accepted'],
    ['an item of one byte more', item({ text: s('x'.repeat(400 * 1024 - 4 - 2 - 2 - 1)) }), /^ValidationException: Item size has exceeded/],
    ['a partition key of 2,048 bytes', { TableName, Item: keyOf('x', 'é'.repeat(1024)) }, 'accepted'],
    ['one of more', { TableName, Item: keyOf('x', `${'é'.repeat(1024)}a`) }, /Size of hashkey has exceeded/],
    ['a sort key of 1,024 bytes', { TableName, Item: keyOf('é'.repeat(512)) }, 'accepted'],
    ['one of more', { TableName, Item: keyOf(`${'é'.repeat(512)}a`) }, /Size of rangekey has exceeded/],
    ['an empty key', { TableName, Item: keyOf('') }, /cannot contain an empty string value/],
    ['a key of another type', { TableName, Item: { pk: n('1'), sk: s('x') } }, /Type mismatch for key pk expected: S actual: N/],
    ['no key', { TableName, Item: { pk: s('p') } }, /Missing the key sk in the item/],
    ['a number of 38 digits', item({ v: n('1'.repeat(38)) }), 'accepted'],
    ['one of 39', item({ v: n('1'.repeat(39)) }), /more than 38 significant digits/],
    ['a number too large', item({ v: n('1e126') }), /Number overflow/],
    ['a number too small', item({ v: n('1e-131') }), /Number underflow/],
    ['no number', item({ v: n('x') }), /cannot be converted to a numeric value/],
    ['an empty set', item({ v: { SS: [] } }), /set {2}may not be empty/],
    ['a set with duplicates', item({ v: { NS: ['1', '1.0'] } }), /contains duplicates/],
    ['a value of two types', item({ v: { S: 'x', N: '1' } }), /exactly one of the supported datatypes/],
    ['a value of no type', item({ v: { X: 'x' } }), /exactly one of the supported datatypes/],
    ['bytes that are none', item({ v: { B: '*' } }), /^SerializationException/],
    ['ill-formed text', item({ v: s('a\ud800') }), /^SerializationException/],
    ['lists of 33 levels', item({ v: JSON.parse(`${'{"L":['.repeat(33)}{"S":"x"}${']}'.repeat(33)}`) }), /Nesting Levels have exceeded/],
  ])('%s', async (_name, input, expected) => {
    expect(await refused('PutItem', input)).toEqual(expected === 'accepted' ? expected : expect.stringMatching(expected));
  });

  it('accepts an update to exactly 400 KB and rejects one byte more', async () => {
    const remainingBytes = 400 * 1024 - 14 - 300_000;
    await put('x', { text: s('x'.repeat(300_000)) });
    const add = (bytes: number) => update('SET more = :0', values(s('x'.repeat(bytes))));
    expect(await refused('UpdateItem', add(remainingBytes + 1))).toMatch(/Item size to update has exceeded/);
    expect(await refused('UpdateItem', add(remainingBytes))).toBe('accepted');
  });

  it('rejects an update that makes an item too large or changes a key attribute', async () => {
    await put('x', { text: s('x'.repeat(300_000)) });
    const add = update('SET more = :0', values(s('x'.repeat(200_000))));
    expect(await refused('UpdateItem', add)).toMatch(/Item size to update has exceeded/);
    expect(await refused('UpdateItem', update('SET sk = :0', values(s('y'))))).toMatch(/Cannot update attribute sk/);
    expect(await get('x')).not.toHaveProperty('more');
  });

  it('limits batches to 25 and 100, and transactions to 100 steps and 4 MB', async () => {
    const items = (count: number, more = {}) => Array.from({ length: count }, (_, i) => ({ ...keyOf(`b${i}`), ...more }));
    const puts = (count: number) => ({
      RequestItems: { things: items(count).map((Item) => ({ PutRequest: { Item } })) },
    });
    const gets = (count: number) => ({ RequestItems: { things: { Keys: items(count) } } });
    const steps = (count: number, more?: object) => ({
      TransactItems: items(count, more).map((Item) => ({ Put: { TableName, Item } })),
    });
    expect(await refused('BatchWriteItem', puts(25))).toBe('accepted');
    expect(await refused('BatchWriteItem', puts(26))).toMatch(/length less than or equal to 25/);
    expect(await refused('BatchGetItem', gets(100))).toBe('accepted');
    expect(await refused('BatchGetItem', gets(101))).toMatch(/length less than or equal to 100/);
    expect(await refused('TransactWriteItems', steps(100))).toBe('accepted');
    expect(await refused('TransactWriteItems', steps(101))).toMatch(/less than or equal to 100/);
    expect(await refused('TransactWriteItems', steps(10, { text: s('x'.repeat(400_000)) }))).toBe('accepted');
    expect(await refused('TransactWriteItems', steps(11, { text: s('x'.repeat(400_000)) }))).toMatch(/4 MB/);
    const twice = [...items(1), ...items(1)];
    expect(await refused('BatchGetItem', { RequestItems: { things: { Keys: twice } } })).toMatch(/contains duplicates/);
    expect(
      await refused('TransactWriteItems', {
        TransactItems: twice.map((Item) => ({ Put: { TableName, Item } })),
      }),
    ).toMatch(/multiple operations on one item/);
  });

  it('accepts transactions of exactly 4 MB and rejects one byte more', async () => {
    const parts = (last: number) => ({
      TransactItems: Array.from({ length: 11 }, (_, i) => {
        const more = { text: s('x'.repeat(i === 10 ? last : 400_000)) };
        return { Put: { TableName, Item: { ...keyOf(`t${i}`), ...more } } };
      }),
    });
    const remainingBytes = 4 * 1024 * 1024 - 10 * 400_011 - 12;
    expect(await refused('TransactWriteItems', parts(remainingBytes))).toBe('accepted');
    expect(await refused('TransactWriteItems', parts(remainingBytes + 1))).toMatch(/4 MB/);
  });

  it('a page ends with the item that reaches 1 MB', async () => {
    const perItem = 1024 * 64;
    const fill = (pk: string, more: number) =>
      Array.from({ length: 17 }, (_, i) => {
        const key = keyOf(String(i).padStart(2, '0'), pk);
        const keyBytes = Buffer.byteLength(`pksk${key.pk.S}${key.sk.S}text`);
        return {
          PutRequest: { Item: { ...key, text: s('x'.repeat(perItem - keyBytes + (i === 0 ? more : 0))) } },
        };
      });
    for (const [pk, more, count] of [
      ['full', 0, 16],
      ['less', -1, 17],
      ['more', 1, 16],
    ] as const) {
      await ask('BatchWriteItem', { RequestItems: { things: fill(pk, more) } });
      const query = { TableName, KeyConditionExpression: 'pk = :0', ...values(s(pk)) };
      expect([pk, (await ask('Query', query)).Count]).toEqual([pk, count]);
    }
  });

  it('a page has at most 1 MB', async () => {
    for (let i = 0; i < 12; i++) await ask('PutItem', { TableName, Item: { ...keyOf(`${i}`, 'pages'), text: s('ä'.repeat(50_000)) } });
    const query = { TableName, KeyConditionExpression: 'pk = :0', ...values(s('pages')) };
    const { Count, LastEvaluatedKey } = await ask('Query', query);
    expect(Count).toBe(11);
    expect((await ask('Query', { ...query, ExclusiveStartKey: LastEvaluatedKey })).Count).toBe(1);
  });
});

describe('limits of expressions', () => {
  const chain = (count: number) => Array.from({ length: count }, () => 'a = :0').join(' OR ');
  it.each([
    ['of 4,096 bytes', put1(`a = :0${' '.repeat(4089)} `, n('1')), /ConditionalCheckFailed/],
    ['of more', put1(`a = :0${' '.repeat(4091)}`, n('1')), /Expression size has exceeded the maximum/],
    ['of 299 operators', put1(chain(150), n('1')), /ConditionalCheckFailed/],
    ['of 301', put1(chain(151), n('1')), /too many operators; operator count: 301/],
    ['of 3,000 brackets', put1(`${'('.repeat(3000)}a = :0`, n('1')), /nested too deeply/],
    ['of nothing', put1(' '), /can not be empty/],
    ['with a reserved word', put1('name = :0', n('1')), /reserved keyword; reserved keyword: name/],
    ['with an undefined value', put1('a = :0 AND b = :1', n('1')), /attribute value: :1/],
    ['with an undefined name', put1('#a = :0', n('1')), /attribute name: #a/],
    ['with an unused value', put1('a = :0', n('1'), n('2')), /unused in expressions: keys: {:1}/],
    ['that ends too early', put1('a = ', n('1')), /Syntax error; token: "<EOF>"/],
    ['with an unknown function', put1('exists(a)'), /Invalid function name; function: exists/],
    ['with an IN of 101', put1(`a IN (${Array(101).fill(':0').join(',')})`, n('1')), /too many operands/],
    ...['<', '<=', '>', '>='].map((sign): [string, object, RegExp] => [
      `with NULL after ${sign}`,
      put1(`a ${sign} :0`, { NULL: true }),
      /^ValidationException: Invalid ConditionExpression: Incorrect operand type .*: NULL/,
    ]),
    ['with BOOL in BETWEEN', put1('a BETWEEN :0 AND :1', { BOOL: true }, { BOOL: true }), /Incorrect operand type/],
    ['with two types in BETWEEN', put1('a BETWEEN :0 AND :1', n('1'), s('x')), /requires same data type/],
    ['with reversed bounds', put1('a BETWEEN :0 AND :1', n('2'), n('1')), /upper bound to be greater/],
    ['with a number in begins_with', put1('begins_with(a, :0)', n('1')), /Incorrect operand type/],
    ['that compares an attribute with itself', put1('a = a'), /must be distinct/],
  ])('%s', async (_name, input, expected) => {
    expect(await refused('PutItem', input)).toMatch(expected);
    const { TableName: _, ReturnValues: __, ...rest } = input as Record<string, unknown>;
    const inTransaction = await refused('TransactWriteItems', {
      TransactItems: [{ Put: { TableName, ...rest } }],
    });
    expect(inTransaction).toMatch(
      /ConditionalCheckFailed/.test(String(expected)) ? /^TransactionCanceled.*\[ConditionalCheckFailed\]/ : expected,
    );
  });

  it.each([
    ['overlapping paths', update('SET a.b = :0, a = :0', values(n('1'))), /overlap/],
    ['a clause twice', update('SET a = :0 SET b = :0', values(n('1'))), /can only be used once/],
    ['a word that is no clause', update('PUT a = :0', values(n('1'))), /Syntax error/],
    ['ADD of a text', update('ADD a :0', values(s('x'))), /Incorrect operand type .*: ADD/],
    ['DELETE of a number', update('DELETE a :0', values(n('1'))), /Incorrect operand type .*: DELETE/],
    ['a sum of texts', update('SET a = a + :0', values(s('x'))), /Incorrect operand type .*: \+/],
    ['an attribute that is not there', update('SET a = b'), /does not exist in the item/],
    ['a place that is not there', update('SET a.b = :0', values(n('1'))), /document path/],
    ['a path of 33 levels', update(`SET ${Array(33).fill('a').join('.')} = :0`, values(n('1'))), /too many nesting elements/],
  ])('limits of expressions of an update: %s', async (_name, input, expected) => {
    await ask('DeleteItem', { TableName, Key: keyOf('x') });
    expect(await refused('UpdateItem', input)).toMatch(expected);
    expect(await get('x')).toBeUndefined();
  });
});

describe('unsupported operations', () => {
  it.each([
    ['PutItem', { ...item(), Expected: {} }, /does not implement the parameter Expected/],
    ['Query', { TableName, KeyConditionExpression: 'pk = :0', ...values(s('p')), QueryFilter: {} }, /parameter QueryFilter/],
    ['UpdateItem', { TableName, Key: keyOf('x'), ReturnValues: 'UPDATED_NEW' }, /does not implement ReturnValues UPDATED_NEW/],
    ['CreateTable', { ...things, TableName: 'other', LocalSecondaryIndexes: [] }, /parameter LocalSecondaryIndexes/],
    ['TransactGetItems', { TransactItems: [] }, /^UnknownOperationException/],
    ['GetItem', { TableName }, /Value null at 'key'/],
    ['GetItem', { TableName: 5, Key: keyOf('x') }, /^SerializationException/],
    ['GetItem', { TableName: 'nowhere', Key: keyOf('x') }, /^ResourceNotFoundException: .*Table: nowhere not found/],
    ['GetItem', { TableName, Key: { pk: s('p') } }, /does not match the schema/],
    ['GetItem', { TableName, Key: { ...keyOf('x'), more: s('x') } }, /does not match the schema/],
    ['Scan', { TableName, Limit: 0 }, /greater than or equal to 1/],
    ['Scan', { TableName, Segment: 4, TotalSegments: 4 }, /must be less than parameter TotalSegments/],
    ['Query', { TableName, KeyConditionExpression: 'pk > :0', ...values(s('p')) }, /key condition not supported/],
    ['Query', { TableName, KeyConditionExpression: 'sk = :0', ...values(s('p')) }, /missed key schema element: pk/],
    ['Query', { TableName, KeyConditionExpression: 'pk = :0', ...values(n('1')) }, /does not match schema type/],
  ])('%s %j', async (operation, input, expected) => {
    expect(await refused(operation, input)).toMatch(expected);
  });
});

describe('faults and lag for tests', () => {
  it('throttling and conflicts have no effect on items', async () => {
    const refusals: Record<string, DynamoError> = {
      PutItem: new DynamoError('ThrottlingException', 'Too much'),
      TransactWriteItems: new DynamoError('TransactionCanceledException', 'Conflict', {
        reasons: [{ Code: 'TransactionConflict' }],
      }),
    };
    const ownEngine = await engineOf({ refuses: (operation) => refusals[operation] });
    await ownEngine.ask('CreateTable', things);
    expect(await ownEngine.refused('PutItem', item())).toBe('ThrottlingException: Too much');
    const TransactItems = [{ Put: item() }];
    await expect(ownEngine.ask('TransactWriteItems', { TransactItems })).rejects.toMatchObject({
      reasons: [{ Code: 'TransactionConflict' }],
    });
    expect(await ownEngine.get('x')).toBeUndefined();
    await ownEngine.engine.close();
  });

  it('eventually consistent reads lag, and consistent reads do not', async () => {
    const lag = { ms: 0 };
    const ownEngine = await engineOf({ lagMs: () => lag.ms });
    await ownEngine.ask('CreateTable', {
      ...things,
      ...attributesOf({ pk: 'S', sk: 'S', g: 'S' }),
      GlobalSecondaryIndexes: [{ IndexName: 'byG', ...keysOf('g'), Projection: { ProjectionType: 'ALL' } }],
    });
    await ownEngine.put('a', { g: s('1'), n: n('1') });
    const read = (ConsistentRead: boolean) => ownEngine.ask('GetItem', { TableName, Key: keyOf('a'), ConsistentRead });
    expect((await read(false)).Item.n).toEqual(n('1'));
    lag.ms = 3_600_000;
    await ownEngine.put('a', { g: s('1'), n: n('2') });
    await ownEngine.put('b', { g: s('1') });
    expect((await read(true)).Item.n).toEqual(n('2'));
    expect((await read(false)).Item.n).toEqual(n('1'));
    const byIndex = { TableName, IndexName: 'byG', KeyConditionExpression: 'g = :0', ...values(s('1')) };
    expect((await ownEngine.ask('Query', byIndex)).Items).toEqual([{ ...keyOf('a'), g: s('1'), n: n('1') }]);
    await ownEngine.engine.close();
  });
});

describe("consumed capacity, by DynamoDB's rules", () => {
  const units = async (operation: string, input: object) => {
    const { ConsumedCapacity } = await ask(operation, { ...input, ReturnConsumedCapacity: 'TOTAL' });
    return Array.isArray(ConsumedCapacity) ? ConsumedCapacity[0].CapacityUnits : ConsumedCapacity.CapacityUnits;
  };
  const text = (bytes: number) => ({ text: s('x'.repeat(bytes)) });
  it("consumed capacity, by DynamoDB's rules of writes by the KB of the larger image, twice in a transaction; of reads by 4 KB, half when not consistent", async () => {
    await ask('DeleteItem', { TableName, Key: keyOf('x') });
    expect(await units('PutItem', item(text(100)))).toBe(1);
    expect(await units('PutItem', item(text(3000)))).toBe(3);
    expect(await units('PutItem', item(text(100)))).toBe(3);
    expect(await units('TransactWriteItems', { TransactItems: [{ Put: item(text(1500)) }] })).toBe(4);
    const Key = keyOf('x');
    await put('x', text(5000));
    expect(await units('GetItem', { TableName, Key })).toBe(1);
    expect(await units('GetItem', { TableName, Key, ConsistentRead: true })).toBe(2);
    expect(await units('GetItem', { TableName, Key: keyOf('none') })).toBe(0.5);
    expect(await units('BatchGetItem', { RequestItems: { things: { Keys: [Key, keyOf('none')] } } })).toBe(1.5);
    expect(await units('DeleteItem', { TableName, Key })).toBe(5);
  });

  it("consumed capacity, by DynamoDB's rules of a filter, is of all items that were read", async () => {
    for (const sk of ['a', 'b', 'c']) await ask('PutItem', { TableName, Item: { ...keyOf(sk, 'filtered'), ...text(4000) } });
    const query = { TableName, KeyConditionExpression: 'pk = :0', ...values(s('filtered')) };
    const filter = { FilterExpression: 'attribute_exists(absent)' };
    for (const input of [query, { ...query, ...filter }, { ...query, ...filter, Select: 'COUNT' }])
      expect(await units('Query', input)).toBe(1.5);
  });

  it("consumed capacity, by DynamoDB's rules of indexes by what changes in them", async () => {
    await ask('CreateTable', {
      TableName: 'indexed',
      ...keysOf('pk'),
      ...attributesOf({ pk: 'S', g: 'S' }),
      GlobalSecondaryIndexes: [{ IndexName: 'byG', ...keysOf('g'), Projection: { ProjectionType: 'KEYS_ONLY' } }],
    });
    const write = async (more: object) =>
      (
        await ask('PutItem', {
          TableName: 'indexed',
          Item: { pk: s('a'), ...more },
          ReturnConsumedCapacity: 'INDEXES',
        })
      ).ConsumedCapacity;
    const inIndex = (CapacityUnits: number) => ({ GlobalSecondaryIndexes: { byG: { CapacityUnits } } });
    expect(await write({ v: n('1') })).toEqual({
      TableName: 'indexed',
      CapacityUnits: 1,
      Table: { CapacityUnits: 1 },
    });
    expect(await write({ g: s('1') })).toMatchObject({ CapacityUnits: 2, ...inIndex(1) });
    expect(await write({ g: s('1'), v: n('2') })).toEqual({
      TableName: 'indexed',
      CapacityUnits: 1,
      Table: { CapacityUnits: 1 },
    });
    expect(await write({ g: s('2') })).toMatchObject({ CapacityUnits: 3, ...inIndex(2) });
  });
});
