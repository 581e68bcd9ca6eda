// Slow: it starts processes.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Dynoxide, startDynoxide } from '../../../test/dynoxide/start-dynoxide.ts';
import { temporaryFolder } from '../../../test/local/temporary-folder.ts';
import { openEngine } from '../src/index.ts';
import { type EngineCall, engineAt } from './engine.ts';
import { type RandomOperation, randomOperations, tablesNamed } from './random-operations.ts';

// `DIFFERENTIAL_SECONDS=600 DIFFERENTIAL_SEED=7 npm test -- embedded-differential` runs longer.
const seconds = Number(process.env.DIFFERENTIAL_SECONDS ?? 20);
const firstSeed = Number(process.env.DIFFERENTIAL_SEED ?? 1);
const perRound = 500;

type Answer = { output?: unknown; refusal?: { type: string; message: string } & Record<string, unknown> };
type Difference = RandomOperation & { ours: Answer; theirs: Answer };

/** In these cases the other engine differs from DynamoDB; `aws` quotes DynamoDB's documentation. */
const knownDifferences: { aws: string; isOne(difference: Difference): boolean }[] = [
  {
    aws: 'An operand of a type that an operator never takes is a ValidationException, before the item is looked at; in a transaction it refuses the whole.',
    isOne: ({ ours, theirs }) => /Incorrect operand type/.test(ours.refusal?.message ?? '') && isConditionAnswer(theirs),
  },
  {
    aws: 'The operands of a comparison and of contains must be two different attributes, else a ValidationException.',
    isOne: ({ ours, theirs }) => /must be distinct/.test(ours.refusal?.message ?? '') && isConditionAnswer(theirs),
  },
  {
    aws: 'An update that only removes, of an item that is not there, writes none, and so has no attributes to return.',
    isOne: ({ input, ours, theirs }) =>
      onlyRemoves.test(String(input.UpdateExpression)) && isDeepStrictEqual(ours, { output: {} }) && 'output' in theirs,
  },
  {
    aws: 'ALL_OLD answers the attributes of an item that was there, and none where there was no item.',
    isOne: ({ operation, input, ours, theirs }) =>
      operation === 'UpdateItem' &&
      input.ReturnValues === 'ALL_OLD' &&
      isDeepStrictEqual(ours, { output: {} }) &&
      isDeepStrictEqual(theirs, { output: { Attributes: shown(input.Key) } }),
  },
  {
    aws: 'A place within an attribute that is not there can be neither set, removed nor added to: the document path is invalid for update.',
    isOne: ({ input, ours }) =>
      /(SET|REMOVE|ADD|,) [#\w]+[.[]/.test(JSON.stringify(input)) &&
      (/document path/.test(ours.refusal?.message ?? '') || JSON.stringify(ours.refusal?.codes).includes('ValidationError')),
  },
];
const onlyRemoves = /^(REMOVE|DELETE)/;
const isConditionAnswer = ({ output, refusal }: Answer) =>
  output !== undefined || /^(ConditionalCheckFailed|TransactionCanceled)Exception$/.test(refusal?.type ?? '');

let other: Dynoxide;
const folder = temporaryFolder();
beforeAll(async () => {
  other = await startDynoxide(join(folder, 'dynoxide'));
});
afterAll(() => other.stop());

it(
  `does as dynoxide in ${seconds} s of random operations, but for what is known`,
  async () => {
    const until = Date.now() + seconds * 1000;
    const unknown: string[] = [];
    let operations = 0;
    for (let seed = firstSeed; Date.now() < until; seed++) {
      const embedded = openEngine(':memory:');
      const result = await round(embedded.call, engineAt(other.endpoint), seed, until);
      await embedded.close();
      operations += result.operations;
      unknown.push(...result.unknown.map((difference) => `seed ${seed}: ${described(difference)}`));
      if (unknown.length > 20) break;
    }
    expect(unknown).toEqual([]);
    expect(operations).toBeGreaterThan(seconds * 10);
  },
  (seconds + 60) * 1000,
);

async function round(ours: EngineCall, theirs: EngineCall, seed: number, until: number) {
  const name = `diff-${randomUUID()}`;
  const both = [ours, theirs] as const;
  const tables = tablesNamed(name);
  for (const engine of both) for (const table of tables) await engine('CreateTable', table);
  const next = randomOperations(name, seed);
  const unknown: Difference[] = [];
  const aligned = new Set<string>();
  let operations = 0;
  for (; operations < perRound && Date.now() < until; operations++) {
    const { operation, input } = next();
    const text = JSON.stringify(input);
    const [mine, its] = await Promise.all(both.map((engine) => ask(engine, operation, JSON.parse(text))));
    const difference = { operation, input, ours: mine as Answer, theirs: its as Answer };
    const isDifferent = !isSame(difference);
    if (isDifferent && !knownDifferences.some(({ isOne }) => isOne(difference))) unknown.push(difference);
    if (!isDifferent && !/"UpdateExpression":"(REMOVE|DELETE)/.test(text)) continue;
    for (const { TableName } of tables) for (const key of await align(both, TableName)) aligned.add(key);
  }
  for (const { TableName } of tables) {
    const [mine, its] = await Promise.all(both.map((engine) => changesOf(engine, TableName, aligned)));
    if (!isDeepStrictEqual(mine, its))
      unknown.push({
        operation: 'GetRecords',
        input: { TableName },
        ours: { output: mine },
        theirs: { output: its },
      });
  }
  return { unknown, operations };
}

async function ask(engine: EngineCall, operation: string, input: object): Promise<Answer> {
  try {
    return { output: shown(await engine(operation, input)) };
  } catch (error) {
    const { type, message, item, reasons, body } = error as {
      type: string;
      message: string;
      item?: object;
      reasons?: object[];
      body?: { Item?: object; CancellationReasons?: object[] };
    };
    const Item = item ?? body?.Item;
    const codes = ((reasons?.length ? reasons : body?.CancellationReasons) ?? []).map((reason) => {
      const { Code, Item: foundItem } = reason as { Code: string; Item?: object };
      return { Code, ...(foundItem && { Item: shown(foundItem) }) };
    });
    return {
      refusal: { type, message, ...(Item && { Item: shown(Item) }), ...(codes.length > 0 && { codes }) },
    };
  }
}

function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([name, inner]) => !(/^(Unprocessed|Attributes$)/.test(name) && Object.keys(inner).length === 0))
    .map(([name, inner]): [string, unknown] => [
      name,
      ['SS', 'NS', 'BS'].includes(name)
        ? [...inner].sort()
        : name === 'Responses'
          ? Object.values(inner as Record<string, object[]>).map((items) => items.map((item) => JSON.stringify(shown(item))).sort())
          : shown(inner),
    ]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const withoutWords = ({ output, refusal }: Answer) => ({
  output,
  refusal: refusal && { ...refusal, message: '' },
});
const isSame = ({ ours, theirs }: Difference) => isDeepStrictEqual(withoutWords(ours), withoutWords(theirs));

const described = ({ operation, input, ours, theirs }: Difference) =>
  `${operation} ${JSON.stringify(input)}\nours ${JSON.stringify(ours)}\ntheirs ${JSON.stringify(theirs)}`;

type Stored = Record<string, unknown>;

async function align([ours, theirs]: readonly [EngineCall, EngineCall], TableName: string): Promise<string[]> {
  const items = async (engine: EngineCall) => {
    const { Items } = (await engine('Scan', { TableName })) as { Items: Stored[] };
    return new Map(Items.map((item) => [JSON.stringify([item.pk, item.sk]), item]));
  };
  const [mine, its] = [await items(ours), await items(theirs)];
  const differing = [...new Set([...mine.keys(), ...its.keys()])].filter(
    (key) => !isDeepStrictEqual(shown(mine.get(key)), shown(its.get(key))),
  );
  const keys: string[] = [];
  for (const key of differing) {
    const Item = its.get(key);
    const { pk, sk } = (Item ?? mine.get(key)) as Stored;
    const Key = { pk, ...(sk ? { sk } : {}) };
    keys.push(keyText(TableName, Key));
    for (const engine of [ours, theirs]) await (Item ? engine('PutItem', { TableName, Item }) : engine('DeleteItem', { TableName, Key }));
  }
  return keys;
}

const keyText = (TableName: string, key: object) => `${TableName} ${JSON.stringify(shown(key))}`;

type ChangeRecord = {
  eventName: string;
  dynamodb: { Keys: object; NewImage?: object; OldImage?: object; SequenceNumber: string };
};

async function changesOf(engine: EngineCall, TableName: string, but: ReadonlySet<string>) {
  const { Table } = (await engine('DescribeTable', { TableName })) as { Table: { LatestStreamArn: string } };
  const StreamArn = Table.LatestStreamArn;
  const { StreamDescription } = (await engine('DescribeStream', { StreamArn })) as {
    StreamDescription: { Shards: { ShardId: string }[] };
  };
  const [shard] = StreamDescription.Shards;
  let { ShardIterator } = (await engine('GetShardIterator', {
    StreamArn,
    ShardId: shard?.ShardId,
    ShardIteratorType: 'TRIM_HORIZON',
  })) as { ShardIterator: string };
  const changes = new Map<string, unknown[]>();
  for (;;) {
    const page = (await engine('GetRecords', { ShardIterator, Limit: 1000 })) as {
      Records: ChangeRecord[];
      NextShardIterator: string;
    };
    if (page.Records.length === 0) return changes;
    ShardIterator = page.NextShardIterator;
    for (const { eventName, dynamodb } of page.Records) {
      const [before, after] = [shown(dynamodb.OldImage), shown(dynamodb.NewImage)];
      if (isDeepStrictEqual(before, after)) continue;
      const key = keyText(TableName, dynamodb.Keys);
      if (but.has(key)) continue;
      changes.set(key, [...(changes.get(key) ?? []), { eventName, before, after }]);
    }
  }
}
