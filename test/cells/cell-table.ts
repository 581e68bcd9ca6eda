import { setImmediate as nextTurn } from 'node:timers/promises';
import { dynamoOf } from '#lib/local/engines/own-dynamo.ts';
import { openEngine } from '#packages/dynamo-sqlite/src/index.ts';
import type { WireMap } from '#shared/store/attribute-values.ts';
import type { Dynamo, Operation } from '#shared/store/dynamo.ts';
import { type plain, plain as plainItem, tableAt } from '#shared/store/table.ts';

type Item = NonNullable<ReturnType<typeof plain>>;
export type Fate = { diesAt?: number; afterEffect?: boolean; random?: () => number };

const writes = new Set<Operation>([...(['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems'] as const)]);
type Keyed = WireMap & { pk: { S: string } };
type Written = { Key?: Keyed; Item?: Keyed; TransactItems?: { Update?: { Key: Keyed } }[] };
const isOfStream = (pk: string | undefined) => /^(SESSION|CONVERSION)#/.test(pk ?? '');

export async function cellTable(changed: (after: Item) => void) {
  const engine = openEngine(':memory:');
  const run = dynamoOf(engine.call);
  await engine.call('CreateTable', {
    TableName: 'attribution',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
  });

  let underWay = 0;

  function tableOf({ diesAt = Number.POSITIVE_INFINITY, afterEffect = false, random }: Fate = {}) {
    let calls = 0;
    const call: Dynamo = async (operation, input) => {
      calls++;
      if (calls > diesAt || (calls === diesAt && !(afterEffect && writes.has(operation)))) throw new Error('The worker died.');
      for (let turns = random ? Math.floor(random() * 4) : 0; turns > 0; turns--) await nextTurn();
      const output = await run(operation, input);
      const { Key, Item, TransactItems } = input as Written;
      if (operation === 'UpdateItem' && isOfStream(Key?.pk.S)) changed(plainItem(output.Attributes) as Item);
      if (operation === 'PutItem' && isOfStream(Item?.pk.S)) changed(plainItem(Item) as Item);
      for (const { Update } of TransactItems ?? [])
        if (isOfStream(Update?.Key.pk.S)) {
          const read = { TableName: 'attribution', Key: Update?.Key, ConsistentRead: true };
          changed(plainItem((await run('GetItem', read)).Item) as Item);
        }
      if (calls === diesAt) throw new Error('The worker died.');
      return output;
    };
    const dynamo: Dynamo = async (operation, input) => {
      underWay++;
      return await call(operation, input).finally(() => {
        underWay--;
      });
    };
    return tableAt('attribution', dynamo, async () => {});
  }

  async function idle(): Promise<void> {
    for (let turns = 0; turns < 3; turns++) {
      while (underWay > 0) await nextTurn();
      await nextTurn();
    }
  }
  return { tableOf, idle, close: () => engine.close() };
}
