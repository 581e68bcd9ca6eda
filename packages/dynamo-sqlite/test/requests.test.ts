import { serveEngine } from '../src/index.ts';
import { attributesOf, engineOf, keyOf, keysOf, streamOf, things } from './engine.ts';

const TableName = 'things';
const s = (text: string) => ({ S: text });
const n = (text: string) => ({ N: text });
const query = (condition: string, values: object, more: object = {}) => ({
  TableName,
  KeyConditionExpression: condition,
  ExpressionAttributeValues: { ':p': s('p'), ...values },
  ...more,
});
const put = { TableName, Item: { ...keyOf('x'), a: { L: [{ M: { b: s('c') } }] }, set: { SS: ['d'] } } };
const index = {
  IndexName: 'byG',
  ...keysOf('g', 'pk'),
  Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['kind'] },
};
const ResourceArn = 'arn:aws:dynamodb:us-east-1:000000000000:table/things';

const requests: [string, object][] = [
  [
    'CreateTable',
    {
      ...things,
      TableName: 'other',
      ...attributesOf({ pk: 'S', sk: 'S', g: 'S' }),
      ...streamOf(),
      GlobalSecondaryIndexes: [index],
      Tags: [{ Key: 'a', Value: 'b' }],
    },
  ],
  [
    'UpdateTable',
    {
      TableName,
      ...attributesOf({ pk: 'S', sk: 'S', g: 'S' }),
      GlobalSecondaryIndexUpdates: [{ Create: index }],
    },
  ],
  ['UpdateTimeToLive', { TableName, TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true } }],
  ['TagResource', { ResourceArn, Tags: [{ Key: 'a', Value: 'b' }] }],
  ['UntagResource', { ResourceArn, TagKeys: ['a'] }],
  ['PutItem', put],
  [
    'UpdateItem',
    {
      TableName,
      Key: keyOf('x'),
      UpdateExpression: 'SET #b = :b',
      ConditionExpression: '#b <> :b',
      ExpressionAttributeNames: { '#b': 'b' },
      ExpressionAttributeValues: { ':b': s('b') },
    },
  ],
  ['GetItem', { TableName, Key: keyOf('x'), ProjectionExpression: 'a, b' }],
  ['BatchGetItem', { RequestItems: { things: { Keys: [keyOf('x')] } } }],
  [
    'BatchWriteItem',
    {
      RequestItems: { things: [{ PutRequest: { Item: put.Item } }, { DeleteRequest: { Key: keyOf('y') } }] },
    },
  ],
  ['Query', query('pk = :p', { ':v': s('v') }, { FilterExpression: 'a = :v', ExclusiveStartKey: keyOf('x') })],
  ['Scan', { TableName, Segment: 0, TotalSegments: 2 }],
  [
    'TransactWriteItems',
    {
      TransactItems: [
        { Put: put },
        {
          ConditionCheck: { TableName, Key: keyOf('y'), ConditionExpression: 'attribute_not_exists(pk)' },
        },
      ],
      ClientRequestToken: 'token',
    },
  ],
  ['DeleteItem', { TableName, Key: keyOf('x') }],
];

function* withReplaced(value: unknown, by: unknown): Generator<unknown> {
  yield by;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value))
    for (const other of withReplaced(part, by))
      yield Array.isArray(value) ? value.map((element, at) => (String(at) === name ? other : element)) : { ...value, [name]: other };
}

it.each(requests)('%s answers values of a wrong shape with an exception of DynamoDB', async (operation, input) => {
  for (const by of [null, '', 'x', 7, true, [], [null], {}, { x: null }])
    for (const wrong of withReplaced(input, by)) {
      if (typeof wrong !== 'object' || wrong === null) continue;
      const { engine, ask, refused } = await engineOf();
      await ask('CreateTable', things);
      expect(await refused(operation, structuredClone(wrong)), JSON.stringify(wrong)).toMatch(/^(?:accepted$|\w+Exception: )/);
      await engine.close();
    }
});

