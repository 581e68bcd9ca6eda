import { attributesOf, engineOf, keyOf, keysOf, things } from './engine.ts';

const all = await engineOf();
const n = (N: string) => ({ N });
const item = {
  a: { M: { x: n('1'), y: { L: [n('2'), n('3'), { M: { z: n('4'), w: n('5') } }] } } },
  b: n('6'),
};
beforeAll(async () => {
  await all.ask('CreateTable', {
    ...things,
    ...attributesOf({ pk: 'S', sk: 'S', g: 'S' }),
    GlobalSecondaryIndexes: [
      {
        IndexName: 'byG',
        ...keysOf('g'),
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['b'] },
      },
    ],
  });
  await all.put('k', { ...item, g: { S: 'g' } });
});
afterAll(() => all.engine.close());
const get = (ProjectionExpression: string) => ({
  TableName: 'things',
  Key: keyOf('k'),
  ProjectionExpression,
});

it.each<[string, object]>([
  ['b', { b: n('6') }],
  ['b, sk', { b: n('6'), sk: { S: 'k' } }],
  ['a.x', { a: { M: { x: n('1') } } }],
  ['a.y[1]', { a: { M: { y: { L: [n('3')] } } } }],
  ['a.y[2].w, a.y[0]', { a: { M: { y: { L: [n('2'), { M: { w: n('5') } }] } } } }],
  ['a.x, b', { a: { M: { x: n('1') } }, b: n('6') }],
  ['a.nope, nope', {}],
  ['a.y[9], b.x, g[0]', {}],
])('the projection %s', async (expression, expected) => {
  expect((await all.ask('GetItem', get(expression))).Item).toEqual(expected);
});

it('paths that overlap, and attributes that an index does not have, are refused', async () => {
  expect(await all.refused('GetItem', get('a, a.x'))).toContain('Two document paths overlap');
  const query = {
    TableName: 'things',
    IndexName: 'byG',
    KeyConditionExpression: 'g = :g',
    ExpressionAttributeValues: { ':g': { S: 'g' } },
  };
  const refused = await all.refused('Query', { ...query, ProjectionExpression: 'pk, a, b' });
  expect(refused).toContain('Global secondary index byG does not project [a]');
  const { Items } = await all.ask('Query', { ...query, ProjectionExpression: 'sk, b, g' });
  expect(Items).toEqual([{ sk: { S: 'k' }, b: n('6'), g: { S: 'g' } }]);
});
