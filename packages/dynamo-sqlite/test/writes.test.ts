import { attributesOf, engineOf, keyOf, keysOf, recordsOf, streamOf, things } from './engine.ts';

const TableName = 'things';
async function scene() {
  const all = await engineOf();
  await all.ask('CreateTable', {
    ...things,
    ...streamOf(),
    ...attributesOf({ pk: 'S', sk: 'S', g: 'S' }),
    GlobalSecondaryIndexes: [{ IndexName: 'byG', ...keysOf('g', 'sk'), Projection: { ProjectionType: 'ALL' } }],
  });
  const names = async () => ((await recordsOf(all.ask, TableName)) as { eventName: string }[]).map(({ eventName }) => eventName);
  const indexed = async (g: string) => {
    const values = { ':g': { S: g } };
    const query = { TableName, IndexName: 'byG', KeyConditionExpression: 'g = :g' };
    const { Items } = await all.ask('Query', { ...query, ExpressionAttributeValues: values });
    return Items.map(({ sk }: { sk: { S: string } }) => sk.S);
  };
  return { ...all, names, indexed };
}

it('a write that leaves an item equal, in whatever order and form, adds no record', async () => {
  const { engine, ask, put, names } = await scene();
  const item = { a: { SS: ['x', 'y'] }, n: { N: '1' }, m: { M: { p: { S: 'q' }, r: { NULL: true } } } };
  await put('k', item);
  await put('k', item);
  await put('k', { m: { M: { r: { NULL: true }, p: { S: 'q' } } }, n: { N: '1.0' }, a: { SS: ['y', 'x'] } });
  const values = { ':n': { N: '1.00' } };
  await ask('UpdateItem', {
    TableName,
    Key: keyOf('k'),
    UpdateExpression: 'SET n = :n REMOVE z',
    ExpressionAttributeValues: values,
  });
  expect(await names()).toEqual(['INSERT']);
  for (const other of [{ ...item, a: { SS: ['x'] } }, { ...item, n: { N: '1.1' } }, { n: { N: '1.1' } }]) await put('k', other);
  expect(await names()).toEqual(['INSERT', 'MODIFY', 'MODIFY', 'MODIFY']);
  await engine.close();
});

it('an index follows its attribute: set, changed, removed and deleted', async () => {
  const { engine, ask, put, indexed } = await scene();
  await put('a');
  await put('b', { g: { S: 'one' } });
  expect([await indexed('one'), await indexed('two')]).toEqual([['b'], []]);
  await put('a', { g: { S: 'one' } });
  await put('b', { g: { S: 'two' } });
  expect([await indexed('one'), await indexed('two')]).toEqual([['a'], ['b']]);
  await ask('UpdateItem', { TableName, Key: keyOf('a'), UpdateExpression: 'REMOVE g' });
  await ask('DeleteItem', { TableName, Key: keyOf('b') });
  expect([await indexed('one'), await indexed('two')]).toEqual([[], []]);
  await engine.close();
});

it.each([
  ['PutItem', 'ALL_OLD', { n: { N: '1' } }],
  ['PutItem', 'NONE', undefined],
  ['PutItem', 'ALL_NEW', 'ReturnValues can only be ALL_OLD or NONE'],
  ['UpdateItem', 'ALL_OLD', { n: { N: '1' } }],
  ['UpdateItem', 'ALL_NEW', { n: { N: '2' } }],
  ['UpdateItem', 'UPDATED_NEW', 'ReturnValues UPDATED_NEW'],
  ['DeleteItem', 'ALL_OLD', { n: { N: '1' } }],
  ['DeleteItem', 'ALL_NEW', 'ReturnValues can only be ALL_OLD or NONE'],
])('%s with ReturnValues %s returns %j', async (operation, ReturnValues, expected) => {
  const { engine, ask, refused, put } = await scene();
  await put('k', { n: { N: '1' } });
  const how = {
    PutItem: { Item: { ...keyOf('k'), n: { N: '2' } } },
    UpdateItem: {
      Key: keyOf('k'),
      UpdateExpression: 'SET n = :n',
      ExpressionAttributeValues: { ':n': { N: '2' } },
    },
    DeleteItem: { Key: keyOf('k') },
  }[operation];
  const input = { TableName, ReturnValues, ...how };
  if (typeof expected === 'string') expect(await refused(operation, input)).toContain(expected);
  else expect((await ask(operation, input)).Attributes).toEqual(expected && { ...keyOf('k'), ...expected });
  await engine.close();
});

it('a transaction is made once for its token, and refused with another content', async () => {
  const { engine, ask, refused, names } = await scene();
  const of = (sk: string, ClientRequestToken: string) => ({
    ClientRequestToken,
    TransactItems: [{ Put: { TableName, Item: keyOf(sk) } }],
  });
  await ask('TransactWriteItems', of('a', 't1'));
  await ask('DeleteItem', { TableName, Key: keyOf('a') });
  await ask('TransactWriteItems', of('a', 't1'));
  expect(await names()).toEqual(['INSERT', 'REMOVE']);
  expect(await refused('TransactWriteItems', of('b', 't1'))).toMatch(/^IdempotentParameterMismatchException/);
  await ask('TransactWriteItems', of('a', 't2'));
  expect(await names()).toEqual(['INSERT', 'REMOVE', 'INSERT']);
  await engine.close();
});

it('a transaction with a condition that is not met changes nothing, and names each reason', async () => {
  const { engine, ask, put, names } = await scene();
  await put('b');
  const put2 = (sk: string) => ({
    Put: { TableName, Item: keyOf(sk), ConditionExpression: 'attribute_not_exists(pk)' },
  });
  const error = await ask('TransactWriteItems', { TransactItems: [put2('a'), put2('b'), put2('c')] }).catch((reason) => reason);
  expect(error.type).toBe('TransactionCanceledException');
  expect(error.message).toContain('[None, ConditionalCheckFailed, None]');
  expect(await names()).toEqual(['INSERT']);
  await engine.close();
});
