import { consumed, readUnits, type Units } from './capacity.ts';
import { projectedTo, type Table } from './catalogue.ts';
import type { Condition } from './conditions.ts';
import type { Item, Value } from './item.ts';
import type { Range } from './key-conditions.ts';
import { type Index, indexKey, itemKey, type KeyText, namesOf } from './keys.ts';
import type { Projecting } from './projections.ts';
import { invalid, wrong } from './refusals.ts';
import { type EntryRow, first, type ItemRow, last, type Store } from './store.ts';
import { checkItem, ownValue, setOwn, sizeOfItem } from './values.ts';

export type Reported = { ReturnConsumedCapacity?: 'INDEXES' | 'TOTAL' | 'NONE' };
export type Projected = Projecting & { ConsistentRead?: boolean };
export type PageInput = Projected &
  Reported & {
    TableName: string;
    IndexName?: string;
    Limit?: number;
    ExclusiveStartKey?: Item;
    FilterExpression?: string;
    Select?: 'SPECIFIC_ATTRIBUTES' | 'COUNT' | 'ALL_ATTRIBUTES' | 'ALL_PROJECTED_ATTRIBUTES';
  };

export const pageBytes = 1_048_576;

export function unitsOf(items: readonly Item[], { ConsistentRead }: Projected, index?: Index): Units {
  const units = readUnits(
    items.reduce((sum, item) => sum + sizeOfItem(item), 0),
    ConsistentRead,
  );
  return index ? { table: 0, indexes: { [index.name]: units } } : { table: units, indexes: {} };
}

function checkSelect({ Select, ProjectionExpression, IndexName }: PageInput, index: Index | undefined): void {
  if (Select === undefined) return;
  if ((Select === 'SPECIFIC_ATTRIBUTES') !== (ProjectionExpression !== undefined))
    throw invalid(
      ProjectionExpression === undefined
        ? 'Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES'
        : `Cannot specify the ProjectionExpression when choosing to get ${Select}`,
    );
  if (Select === 'ALL_PROJECTED_ATTRIBUTES' && IndexName === undefined)
    throw invalid('ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName');
  if (Select === 'ALL_ATTRIBUTES' && index && index.projection !== 'ALL')
    throw wrong(
      `Select type ALL_ATTRIBUTES is not supported for global secondary index ${index.name} because its projection type is not ALL`,
    );
}

export function indexIn(table: Table, input: PageInput): Index | undefined {
  const index = indexNamed(table, input);
  checkSelect(input, index);
  return index;
}

function indexNamed(table: Table, { IndexName, ConsistentRead }: PageInput): Index | undefined {
  if (IndexName === undefined) return undefined;
  const index = table.indexes.find(({ name }) => name === IndexName);
  if (!index) throw invalid(`The table does not have the specified index: ${IndexName}`);
  if (ConsistentRead) throw invalid('Consistent reads are not supported on global secondary indexes');
  return index;
}

type Start = KeyText & { ipk?: string | undefined; isk?: string | undefined };

export function startOf(table: Table, index: Index | undefined, key: Item | undefined): Start | undefined {
  if (!key) return undefined;
  checkItem(key);
  const names = new Set([...namesOf(table), ...(index ? namesOf(index) : [])]);
  if (Object.keys(key).length !== names.size || ![...names].every((name) => ownValue(key, name)))
    throw invalid('The provided starting key is invalid');
  const { pk: ipk, sk: isk } = (index && indexKey(index, key)) ?? {};
  return { ...itemKey(table, key), ...(ipk !== undefined && { ipk, isk }) };
}

export function rowsOf(store: Store, { id }: Table, index: Index | undefined, range: Range, forward: boolean, start: Start | undefined) {
  const { partition, from, to } = range;
  if (index) {
    const after = start && [start.isk ?? '', start.pk, start.sk];
    return (
      forward
        ? store.entriesUp.iterate(id, index.name, partition, to ?? last, ...((after ?? [from, first, first]) as [string]))
        : store.entriesDown.iterate(id, index.name, partition, from, ...((after ?? [to ?? last, last, last]) as [string]))
    ) as Iterable<EntryRow>;
  }
  const [low, high] = start ? (forward ? [start.sk, to] : [from, start.sk]) : [from, to];
  const rows = (forward ? store.up : store.down).iterate(id, partition, low, high ?? last) as Iterable<ItemRow>;
  return start ? skipping(rows, start.sk) : rows;
}

function* skipping(rows: Iterable<ItemRow>, sk: string) {
  for (const row of rows) if (row.sk !== sk) yield row;
}

export function pageOf(table: Table, index: Index | undefined, input: PageInput, shown: (item: Item) => Item, filter?: Condition) {
  const placeholders = {
    names: input.ExpressionAttributeNames ?? {},
    values: input.ExpressionAttributeValues ?? {},
  };
  const { Limit = Number.POSITIVE_INFINITY } = input;
  const items: Item[] = [];
  // Counting an item's bytes costs as much as reading it, so short texts are not counted.
  let [bound, bytes] = [0, 0];
  let LastEvaluatedKey: Item | undefined;
  return {
    add({ item: text }: ItemRow): boolean {
      const whole = JSON.parse(text) as Item;
      const item = index ? projectedTo(table, index, whole) : whole;
      items.push(item);
      bound += text.length * 3;
      if (bound >= pageBytes) bytes = bytes ? bytes + sizeOfItem(item) : items.reduce((sum, pageItem) => sum + sizeOfItem(pageItem), 0);
      if (items.length < Limit && bytes < pageBytes) return true;
      LastEvaluatedKey = {};
      for (const name of [...namesOf(table), ...(index ? namesOf(index) : [])])
        setOwn(LastEvaluatedKey, name, ownValue(item, name) as Value);
      return false;
    },
    answer() {
      const ConsumedCapacity = consumed(input, table.name, () => unitsOf(items, input, index));
      const matching = filter ? items.filter((item) => filter.test(item, placeholders)) : items;
      return {
        ...(input.Select !== 'COUNT' && { Items: matching.map(shown) }),
        Count: matching.length,
        ScannedCount: items.length,
        ...(LastEvaluatedKey && { LastEvaluatedKey }),
        ...(ConsumedCapacity && { ConsumedCapacity }),
      };
    },
  };
}
