import { attributesOf, engineOf, keysOf } from './engine.ts';

const { engine, ask, refused } = await engineOf();
const types = ['S', 'N', 'B'] as const;
type Type = (typeof types)[number];
const keyValue = (type: Type, at: number) => {
  const text = ['a', 'ab', 'ac', 'b'][at] ?? '';
  return type === 'N' ? { N: String(9 + at) } : { [type]: type === 'B' ? Buffer.from(text).toString('base64') : text };
};
beforeAll(async () => {
  for (const type of types) {
    await ask('CreateTable', {
      TableName: `by${type}`,
      ...keysOf('pk', 'sk'),
      ...attributesOf({ pk: 'S', sk: type }),
    });
    for (const pk of ['p', 'q'])
      for (const at of [0, 1, 2, 3])
        await ask('PutItem', {
          TableName: `by${type}`,
          Item: { pk: { S: pk }, sk: keyValue(type, at), at: { S: `${pk}${at}` } },
        });
  }
});
afterAll(() => engine.close());

const queryOf = (type: Type, KeyConditionExpression: string) => ({
  TableName: `by${type}`,
  KeyConditionExpression,
  ExpressionAttributeValues: Object.fromEntries(
    Object.entries({ ':p': { S: 'p' }, ':a': keyValue(type, 1), ':b': keyValue(type, 2) }).filter(([name]) =>
      KeyConditionExpression.includes(name),
    ),
  ),
});
const placesFound = async (type: Type, condition: string) =>
  (await ask('Query', queryOf(type, condition))).Items.map(({ at }: { at: { S: string } }) => at.S);

const conditions: [condition: string, found: number[]][] = [
  ['pk = :p', [0, 1, 2, 3]],
  ['pk = :p AND sk = :a', [1]],
  ['pk = :p AND sk < :a', [0]],
  ['pk = :p AND sk <= :a', [0, 1]],
  ['pk = :p AND sk > :a', [2, 3]],
  ['pk = :p AND sk >= :a', [1, 2, 3]],
  ['pk = :p AND :a = sk', [1]],
  ['pk = :p AND :a > sk', [0]],
  ['pk = :p AND :a >= sk', [0, 1]],
  ['pk = :p AND :a < sk', [2, 3]],
  ['pk = :p AND :a <= sk', [1, 2, 3]],
  ['pk = :p AND sk BETWEEN :a AND :b', [1, 2]],
  ['pk = :p and sk between :a and :b', [1, 2]],
  ['sk BETWEEN :a AND :b AND :p = pk', [1, 2]],
];

it.each(types.flatMap((type) => conditions.map((one) => [type, ...one] as const)))(
  'by a sort key of type %s, "%s" finds its items',
  async (type, condition, expected) => {
    expect(await placesFound(type, condition)).toEqual(expected.map((at) => `p${at}`));
  },
);

it('begins_with finds texts and bytes by their beginning, and refuses numbers', async () => {
  await ask('PutItem', {
    TableName: 'byS',
    Item: { pk: { S: 'p' }, sk: { S: 'ab\u{10ffff}c' }, at: { S: 'long' } },
  });
  expect(await placesFound('S', 'pk = :p AND begins_with(sk, :a)')).toEqual(['p1', 'long']);
  expect(await placesFound('B', 'begins_with ( sk , :a ) AND pk = :p')).toEqual(['p1']);
  expect(await refused('Query', queryOf('N', 'pk = :p AND begins_with(sk, :a)'))).toMatch(/operand type: N/);
});

