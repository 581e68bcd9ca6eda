import { readFileSync } from 'node:fs';
import { items } from '#functions/items.ts';
import { keyOf as keyOfEventLog } from '#shared/event-log/items.ts';
import { keyOf as keyOfOperators } from '#shared/operators/items.ts';
import { keyOf as keyOfReports } from '#shared/reports/items.ts';
import { keyOf as keyOfSearch } from '#shared/search/items.ts';
import { keyOf as keyOfSpend } from '#shared/spend/items.ts';
import { itemModules, type KeyMaker, keyMakers } from '#test/kit/item-modules.ts';

const numbers = /^(\w*userId|accountId|epoch|shard|seq|part|version|conversationId|perSecond|list|generation|page|place)$/i;
const numberAt: Record<string, readonly string[]> = { licenceEvent: ['at'], imageConversation: ['id'] };
const textAt: Record<string, readonly string[]> = {
  cellChunk: ['part'],
  recountClaim: ['part'],
  searchDocument: ['place'],
  searchFresh: ['place'],
};

const parametersOf = (key: KeyMaker) => /^\(?((?:\{[^}]*\}|[^)])*?)\)?\s*=>/.exec(String(key))?.[1]?.match(/\{[^}]*\}|[^,{}]+/g) ?? [];
const nameOf = (text: string) => /\w+/.exec(text)?.[0] ?? '';

function valuesOf(name: string, key: KeyMaker, number: number): unknown[] {
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

const textOf = ({ pk, sk }: ReturnType<KeyMaker>) => `${pk} | ${sk}`;

it('every key of stored items has the form of the items that are stored', async () => {
  const all = keyMakers.flatMap(([name, key]) => {
    const [form, first] = [7, 0].map((number) => textOf(key(...valuesOf(name, key, number))));
    return form?.replaceAll('7', '0') === first ? `${name}: ${form}` : [`${name}: ${form}`, `${name}: ${first}`];
  });
  // The lines stay where they are, so that the difference of the file shows changed keys alone.
  const lines = readFileSync('test/store/expected/keys.txt', 'utf8').split('\n');
  const placeOf = (line: string) => (lines.includes(line) ? lines.indexOf(line) : lines.length);
  const ordered = all.toSorted((a, b) => placeOf(a) - placeOf(b));
  await expect(`${ordered.join('\n')}\n`).toMatchFileSnapshot('./expected/keys.txt');
});

it('keys without their last part are those of items of versions before that part', () => {
  const log = { receivedAt: 'at', at: 'at', id: 'id' };
  const day = { day: 'day', metric: 'metric', detail: 'detail' };
  const { logEntry, logPayload, pixelEvent, tally, clickRow, pixelDay } = keyOfEventLog;
  const { searchSegment, searchSealing, searchPosting } = keyOfSearch;
  const { activity, total } = keyOfReports;
  const keys = [
    ...[logEntry, logPayload, pixelEvent, tally, clickRow].map((key) => key(7, 'live', 'day', log)),
    searchSegment('segment'),
    pixelDay('day', 7, 'live'),
    searchSealing(null),
    keyOfSpend.spendVersion(7, 'live', 'import', 'day'),
    keyOfOperators.auditEntry(null, 'at', 'id'),
    activity(7, 'live', day),
    total(7, 'live', 'click', 'day', 'cell'),
    total(7, 'test', 'click', 'day', 'cell'),
    searchPosting('a#é', 'segment'),
  ];
  expect(keys.map(textOf)).toEqual([
    'LOG#7#live#day | at#id',
    'LOGPAYLOAD#7#live#day | at#id',
    'PIXEL#7#live#day | at#id',
    'TALLY#7#live#day | at#id',
    'LOGCLICK#7#live#day | at#id',
    'SEARCHSEGMENTS | segment',
    'PIXELDAY#day | 7#live',
    'SEARCHSEALING | LEASE',
    'SPENDVERSION#7#live#import | DAY#day',
    'AUDIT | at#id',
    'ACTIVITY#7#live | day#metric#detail',
    'TOTALS#7#click | day#cell',
    'TOTALS#7#test#click | day#cell',
    'SEARCHGRAM#a%23%C3%A9 | segment',
  ]);
});

it('sort keys with a number are in the order of the numbers', () => {
  const ordered = keyMakers.filter(([name, key]) => /(^|#)0+7(#|$)/.test(key(...valuesOf(name, key, 7)).sk));
  expect(ordered.length).toBeGreaterThan(15);
  for (const [name, key] of ordered) {
    const sorted = [7, 10, 99].map((number) => key(...valuesOf(name, key, number)).sk);
    expect(sorted.toSorted(), name).toEqual(sorted);
  }
});

it('the list of all kinds has each kind of each capability once', () => {
  const declared = itemModules.flatMap((itemModule) => Object.keys(itemModule.items));
  expect(declared.toSorted()).toEqual(Object.keys(items).toSorted());
});
