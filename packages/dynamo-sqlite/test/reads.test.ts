import { engineOf, keyOf, things } from './engine.ts';

const all = await engineOf();
beforeAll(async () => {
  for (const TableName of ['things', 'others']) await all.ask('CreateTable', { ...things, TableName });
  await all.put('a', { n: { N: '1' } });
  await all.put('b', { n: { N: '2' }, text: { S: 'x'.repeat(5000) } });
  await all.ask('PutItem', { TableName: 'others', Item: keyOf('a') });
});
afterAll(() => all.engine.close());
const keys = (count: number) => Array.from({ length: count }, (_, at) => keyOf(`k${at}`));

it.each<[string, object, string]>([
  ['no table', {}, 'Member must have length greater than or equal to 1'],
  ['no key', { things: { Keys: [] } }, 'greater than or equal to 1'],
  ['no key of one of two tables', { things: { Keys: keys(1) }, others: { Keys: [] } }, 'greater than or equal to 1'],
  ['a hundred keys', { things: { Keys: keys(100) } }, 'accepted'],
  ['a hundred keys of two tables', { things: { Keys: keys(60) }, others: { Keys: keys(40) } }, 'accepted'],
  ['101 keys', { things: { Keys: keys(101) } }, 'less than or equal to 100'],
  ['101 keys of two tables', { things: { Keys: keys(60) }, others: { Keys: keys(41) } }, 'less than or equal to 100'],
  ['a key twice', { things: { Keys: [...keys(1), ...keys(1)] } }, 'duplicates'],
  ['an unknown table', { unknown: { Keys: keys(1) } }, 'ResourceNotFoundException'],
  ['a key of another form', { things: { Keys: [{ pk: { S: 'p' } }] } }, 'ValidationException'],
])('BatchGetItem of %s', async (_, RequestItems, expected) => {
  expect(await all.refused('BatchGetItem', { RequestItems })).toContain(expected);
});

it('BatchGetItem answers the items that there are, of each table, with its own projection', async () => {
  const RequestItems = {
    things: { Keys: [keyOf('a'), keyOf('none'), keyOf('b')], ProjectionExpression: 'sk, n' },
    others: { Keys: [keyOf('a')] },
  };
  const { Responses, UnprocessedKeys } = await all.ask('BatchGetItem', { RequestItems });
  const bySort = (x: { sk: { S: string } }, y: { sk: { S: string } }) => (x.sk.S < y.sk.S ? -1 : 1);
  expect(Responses.things.toSorted(bySort)).toEqual([
    { sk: { S: 'a' }, n: { N: '1' } },
    { sk: { S: 'b' }, n: { N: '2' } },
  ]);
  expect([Responses.others, UnprocessedKeys]).toEqual([[keyOf('a')], {}]);
});

it.each([
  ['a', false, 0.5],
  ['a', true, 1],
  ['none', true, 1],
  ['b', false, 1],
  ['b', true, 2],
])('GetItem of "%s" with ConsistentRead %s costs %f units', async (sk, ConsistentRead, units) => {
  const input = { TableName: 'things', Key: keyOf(sk), ConsistentRead };
  const answer = await all.ask('GetItem', { ...input, ReturnConsumedCapacity: 'TOTAL' });
  expect(answer.ConsumedCapacity).toMatchObject({ TableName: 'things', CapacityUnits: units });
  expect(await all.ask('GetItem', input)).not.toHaveProperty('ConsumedCapacity');
  expect('Item' in answer).toBe(sk !== 'none');
});