it.each([
  ['pk = :p AND contains(sk, :a)', 'Invalid function name; function: contains'],
  ['pk = :p AND BEGINS_WITH(sk, :a)', 'Invalid function name; function: BEGINS_WITH'],
  ['pk > :p', 'Query key condition not supported'],
  ['sk = :a', 'Query condition missed key schema element: pk'],
  ['pk = :p AND kind = :a', 'Query condition missed key schema element: sk'],
  ['pk = :p AND sk <> :a', 'Invalid operator used in KeyConditionExpression: <>'],
  ['pk = :p AND :a <> sk', 'Invalid operator used in KeyConditionExpression'],
  ['pk = :p AND sk IN :a', 'Invalid operator used in KeyConditionExpression: IN'],
  ['pk = :p AND sk BETWEEN :b AND :a', 'upper bound'],
  ['pk = :p AND sk.x = :a', 'must not be on a nested attribute'],
  ['sk = :a AND sk = :b', 'must only contain one condition per key'],
])('"%s" is refused: %s', async (condition, message) => {
  expect(await refused('Query', queryOf('S', condition))).toContain(message);
});

it('a value of another type than the key, or an empty partition, is refused', async () => {
  const query = queryOf('S', 'pk = :p AND sk = :a');
  const ofWrongType = { ...query.ExpressionAttributeValues, ':a': { N: '1' } };
  expect(await refused('Query', { ...query, ExpressionAttributeValues: ofWrongType })).toContain(
    'Condition parameter type does not match schema type',
  );
  const ofNone = { ...query.ExpressionAttributeValues, ':p': { S: '' } };
  expect(await refused('Query', { ...query, ExpressionAttributeValues: ofNone })).toContain(
    'cannot contain an empty string value. Key: pk',
  );
});

describe('an expression without one of its tokens', () => {
  const all = { ':p': { S: 'p' }, ':a': { S: 'a' }, ':b': { S: 'b' }, ':l': { L: [] } };
  const valuesIn = (text: string) => Object.fromEntries(Object.entries(all).filter(([name]) => text.includes(name)));
  const key = { TableName: 'byS', Key: { pk: { S: 'p' }, sk: { S: 'a' } } };
  const query = { TableName: 'byS', KeyConditionExpression: 'pk = :p' };
  const kinds: [kind: string, operation: string, input: (text: string) => object, texts: string[]][] = [
    [
      ...(['KeyConditionExpression', 'Query'] as const),
      (text) => ({
        TableName: 'byS',
        KeyConditionExpression: text,
        ExpressionAttributeValues: valuesIn(text),
      }),
      ['pk = :p AND sk BETWEEN :a AND :b', '( pk = :p ) AND begins_with ( sk , :a )', ':p = pk AND sk < :a'],
    ],
    [
      ...(['FilterExpression', 'Query'] as const),
      (text) => ({
        ...query,
        FilterExpression: text,
        ExpressionAttributeValues: valuesIn(`:p ${text}`),
      }),
      [
        'x = :a AND y BETWEEN :a AND :b OR ( z <> :b )',
        'x IN ( :a , :b )',
        'attribute_exists ( x . y [ 0 ] )',
        'size ( x ) > :a AND contains ( y , :b )',
      ],
    ],
    [
      ...(['UpdateExpression', 'UpdateItem'] as const),
      (text) => ({
        ...key,
        UpdateExpression: text,
        ...(text.includes(':') && { ExpressionAttributeValues: valuesIn(text) }),
      }),
      ['SET x = :a , y = if_not_exists ( z , :b )', 'SET x = list_append ( :l , y )', 'REMOVE x . y [ 0 ]'],
    ],
    [...(['ProjectionExpression', 'GetItem'] as const), (text) => ({ ...key, ProjectionExpression: text }), ['x . y , z [ 0 ]']],
  ];
  const optional = /^(\w+|\.|:\w)$/;

  it.each(kinds.flatMap(([kind, operation, input, texts]) => texts.map((text) => ({ kind, operation, input, text }))))(
    '$kind "$text" is a syntax error without any of its signs',
    async ({ kind, operation, input, text }) => {
      const tokens = text.split(' ');
      for (const [at, token] of tokens.entries()) {
        if (optional.test(token) && token !== 'AND') continue;
        const changed = tokens.toSpliced(at, 1).join(' ');
        expect(await refused(operation, input(changed)), changed).toMatch(
          new RegExp(`^ValidationException: Invalid ${kind}: |Invalid operator used in`),
        );
      }
    },
  );
});
