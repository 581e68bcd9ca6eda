import { DynamoRefusal } from '#shared/store/dynamo.ts';

type WireKey = { pk?: { S?: string }; sk?: { S?: string } };
export type ReadBody = {
  IndexName?: string;
  ConsistentRead?: boolean;
  Key?: WireKey;
  ExpressionAttributeValues?: Record<string, { S?: string }>;
};
type Batch = Record<string, { Keys?: WireKey[]; ConsistentRead?: boolean }>;

// A read of another kind of item is strongly consistent, or its kind is listed here.
const kinds: Record<string, readonly string[]> = {
  GetItem: [
    ...['ACCOUNT KEY', 'CONTENTSESSION SESSION', 'DESCRIPTION FINDING', 'INGESTLIMITS LIMITS', 'KEY KEY'],
    ...['KEYWORDPLANS PLAN', 'LIMIT LIMIT', 'NETWORK_KEY KEY', 'PIXELDAY', 'SESSION SESSION'],
    ...['SESSIONCOUNTS COUNTS', 'STREAMSCALE SCALE', 'VENDORWAIT WAIT'],
  ],
  BatchGetItem: [
    ...['ADPAGE ADS', 'ADPAGE MEDIA', 'ADPAGE PAGE', 'ALIAS ALIAS', 'CONVERSION CONVERSION'],
    ...['CREDITS BALANCE', 'LLMSPEND SPEND', 'MAILONCE', 'PIXELDAY', 'SESSION SESSION'],
  ],
  Query: [
    ...['ACCOUNTACTIVITY', 'ACTIVITY', 'ASSISTANTADS', 'ASSISTANTREPORTS', 'AUDIT', 'CANARY', 'CANARYLOG'],
    ...['CELLS', 'CELLSEALS', 'CELLSTATE', 'CLICK', 'DEADEFFECTS', 'LOG', 'MAILLOG', 'PIXELDAY'],
    ...['RECEIVEDWEBHOOKS', 'RENEWAL', 'SPENDDAYS', 'TOTALS', 'USERCLICK', 'WAITLIST'],
  ],
};

export function assertReadsConsistently(operation: string, body: object): void {
  for (const { key, isConsistent } of readsOf(operation, body))
    if (!isConsistent && !kinds[operation]?.includes(key))
      throw new DynamoRefusal(
        'ValidationException',
        `${operation} of ${key} is not strongly consistent: test/kit/eventual-reads.ts`,
      );
}

function readsOf(operation: string, body: ReadBody & { RequestItems?: object }) {
  const isConsistent = body.ConsistentRead === true;
  if (operation === 'GetItem') return [{ key: kindOf(body.Key), isConsistent }];
  if (operation === 'Query' && !body.IndexName)
    return [{ key: wordOf(body.ExpressionAttributeValues?.[':pk']?.S), isConsistent }];
  if (operation !== 'BatchGetItem') return [];
  return Object.values(body.RequestItems as Batch).flatMap(({ Keys = [], ConsistentRead = false }) =>
    Keys.map((key) => ({ key: kindOf(key), isConsistent: ConsistentRead })),
  );
}

const wordOf = (text = '') => text.split('#')[0] ?? '';
const kindOf = ({ pk, sk }: WireKey = {}) =>
  [wordOf(pk?.S), /^[A-Z]{3,}/.exec(sk?.S ?? '')?.[0] ?? []].flat().join(' ');
