import type { Item, Value } from '../src/item.ts';

export type RandomOperation = { operation: string; input: Record<string, unknown> };
type Fields = Record<string, unknown>;

export const tablesNamed = (name: string) => {
  const keys = (hash: string, range?: string) => ({
    KeySchema: [{ AttributeName: hash, KeyType: 'HASH' }, ...(range ? [{ AttributeName: range, KeyType: 'RANGE' }] : [])],
  });
  const attributes = (types: Record<string, string>) => ({
    AttributeDefinitions: Object.entries(types).map(([AttributeName, AttributeType]) => ({
      AttributeName,
      AttributeType,
    })),
  });
  const common = {
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  };
  const indexes = [
    { IndexName: 'byGroup', ...keys('gp', 'gs'), Projection: { ProjectionType: 'KEYS_ONLY' } },
    { IndexName: 'bySort', ...keys('gs', 'gp'), Projection: { ProjectionType: 'ALL' } },
  ];
  return [
    {
      TableName: `${name}-texts`,
      ...keys('pk', 'sk'),
      ...common,
      ...attributes({ pk: 'S', sk: 'S', gp: 'S', gs: 'S' }),
      GlobalSecondaryIndexes: indexes,
    },
    { TableName: `${name}-numbers`, ...keys('pk'), ...attributes({ pk: 'N' }), ...common },
    { TableName: `${name}-bytes`, ...keys('pk', 'sk'), ...attributes({ pk: 'B', sk: 'N' }), ...common },
  ];
};

const texts = ['', 'a', 'b', 'ab', 'ä', 'z', '😀', '\uffee', '0', 'x'.repeat(20), 'constructor'];
const numbers = [
  '0',
  '1',
  '-1',
  '2',
  '10',
  '0.1',
  '0.2',
  '1e3',
  '1.50',
  '-0',
  '9007199254740993',
  '1E-5',
  '00012',
  '12345678901234567890123456789012345678',
  '99999999999999999999999999999999999999',
  '1e100',
  '-5.5',
  '0.00000000000000000000000000000000000001',
  '123456789.123456789',
];
const bytes = ['', 'AA==', 'AQ==', '/w==', 'AQI=', 'AAE='];
const attributes = ['a', 'b', 'c', 'd', '#n'];
const signs = ['=', '<>', '<', '>', '<=', '>='];