describe('a request', () => {
  let ownEngine: Awaited<ReturnType<typeof engineOf>>;
  beforeEach(async () => {
    ownEngine = await engineOf();
    await ownEngine.ask('CreateTable', {
      ...things,
      ...attributesOf({ pk: 'S', sk: 'S', g: 'S' }),
      GlobalSecondaryIndexes: [{ ...index, ...keysOf('g') }],
    });
    for (let at = 1; at <= 6; at++) await ownEngine.put(`s${at}`, { n: n(String(at)), kind: s(at % 2 ? 'odd' : 'even'), g: s('g') });
  });
  afterEach(() => ownEngine.engine.close());
  const sorts = ({ Items }: { Items: { sk: { S: string } }[] }) => Items.map(({ sk }) => sk.S);

  it.each([
    ['(pk = :p AND sk > :s)', ['s5', 's6']],
    ['(pk = :p) AND (sk > :s)', ['s5', 's6']],
    ['(pk = :p AND (sk > :s))', ['s5', 's6']],
    ['((sk > :s) AND pk = :p)', ['s5', 's6']],
    [':p = pk AND :s < sk', ['s5', 's6']],
    [':s >= sk AND pk = :p', ['s1', 's2', 's3', 's4']],
  ])('with the key condition %s reads its items', async (condition, expected) => {
    expect(sorts(await ownEngine.ask('Query', query(condition, { ':s': s('s4') })))).toEqual(expected);
  });

  it.each([
    ['pk = :p AND pk = :p', {}, /one condition per key/],
    ['pk = :p AND sk.a = :s', { ':s': s('x') }, /nested/],
    ['pk = :p AND sk <> :s', { ':s': s('x') }, /operator/],
    ['pk = :p OR sk = :s', { ':s': s('x') }, /KeyConditionExpression/],
    ['(pk = :p AND sk = :s', { ':s': s('x') }, /Syntax error/],
    ['pk = :p AND ((sk = :s))', { ':s': s('x') }, /redundant parentheses/],
  ])('with the key condition %s is rejected', async (condition, values, expected) => {
    expect(await ownEngine.refused('Query', query(condition, values))).toMatch(expected);
  });

  it('of Query filters what it has read, and its limit counts the items before the filter', async () => {
    const filtered = query('pk = :p', { ':k': s('even') }, { FilterExpression: 'kind = :k', Limit: 3 });
    const page = await ownEngine.ask('Query', filtered);
    expect([sorts(page), page.Count, page.ScannedCount]).toEqual([['s2'], 1, 3]);
    const next = await ownEngine.ask('Query', { ...filtered, ExclusiveStartKey: page.LastEvaluatedKey });
    expect([sorts(next), next.Count, next.ScannedCount]).toEqual([['s4', 's6'], 2, 3]);
    const ofIndex = query('g = :p', { ':p': s('g'), ':k': s('odd') }, { IndexName: 'byG', FilterExpression: 'kind = :k' });
    expect((await ownEngine.ask('Query', ofIndex)).Count).toBe(3);
  });

  it('of Query cannot filter by a key', async () => {
    const byKey = query('pk = :p', { ':s': s('s1') }, { FilterExpression: 'kind = :s OR sk = :s' });
    expect(await ownEngine.refused('Query', byKey)).toMatch(/only contain non-primary key attributes.*: sk$/);
    const ofIndex = query('g = :p', {}, { IndexName: 'byG', FilterExpression: 'sk <> :p' });
    expect(await ownEngine.refused('Query', ofIndex)).toBe('accepted');
  });

  it('selects a count, all attributes or those of the index', async () => {
    const all = query('pk = :p', {});
    expect(await ownEngine.ask('Query', { ...all, Select: 'COUNT' })).toEqual({ Count: 6, ScannedCount: 6 });
    expect(await ownEngine.ask('Scan', { TableName, Select: 'COUNT' })).toEqual({
      Count: 6,
      ScannedCount: 6,
    });
    const ofIndex = query('g = :p', { ':p': s('g') }, { IndexName: 'byG' });
    const { Items } = await ownEngine.ask('Query', { ...ofIndex, Select: 'ALL_PROJECTED_ATTRIBUTES' });
    expect(Object.keys(Items[0]).sort()).toEqual(['g', 'kind', 'pk', 'sk']);
    for (const wrong of [
      { ...all, Select: 'SPECIFIC_ATTRIBUTES' },
      { ...all, Select: 'COUNT', ProjectionExpression: 'n' },
      { ...all, Select: 'ALL_PROJECTED_ATTRIBUTES' },
      { ...all, Select: 'SOME' },
      { ...ofIndex, Select: 'ALL_ATTRIBUTES' },
    ])
      expect(await ownEngine.refused('Query', wrong)).toMatch(/^ValidationException/);
  });

  it('with several wrong parameters gets one error that names them all', async () => {
    const wrong = { ...put, TableName: 'a!', ReturnValues: 'X', ReturnConsumedCapacity: 'Y', Expected: {} };
    expect(await ownEngine.refused('PutItem', wrong)).toMatch(
      /^ValidationException: 3 validation errors detected: .*'tableName'.*'returnValues'.*'returnConsumedCapacity'/,
    );
  });

  it('sets elements past the end of a list in the order of their indexes', async () => {
    await ownEngine.put('list', { a: { L: [n('0')] } });
    await ownEngine.ask('UpdateItem', {
      TableName,
      Key: keyOf('list'),
      UpdateExpression: 'SET a[9] = :c, a[7] = :b, z = :b',
      ExpressionAttributeValues: { ':b': s('b'), ':c': s('c') },
    });
    expect((await ownEngine.get('list')).a).toEqual({ L: [n('0'), s('b'), s('c')] });
  });

  it.each([
    ['two paths that disagree', 'SET a.b = :v, a[1] = :v', /conflict/],
    ['an unknown function', 'SET a = f(b, c, d)', /Invalid function name; function: f/],
    ['an index beyond all lists', 'SET a[99999999999] = :v', /List index is not within/],
  ])('of an update with %s is rejected', async (_name, UpdateExpression, expected) => {
    const ExpressionAttributeValues = UpdateExpression.includes(':v') ? { ':v': s('v') } : undefined;
    const update = {
      TableName,
      Key: keyOf('s1'),
      UpdateExpression,
      ...(ExpressionAttributeValues && { ExpressionAttributeValues }),
    };
    expect(await ownEngine.refused('UpdateItem', update)).toMatch(expected);
  });

  it('of a segment does not start in another segment', async () => {
    const starts = [0, 1].map((Segment) =>
      ownEngine.refused('Scan', { TableName, Segment, TotalSegments: 2, ExclusiveStartKey: keyOf('s1') }),
    );
    expect((await Promise.all(starts)).map((answer) => answer.split(':')[0]).sort()).toEqual(['ValidationException', 'accepted']);
  });
});

