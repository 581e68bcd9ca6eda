import { items } from '#functions/items.ts';
import { DynamoRefusal } from '#shared/store/dynamo.ts';
import type { ItemKind } from '#shared/store/item-kinds.ts';

type WireKey = { pk?: { S?: string }; sk?: { S?: string } };
export type ReadBody = {
  IndexName?: string;
  ConsistentRead?: boolean;
  Key?: WireKey;
  ExpressionAttributeValues?: Record<string, { S?: string }>;
};
type Batch = Record<string, { Keys?: WireKey[]; ConsistentRead?: boolean }>;

/** Other reads are strongly consistent. */
const eventualReads = new Set(
  Object.entries<ItemKind>(items).flatMap(([prefix, { eventualReads: reads = [] }]) =>
    reads.map((read) => {
      const [operation, ...word] = read.split(' ');
      return [operation, prefix, ...word].join(' ');
    }),
  ),
);

export function assertReadsConsistently(operation: string, body: object): void {
  for (const { key, isConsistent } of readsOf(operation, body))
    if (!isConsistent && !eventualReads.has(`${operation} ${key}`))
      throw new DynamoRefusal(
        'ValidationException',
        `${operation} of ${key} is not strongly consistent: the kind's \`items.ts\` lists \`eventualReads\``,
      );
}

function readsOf(operation: string, body: ReadBody & { RequestItems?: object }) {
  const isConsistent = body.ConsistentRead === true;
  if (operation === 'GetItem') return [{ key: kindOf(body.Key), isConsistent }];
  if (operation === 'Query' && !body.IndexName) return [{ key: wordOf(body.ExpressionAttributeValues?.[':pk']?.S), isConsistent }];
  if (operation !== 'BatchGetItem') return [];
  return Object.values(body.RequestItems as Batch).flatMap(({ Keys = [], ConsistentRead = false }) =>
    Keys.map((key) => ({ key: kindOf(key), isConsistent: ConsistentRead })),
  );
}

const wordOf = (text = '') => text.split('#')[0] ?? '';
const kindOf = ({ pk, sk }: WireKey = {}) => [wordOf(pk?.S), /^[A-Z]{3,}/.exec(sk?.S ?? '')?.[0] ?? []].flat().join(' ');
