import { AsyncLocalStorage } from 'node:async_hooks';
import type { WireMap, WireValue } from './attribute-values.ts';
import { type Dynamo, DynamoRefusal, type Operation, type Output } from './dynamo.ts';
import { updatedItem, type WireUpdate } from './updated-item.ts';

export type PlannedItem = { table: string; before: WireMap | null; after: WireMap | null };
export type PlannedEffect = { kind: string; name: string };
export type Plan = { items: Map<string, PlannedItem>; effects: PlannedEffect[] };

const current = new AsyncLocalStorage<Plan>();

/** In a dry run, reads return planned writes, but a query of an index does not find planned new items. */
export async function inDryRun<T>(work: () => Promise<T>): Promise<{ result: T; plan: Plan }> {
  const plan: Plan = { items: new Map(), effects: [] };
  return { result: await current.run(plan, work), plan };
}

export const planEffect = (effect: PlannedEffect): void => void current.getStore()?.effects.push(effect);

export const behindBarrier =
  (dynamo: Dynamo, tables: Readonly<Record<string, string>>): Dynamo =>
  (operation, input) => {
    const plan = current.getStore();
    return plan ? rehearse(operation, input as Input, { plan, dynamo, tables }) : dynamo(operation, input);
  };

type Barrier = { plan: Plan; dynamo: Dynamo; tables: Readonly<Record<string, string>> };
type Write = WireUpdate & {
  TableName: string;
  Item?: WireMap;
  ConditionExpression?: string;
  ReturnValuesOnConditionCheckFailure?: string;
};
type Part = Partial<Record<'Put' | 'Update' | 'Delete' | 'ConditionCheck', Write>>;
type Request = { PutRequest?: { Item: WireMap }; DeleteRequest?: { Key: WireMap } };
type Input = Write & {
  IndexName?: string;
  ScanIndexForward?: boolean;
  Limit?: number;
  ExclusiveStartKey?: WireMap;
  TransactItems?: Part[];
  RequestItems?: Record<string, Request[] | { Keys: WireMap[] }>;
};

async function rehearse(operation: Operation, input: Input, barrier: Barrier): Promise<Output> {
  const { plan, dynamo } = barrier;
  const planned = (table: string, key: WireMap) => plan.items.get(placeOf(table, key));
  switch (operation) {
    case 'GetItem': {
      const item = planned(input.TableName, input.Key);
      return item ? { ...(item.after && { Item: item.after }) } : await dynamo(operation, input);
    }
    case 'BatchGetItem': {
      const { Responses = {}, ...rest } = await dynamo(operation, input);
      const requested = Object.entries(input.RequestItems ?? {}) as [string, { Keys: WireMap[] }][];
      const seen = requested.map(([table, { Keys }]) => {
        const written = Keys.flatMap((key) => itemsOf(planned(table, key)));
        const storedItems = (Responses[table] ?? []).filter((item) => !planned(table, item));
        return [table, [...storedItems, ...written]] as [string, WireMap[]];
      });
      return { ...rest, Responses: Object.fromEntries(seen) };
    }
    case 'Query': {
      const { Items = [], ...rest } = await dynamo(operation, input);
      const seen = Items.flatMap((item) => {
        const written = planned(input.TableName, item);
        return written ? itemsOf(written) : [item];
      });
      const result = { ...rest, Items: seen };
      return input.IndexName ? result : withNew(result, input, plan);
    }
    case 'Scan':
      return await dynamo(operation, input);
    case 'PutItem':
      return await write([{ Put: input }], barrier);
    case 'DeleteItem':
      return await write([{ Delete: input }], barrier);
    case 'UpdateItem':
      return await write([{ Update: input }], barrier);
    case 'TransactWriteItems':
      return await write(input.TransactItems ?? [], barrier);
    case 'BatchWriteItem': {
      const requests = Object.entries(input.RequestItems ?? {}) as [string, Request[]][];
      const parts = requests.flatMap(([TableName, list]) =>
        list.map(
          ({ PutRequest, DeleteRequest }): Part =>
            PutRequest
              ? { Put: { TableName, Key: PutRequest.Item, Item: PutRequest.Item } }
              : { Delete: { TableName, Key: DeleteRequest?.Key ?? {} } },
        ),
      );
      return await write(parts, barrier);
    }
  }
}