it('an index cannot change the type of a key', async () => {
  const { engine, ask, refused } = await engineOf();
  await ask('CreateTable', things);
  const update = {
    TableName,
    ...attributesOf({ pk: 'S', sk: 'N' }),
    GlobalSecondaryIndexUpdates: [{ Create: { IndexName: 'bySort', ...keysOf('sk'), Projection: { ProjectionType: 'ALL' } } }],
  };
  expect(await refused('UpdateTable', update)).toMatch(/cannot be redefined/);
  await engine.close();
});

it('the endpoint answers a body over 16 MB with 413, without reading all of it', async () => {
  const { engine } = await engineOf();
  const { endpoint, close } = await serveEngine(engine);
  const post = (bytes: number) =>
    fetch(endpoint, {
      method: 'POST',
      headers: { 'x-amz-target': 'DynamoDB_20120810.ListTables' },
      body: `{}${' '.repeat(bytes - 2)}`,
    });
  expect((await post(16 * 1_048_576)).status).toBe(200);
  expect((await post(16 * 1_048_576 + 1)).status).toBe(413);
  await close();
  await engine.close();
});

it('a table keeps its tags, and its billing mode with the throughput, over a restart of the description', async () => {
  const { engine, ask, refused } = await engineOf();
  await ask('CreateTable', { ...things, Tags: [{ Key: 'team', Value: 'a' }] });
  await ask('TagResource', {
    ResourceArn,
    Tags: [
      { Key: 'team', Value: 'b' },
      { Key: 'more', Value: '' },
    ],
  });
  await ask('UntagResource', { ResourceArn, TagKeys: ['more', 'none'] });
  expect(await ask('ListTagsOfResource', { ResourceArn })).toEqual({ Tags: [{ Key: 'team', Value: 'b' }] });
  expect(await refused('ListTagsOfResource', { ResourceArn: `${ResourceArn}-none` })).toMatch(/^ResourceNotFound/);
  for (const Tags of [
    [],
    [{ Key: '', Value: 'x' }],
    [
      { Key: 'a', Value: 'x' },
      { Key: 'a', Value: 'y' },
    ],
  ])
    expect(await refused('TagResource', { ResourceArn, Tags })).toMatch(/^ValidationException/);

  const ProvisionedThroughput = { ReadCapacityUnits: 5, WriteCapacityUnits: 6 };
  const shown = async () => (await ask('DescribeTable', { TableName })).Table;
  expect(await shown()).toMatchObject({
    BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
    ProvisionedThroughput: { ReadCapacityUnits: 0, WriteCapacityUnits: 0 },
  });
  await ask('UpdateTable', { TableName, BillingMode: 'PROVISIONED', ProvisionedThroughput });
  expect(await shown()).toMatchObject({ ProvisionedThroughput });
  expect(await shown()).not.toHaveProperty('BillingModeSummary');
  await ask('UpdateTable', { TableName, BillingMode: 'PAY_PER_REQUEST' });
  expect(await shown()).toMatchObject({ BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' } });
  await ask('UpdateTable', { TableName, BillingMode: 'PROVISIONED', ProvisionedThroughput });
  expect(await refused('UpdateTable', { TableName, ProvisionedThroughput })).toMatch(/will not change/);
  const { BillingMode: _, ...noMode } = { ...things, TableName: 'other' };
  for (const wrong of [
    noMode,
    { ...noMode, BillingMode: 'pay_per_request' },
    { ...noMode, BillingMode: 'PROVISIONED' },
    { ...noMode, BillingMode: 'PAY_PER_REQUEST', ProvisionedThroughput },
    { ...noMode, ProvisionedThroughput: { ReadCapacityUnits: 0, WriteCapacityUnits: 1 } },
  ])
    expect(await refused('CreateTable', wrong)).toMatch(/^ValidationException/);
  await engine.close();
});