export function randomOperations(name: string, seed: number) {
  let state = seed;
  const below = (count: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * count);
  };
  const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
  const oneOf = <T>(...makers: (() => T)[]): T => pick(makers)();
  const set = (all: readonly string[]) => [...new Set([pick(all) || 'q', pick(all) || 'q'])];

  const value = (depth = 0): Value =>
    oneOf<Value>(
      () => ({ S: pick(texts) }),
      () => ({ N: pick(numbers) }),
      () => ({ N: String(below(5)) }),
      () => ({ BOOL: below(2) === 0 }),
      () => ({ NULL: true }),
      () => ({ B: pick(bytes) }),
      () => ({ SS: set(texts) }),
      () => ({ NS: [...new Set([String(below(3)), String(below(3))])] }),
      () => ({ BS: ['AQ==', ...(below(2) ? ['AQI='] : [])] }),
      () => (depth > 1 ? { S: 'deep' } : { L: times(below(3), () => value(depth + 1)) }),
      () => (depth > 1 ? { N: '7' } : { M: Object.fromEntries(times(below(3), () => [pick(['p', 'q', 'r']), value(depth + 1)])) }),
    );
  const keyIn = (table: string): Item =>
    table === 'numbers'
      ? { pk: { N: pick(['1', '2', '-1.5', '10', '1e20']) } }
      : table === 'bytes'
        ? { pk: { B: pick(['AQ==', '/w==']) }, sk: { N: pick(['-10', '-9.5', '0', '2', '10', '1e-5']) } }
        : {
            pk: { S: pick(['p1', 'p2', 'pä']) },
            sk: { S: pick(['a', 'b', 'ab', 'b😀', 'b\uffee', 'c', '0', '10', '9']) },
          };
  const itemIn = (table: string): Item => {
    const item = keyIn(table);
    for (const attribute of ['a', 'b', 'c', 'd', 'name']) if (below(2)) item[attribute] = value();
    if (below(3) === 0) item.gp = { S: pick(['g1', 'g2']) };
    if (below(3) === 0) item.gs = { S: pick(['s1', 's2', 's3', '😀']) };
    return item;
  };
  const anyTable = () => pick(['texts', 'texts', 'texts', 'numbers', 'bytes']);

  function expressions() {
    const names: Record<string, string> = {};
    const values: Item = {};
    const constant = (value: Value) => {
      const placeholder = `:v${Object.keys(values).length}`;
      values[placeholder] = value;
      return placeholder;
    };
    const path = (attribute = pick(attributes)) => {
      if (attribute === '#n') names['#n'] = 'name';
      return below(5) === 0 ? `${attribute}${pick(['.p', '[0]'])}` : attribute;
    };
    const operand = () =>
      oneOf(
        () => `size(${path()})`,
        () => path(),
        () => constant(value(1)),
      );
    const condition = (depth = 0): string =>
      oneOf(
        () => `attribute_exists(${path()})`,
        () => `attribute_not_exists(${path()})`,
        () => `attribute_type(${path()}, ${constant({ S: pick(['S', 'N', 'L', 'SS', 'NULL']) })})`,
        () => `${path()} ${pick(signs)} ${constant(value(1))}`,
        () => `${operand()} ${pick(signs)} ${operand()}`,
        () => `begins_with(${path()}, ${constant(below(4) ? { S: pick(texts) } : { B: 'AQ==' })})`,
        () => `contains(${path()}, ${constant(value(2))})`,
        () => `${path()} IN (${constant(value(1))}, ${constant(value(1))})`,
        () => `${path()} BETWEEN ${constant({ N: '1' })} AND ${constant({ N: '10' })}`,
        () => (depth > 2 ? 'attribute_exists(a)' : `NOT ${condition(depth + 1)}`),
        () => (depth > 2 ? 'attribute_exists(b)' : `(${condition(depth + 1)}) AND ${condition(depth + 1)}`),
        () => (depth > 2 ? 'attribute_exists(c)' : `${condition(depth + 1)} OR ${condition(depth + 1)}`),
      );
    const assigned = () =>
      oneOf(
        () => `if_not_exists(${path()}, ${constant(value())})`,
        () => `${path()} + ${constant({ N: pick(numbers) })}`,
        () => `if_not_exists(${path()}, ${constant({ N: '1' })}) - ${constant({ N: pick(numbers) })}`,
        () => `list_append(${path()}, ${constant({ L: [value(1)] })})`,
        () => path(),
        () => constant(value()),
      );
    /** All engines reject overlapping paths. */
    const update = () => {
      const free = [...attributes];
      const target = () => path(free.splice(below(free.length), 1)[0]);
      const clauses: string[] = [];
      if (below(4)) clauses.push(`SET ${times(1 + below(2), () => `${target()} = ${assigned()}`).join(', ')}`);
      if (below(3) === 0) clauses.push(`REMOVE ${target()}`);
      if (below(3) === 0)
        clauses.push(`ADD ${target()} ${constant(pick<Value>([{ N: pick(numbers) }, { SS: set(texts) }, { NS: ['1', '7'] }]))}`);
      if (below(5) === 0 && free.length > 0) clauses.push(`DELETE ${target()} ${constant(below(3) ? { SS: set(texts) } : { NS: ['1'] })}`);
      if (clauses.length === 0) return below(2) ? `SET gs = ${constant({ S: 's1' })}, gp = ${constant({ S: 'g1' })}` : 'REMOVE gp';
      return clauses.join(' ');
    };
    const placeholders = () => ({
      ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    });
    return { condition, update, constant, placeholders };
  }

  type Expressions = ReturnType<typeof expressions>;
  const conditional = ({ condition }: Expressions, always = false): Fields =>
    always || below(2)
      ? {
          ConditionExpression: condition(),
          ...(below(2) && { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
        }
      : {};
  const write = (make: (table: string, fragments: Expressions) => Fields, answers: readonly string[], always = false) => {
    const table = anyTable();
    const fragments = expressions();
    const parts = { ...make(table, fragments), ...conditional(fragments, always) };
    const ReturnValues = answers.length > 0 ? { ReturnValues: pick(answers) } : {};
    return { TableName: `${name}-${table}`, ...parts, ...fragments.placeholders(), ...ReturnValues };
  };
  const put = (answers: readonly string[] = []) => write((table) => ({ Item: itemIn(table) }), answers);
  const remove = (answers: readonly string[] = [], always = false) => write((table) => ({ Key: keyIn(table) }), answers, always);
  const update = (answers: readonly string[] = []) =>
    write((table, fragments) => ({ Key: keyIn(table), UpdateExpression: fragments.update() }), answers);

  const query = () => {
    const { constant, placeholders } = expressions();
    const sources = [
      { table: 'texts', hash: 'pk', range: 'sk', from: ['p1', 'p2', 'pä'], to: ['a', 'b', 'b😀', '10', 'c'] },
      {
        table: 'texts',
        index: 'byGroup',
        hash: 'gp',
        range: 'gs',
        from: ['g1', 'g2'],
        to: ['s1', 's2', '😀'],
      },
      {
        table: 'texts',
        index: 'bySort',
        hash: 'gs',
        range: 'gp',
        from: ['s1', 's2', '😀'],
        to: ['g1', 'g2'],
      },
      { table: 'bytes', hash: 'pk', range: 'sk', from: ['AQ==', '/w=='], to: ['-9.5', '0', '2', '1e1'] },
    ];
    const { table, index, hash, range, from, to } = pick(sources);
    const isBytes = table === 'bytes';
    const sort = (text: string): Value => (isBytes ? { N: text } : { S: text });
    const order = (a: string, b: string) => (isBytes ? Number(a) - Number(b) : Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const [low, high] = [pick(to), pick(to)].sort(order) as [string, string];
    const partition = `${hash} = ${constant(isBytes ? { B: pick(from) } : { S: pick(from) })}`;
    const rest = oneOf(
      () => '',
      () => ` AND ${range} ${pick(['=', '<', '<=', '>', '>='])} ${constant(sort(pick(to)))}`,
      () => ` AND ${range} BETWEEN ${constant(sort(low))} AND ${constant(sort(high))}`,
      () => (isBytes ? '' : ` AND begins_with(${range}, ${constant(sort(pick(to)))})`),
    );
    return {
      TableName: `${name}-${table}`,
      ...(index && { IndexName: index }),
      KeyConditionExpression: partition + rest,
      ...placeholders(),
      ...(below(2) && { Limit: 1 + below(4) }),
      ...(below(2) && { ScanIndexForward: below(2) === 0 }),
      ...(below(5) === 0 && !index && { ProjectionExpression: pick(['pk, sk, a', 'pk, d.p', 'sk, c[0], c[1]']) }),
    };
  };
  const few = (make: () => Item) => [
    ...new Map(times(1 + below(4), make).map((item) => [JSON.stringify([item.pk, item.sk]), item])).values(),
  ];

  const makers: Record<string, () => Fields> = {
    PutItem: () => put(['NONE', 'ALL_OLD']),
    DeleteItem: () => remove(['NONE', 'ALL_OLD']),
    UpdateItem: () => update(['ALL_NEW', 'ALL_OLD', 'NONE']),
    GetItem: () => {
      const table = anyTable();
      return {
        TableName: `${name}-${table}`,
        Key: keyIn(table),
        ...(below(3) === 0 && { ProjectionExpression: 'a, d.p' }),
      };
    },
    Query: query,
    BatchGetItem: () => {
      const table = anyTable();
      return { RequestItems: { [`${name}-${table}`]: { Keys: few(() => keyIn(table)) } } };
    },
    BatchWriteItem: () => {
      const table = anyTable();
      const requests = few(() => itemIn(table)).map((Item) =>
        below(2) ? { PutRequest: { Item } } : { DeleteRequest: { Key: onlyKey(Item, table) } },
      );
      return { RequestItems: { [`${name}-${table}`]: requests } };
    },
    TransactWriteItems: () => ({
      TransactItems: times(1 + below(3), () =>
        oneOf<Fields>(
          () => ({ Put: put() }),
          () => ({ Delete: remove() }),
          () => ({ Update: update() }),
          () => ({ ConditionCheck: remove([], true) }),
        ),
      ),
    }),
  };
  const onlyKey = (item: Item, table: string) =>
    Object.fromEntries((table === 'numbers' ? ['pk'] : ['pk', 'sk']).map((key) => [key, item[key]]));
  const shares = [
    'PutItem',
    'PutItem',
    'UpdateItem',
    'UpdateItem',
    'UpdateItem',
    'DeleteItem',
    'GetItem',
    'Query',
    'Query',
    'BatchGetItem',
    'BatchWriteItem',
    'TransactWriteItems',
    'TransactWriteItems',
  ];
  return (): RandomOperation => {
    const operation = pick(shares);
    return { operation, input: makers[operation]?.() ?? {} };
  };
}