function withNew({ Items = [], ...rest }: Output, input: Input, plan: Plan): Output {
  const { TableName, ExpressionAttributeValues: values = {}, Limit = Number.POSITIVE_INFINITY } = input;
  const direction = input.ScanIndexForward === false ? -1 : 1;
  const order = (a: WireMap, b: WireMap) => direction * bySortKey(a.sk, b.sk);
  const { ':pk': pk, ':from': from, ':to': to, ':before': before } = values;
  const storedPlaces = new Set(Items.map((item) => placeOf(TableName, item)));
  const added = [...plan.items].flatMap(([place, { before: storedItem, after }]) => {
    if (storedItem || !after || storedPlaces.has(place) || place !== placeOf(TableName, { pk, sk: after.sk } as WireMap)) return [];
    const isIn =
      (!from || bySortKey(after.sk, from) >= 0) &&
      (!to || bySortKey(after.sk, to) <= 0) &&
      (!before || bySortKey(after.sk, before) < 0) &&
      (!input.ExclusiveStartKey || order(after, input.ExclusiveStartKey) > 0) &&
      (!rest.LastEvaluatedKey || order(after, rest.LastEvaluatedKey) <= 0);
    return isIn ? [after] : [];
  });
  if (added.length === 0) return { ...rest, Items };
  const all = [...Items, ...added].sort(order);
  const last = all[Limit - 1];
  if (all.length <= Limit || !last) return { ...rest, Items: all };
  const { pk: lastPk, sk: lastSk } = last;
  return { Items: all.slice(0, Limit), LastEvaluatedKey: { pk: lastPk, sk: lastSk } as WireMap };
}

const bySortKey = (a: WireValue | undefined, b: WireValue | undefined) => Buffer.compare(bytesOf(a), bytesOf(b));
const bytesOf = (value: WireValue | undefined) => Buffer.from(value && 'S' in value ? value.S : '');

async function write(parts: readonly Part[], { plan, dynamo, tables }: Barrier): Promise<Output> {
  const writes = parts.map((part) => {
    const [kind, call] = Object.entries(part)[0] as [keyof Part, Write];
    const { pk, sk } = call.Item ?? call.Key;
    return { kind, call, key: { pk, sk } as WireMap, place: placeOf(call.TableName, { pk, sk } as WireMap) };
  });
  // The conditions of this dry run's own writes held when they were planned.
  const checked = writes.filter(({ call, place }) => call.ConditionExpression && !plan.items.has(place));
  if (checked.length > 0)
    await dynamo('TransactWriteItems', { TransactItems: checked.map(checkOf) }).catch((error: unknown) => {
      throw error instanceof DynamoRefusal ? asIfOfAll(error, checked, writes) : error;
    });
  let Attributes: WireMap | undefined;
  for (const { kind, call, key, place } of writes.filter((write) => write.kind !== 'ConditionCheck')) {
    const { TableName } = call;
    const plannedItem = plan.items.get(place);
    const storedItem = plannedItem
      ? plannedItem.before
      : ((await dynamo('GetItem', { TableName, Key: key, ConsistentRead: true })).Item ?? null);
    const latest = plannedItem ? plannedItem.after : storedItem;
    Attributes = kind === 'Put' ? call.Item : kind === 'Update' ? updatedItem(latest ?? undefined, call) : undefined;
    plan.items.set(place, {
      table: tables[TableName] ?? TableName,
      before: storedItem,
      after: Attributes ?? null,
    });
  }
  return Attributes ? { Attributes } : {};
}

type Planned = { call: Write; key: WireMap };

function checkOf({ call, key }: Planned) {
  const { TableName, ConditionExpression = '', ReturnValuesOnConditionCheckFailure } = call;
  // The store rejects unused names and values.
  const used = new Set(ConditionExpression.match(/[#:]\w+/g) ?? []);
  const usedOf = <T>(all: Record<string, T> = {}) => {
    const some = Object.entries(all).filter(([name]) => used.has(name));
    return some.length > 0 ? Object.fromEntries(some) : undefined;
  };
  const names = usedOf(call.ExpressionAttributeNames);
  const values = usedOf(call.ExpressionAttributeValues);
  return {
    ConditionCheck: {
      TableName,
      Key: key,
      ConditionExpression,
      ReturnValuesOnConditionCheckFailure,
      ...(names && { ExpressionAttributeNames: names }),
      ...(values && { ExpressionAttributeValues: values }),
    },
  };
}

function asIfOfAll(error: DynamoRefusal, checked: readonly Planned[], writes: readonly Planned[]) {
  const reasons = writes.map((write) => error.reasons[checked.indexOf(write)] ?? { Code: 'None' });
  return new DynamoRefusal(error.type, error.message, {
    item: error.item,
    reasons: error.reasons.length > 0 ? reasons : [],
  });
}

const itemsOf = (item: PlannedItem | undefined): WireMap[] => (item?.after ? [item.after] : []);
const placeOf = (table: string, { pk, sk }: WireMap) => JSON.stringify([table, pk, sk]);
