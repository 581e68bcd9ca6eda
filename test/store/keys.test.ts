import { keyOf, keyOfPruned, keyOfRestore } from '#shared/store/keys.ts';

type Made = { pk: string; sk: string };
type KeyFunction = (...values: unknown[]) => Made;
const functions = Object.entries({ ...keyOf, ...keyOfRestore, keyOfPruned }) as unknown as [
  string,
  KeyFunction,
][];

const numbers =
  /^(\w*userId|accountId|epoch|shard|seq|part|version|conversationId|perSecond|list|generation|page|place)$/i;
const numberAt: Record<string, readonly string[]> = { licenceEvent: ['at'], imageConversation: ['id'] };
const textAt: Record<string, readonly string[]> = {
  ...{ cellChunk: ['part'], recountClaim: ['part'], searchDocument: ['place'], searchFresh: ['place'] },
};

const parametersOf = (key: KeyFunction) =>
  /^\(?((?:\{[^}]*\}|[^)])*?)\)?\s*=>/.exec(String(key))?.[1]?.match(/\{[^}]*\}|[^,{}]+/g) ?? [];
const nameOf = (text: string) => /\w+/.exec(text)?.[0] ?? '';

function valuesOf(name: string, key: KeyFunction, number: number): unknown[] {
  const sampleOf = (text: string) => {
    const parameter = nameOf(text);
    const isText = textAt[name]?.includes(parameter);
    const isNumber = numberAt[name]?.includes(parameter) || (numbers.test(parameter) && !isText);
    return isNumber ? number : parameter;
  };
  return parametersOf(key)
    .filter((text) => nameOf(text))
    .map((text) =>
      text.trim().startsWith('{')
        ? Object.fromEntries(
            text
              .split(',')
              .filter(nameOf)
              .map((part) => [nameOf(part), sampleOf(part)]),
          )
        : sampleOf(text),
    );
}

const textOf = ({ pk, sk }: Made) => `${pk} | ${sk}`;

it('every key of stored items has the form of the items that are stored', async () => {
  const all = functions.flatMap(([name, key]) => {
    const [form, first] = [7, 0].map((number) => textOf(key(...valuesOf(name, key, number))));
    return form?.replaceAll('7', '0') === first
      ? `${name}: ${form}`
      : [`${name}: ${form}`, `${name}: ${first}`];
  });
  await expect(`${all.join('\n')}\n`).toMatchFileSnapshot('./expected/keys.txt');
});

it('keys without their last part are those of items of versions before that part', () => {
  const log = { receivedAt: 'at', at: 'at', id: 'id' };
  const day = { day: 'day', metric: 'metric', detail: 'detail' };
  const keys = [
    ...[keyOf.logEntry, keyOf.logPayload, keyOf.pixelEvent, keyOf.tally, keyOf.clickRow].map((key) =>
      key(7, 'live', 'day', log),
    ),
    ...[keyOf.searchSegment('segment'), keyOf.pixelDay('day', 7, 'live'), keyOf.searchSealing(null)],
    ...[keyOf.spendVersion(7, 'live', 'import', 'day'), keyOf.auditEntry(null, 'at', 'id')],
    ...[keyOf.activity(7, 'live', day), keyOf.total(7, 'live', 'click', 'day', 'cell')],
    ...[keyOf.total(7, 'test', 'click', 'day', 'cell'), keyOf.searchPosting('a#é', 'segment')],
  ];
  expect(keys.map(textOf)).toEqual([
    ...['LOG#7#live#day | at#id', 'LOGPAYLOAD#7#live#day | at#id', 'PIXEL#7#live#day | at#id'],
    ...['TALLY#7#live#day | at#id', 'LOGCLICK#7#live#day | at#id'],
    ...['SEARCHSEGMENTS | segment', 'PIXELDAY#day | 7#live', 'SEARCHSEALING | LEASE'],
    ...['SPENDVERSION#7#live#import | DAY#day', 'AUDIT | at#id'],
    ...['ACTIVITY#7#live | day#metric#detail', 'TOTALS#7#click | day#cell'],
    ...['TOTALS#7#test#click | day#cell', 'SEARCHGRAM#a%23%C3%A9 | segment'],
  ]);
});

it('sort keys with a number are in the order of the numbers', () => {
  const ordered = functions.filter(([name, key]) => /(^|#)0+7(#|$)/.test(key(...valuesOf(name, key, 7)).sk));
  expect(ordered.length).toBeGreaterThan(15);
  for (const [name, key] of ordered) {
    const sorted = [7, 10, 99].map((number) => key(...valuesOf(name, key, number)).sk);
    expect(sorted.toSorted(), name).toEqual(sorted);
  }
});
