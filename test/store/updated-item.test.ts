import { updatedItem } from '#shared/store/updated-item.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

const names = { '#n': 'n', '#s': 's', '#p': 'pk_like' };
const values = {
  ':one': { N: '1' },
  ':three': { N: '3' },
  ':text': { S: 'new' },
  ':zero': { N: '0' },
};
const stored = { n: { N: '5' }, m: { N: '7' }, s: { S: 'old' }, gone: { BOOL: true } };

describe('the item after an update that is only planned', () => {
  const engine = (async () => {
    const { prefix } = await newWorld();
    return { table: `${prefix}accounts`, dynamo: testDynamo() };
  })();

  it.each([
    'SET #s = :text',
    'SET #n = #n + :three, m = m - :one',
    'SET #n = if_not_exists(#n, :zero) + :three, fresh = if_not_exists(fresh, :zero) + :three',
    'SET fresh = if_not_exists(#s, :text), #s = if_not_exists(fresh, :text)',
    'SET #s = #n, m = :one',
    'REMOVE #s, gone',
    'REMOVE absent',
    'ADD #n :three, fresh :one',
    'SET #s = :text REMOVE gone ADD m :three',
    'REMOVE gone SET #s = :text, fresh = :one',
  ])('%s', async (UpdateExpression) => {
    const { table: TableName, dynamo } = await engine;
    for (const before of [stored, undefined]) {
      if (!before && /= #|\bm [-+]|#n \+|^REMOVE [^A-Z]*$/.test(UpdateExpression)) continue;
      const Key = { pk: { S: `u#${Math.random()}` }, sk: { S: 'a' } };
      if (before) await dynamo('PutItem', { TableName, Item: { ...Key, ...before } });
      const used = <T extends object>(all: T) =>
        Object.fromEntries(Object.entries(all).filter(([name]) => new RegExp(`${name}\\b`).test(UpdateExpression)));
      const [ExpressionAttributeNames, ExpressionAttributeValues] = [used(names), used(values)];
      const update = {
        Key,
        UpdateExpression,
        ...(Object.keys(ExpressionAttributeNames).length > 0 && { ExpressionAttributeNames }),
        ...(Object.keys(ExpressionAttributeValues).length > 0 && { ExpressionAttributeValues }),
      };
      await dynamo('UpdateItem', { TableName, ...update });
      const { Item } = await dynamo('GetItem', { TableName, Key, ConsistentRead: true });
      expect(updatedItem(before && { ...Key, ...before }, update)).toEqual(Item);
    }
  });

  it('an update without an expression is the key', () => {
    expect(updatedItem(undefined, { Key: { pk: { S: 'a' } } })).toEqual({ pk: { S: 'a' } });
  });
});
