import type { Catalogue, Table } from './catalogue.ts';
import { boundOf, conditionOf, type Placeholders, updateOf } from './expressions.ts';
import type { Item, Value } from './item.ts';
import { indexKey, itemKey, type KeyText, namesOf } from './keys.ts';
import { checkParameters } from './parameters.ts';
import { distinct, keyOf } from './reads.ts';
import { conditionFailed, invalid, malformed, unmet, wrong } from './refusals.ts';
import { checkItem, ownValue, setOwn, sizeOfItem } from './values.ts';

export type Reported = { ReturnConsumedCapacity?: 'INDEXES' | 'TOTAL' | 'NONE' };
export type Conditional = Placeholders &
  Reported & {
    TableName: string;
    ConditionExpression?: string;
    ReturnValues?: string;
    ReturnValuesOnConditionCheckFailure?: string;
  };
export type PutInput = Conditional & { Item: Item };
export type KeyedInput = Conditional & { Key: Item };
export type UpdateInput = KeyedInput & { UpdateExpression?: string };
export type BatchInput = Reported & {
  RequestItems: Record<string, { PutRequest?: { Item: Item }; DeleteRequest?: { Key: Item } }[]>;
};
export type Step = { Put?: PutInput; Delete?: KeyedInput; Update?: UpdateInput; ConditionCheck?: KeyedInput };
export type TransactInput = Reported & { TransactItems: Step[]; ClientRequestToken?: string };

export type Written = { item: Item; text: string };
export type Prepared = {
  table: Table;
  key: KeyText;
  decide(before: Item | undefined): Written | undefined;
  ifNew?: Written | undefined;
};

/**
 * `cells` has key, text and expiry of each item in turn, because a list per item would double the cost of
 * sending them to another thread.
 */
export type PreparedRows = { table: string; cells: (string | number | null)[] };

const itemBytes = 400 * 1024;
const batchWrites = 25;

export function preparesWith(catalogue: Catalogue) {
  function put(input: PutInput): Prepared {
    const table = catalogue.of(input.TableName);
    const item = input.Item;
    checkItem(item);
    const key = itemKey(table, item);
    const after = { item, text: wholeText(table, item, 'Item size has exceeded the maximum allowed size') };
    const condition = conditionIn(input);
    const decide = (before: Item | undefined) => {
      condition.check(before);
      return after;
    };
    return { table, key, decide, ifNew: condition.isMetBy(undefined) ? after : undefined };
  }

  function remove(input: KeyedInput): Prepared {
    const table = catalogue.of(input.TableName);
    const key = keyOf(table, input.Key);
    const { check } = conditionIn(input);
    const decide = (before: Item | undefined) => {
      check(before);
      return undefined;
    };
    return { table, key, decide };
  }

  function update(input: UpdateInput): Prepared {
    const table = catalogue.of(input.TableName);
    const key = keyOf(table, input.Key);
    const expression = input.UpdateExpression === undefined ? undefined : updateOf(input.UpdateExpression);
    const condition = input.ConditionExpression === undefined ? undefined : conditionOf(input.ConditionExpression);
    const bound = boundOf(input, condition, expression);
    const inKey = expression?.targets(bound).find((name) => namesOf(table).includes(name));
    if (inKey) throw wrong(`Cannot update attribute ${inKey}. This attribute is part of the key`);
    return {
      table,
      key,
      decide(before) {
        if (condition && !condition.test(before ?? {}, bound)) throw failed(input, before);
        if (!before && expression?.onlyRemoves) {
          expression.apply({}, bound);
          return undefined;
        }
        const old = before ?? onlyKey(table, input.Key);
        const item = expression ? expression.apply(old, bound) : old;
        return {
          item,
          text: wholeText(table, item, 'Item size to update has exceeded the maximum allowed size'),
        };
      },
    };
  }

  function prepareStep(step: Step): Prepared & { checks: boolean } {
    checkParameters('TransactItem', step);
    const [[kind, input] = [], ...more] = Object.entries(step) as [keyof Step, PutInput & UpdateInput][];
    if (!kind || !input || more.length > 0) throw invalid('TransactItems can only contain one of Check, Put, Update or Delete');
    checkParameters(kind, input);
    const prepare = { Put: put, Delete: remove, Update: update, ConditionCheck: remove }[kind];
    return { ...prepare(input), checks: kind === 'ConditionCheck' };
  }

  function batch(RequestItems: BatchInput['RequestItems']): Prepared[] {
    const requests = Object.entries(RequestItems).flatMap(([TableName, list]) => {
      if (list === null) throw unmet(`requestItems.${TableName}.member`, null, 'Member must not be null');
      if (!Array.isArray(list)) throw malformed('The requests of a table are not a list.');
      return list.map((request) => ({ TableName, request }));
    });
    if (requests.length === 0 || Object.values(RequestItems).some((list) => list.length === 0))
      throw unmet('requestItems', '{}', 'Member must have length greater than or equal to 1');
    if (requests.length > batchWrites)
      throw unmet(
        'requestItems',
        `${requests.length} requests`,
        'Map value must satisfy constraint: [Member must have length less than or equal to 25, Member must have length greater than or equal to 1]',
      );
    const prepared = requests.map(({ TableName, request }) => {
      checkParameters('WriteRequest', request);
      const { PutRequest, DeleteRequest } = request;
      if (!PutRequest === !DeleteRequest)
        throw invalid('Supplied AttributeValue has more than one of PutRequest and DeleteRequest set, or none');
      if (PutRequest) checkParameters('PutRequest', PutRequest);
      else checkParameters('DeleteRequest', DeleteRequest as object);
      return PutRequest ? put({ TableName, ...PutRequest }) : remove({ TableName, Key: DeleteRequest?.Key as Item });
    });
    distinct(prepared.map(placeOf), 'Provided list of item keys contains duplicates');
    return prepared;
  }

  return { put, remove, update, step: prepareStep, batch };
}

export const placeOf = ({ table, key }: Prepared): KeyText => ({
  pk: `${table.name}\n${key.pk}`,
  sk: key.sk,
});

const failed = ({ ReturnValuesOnConditionCheckFailure: wanted }: Conditional, before: Item | undefined) =>
  conditionFailed(wanted === 'ALL_OLD' ? before : undefined);

function conditionIn(input: Conditional) {
  const condition = input.ConditionExpression === undefined ? undefined : conditionOf(input.ConditionExpression);
  const bound = boundOf(input, condition);
  const isMetBy = (before: Item | undefined) => !condition || condition.test(before ?? {}, bound);
  return {
    isMetBy,
    check(before: Item | undefined): void {
      if (!isMetBy(before)) throw failed(input, before);
    },
  };
}

function wholeText(table: Table, item: Item, tooLarge: string): string {
  const text = JSON.stringify(item);
  // Counting the bytes of an item is slow, and a character has at most three bytes.
  if (text.length * 3 > itemBytes && sizeOfItem(item) > itemBytes) throw invalid(tooLarge);
  for (const index of table.indexes) indexKey(index, item);
  return text;
}

function onlyKey(table: Table, key: Item): Item {
  const item: Item = {};
  for (const name of namesOf(table)) setOwn(item, name, ownValue(key, name) as Value);
  return item;
}
