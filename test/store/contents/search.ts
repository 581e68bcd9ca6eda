import { keyOf } from '#shared/search/items.ts';
import { textOfParts } from '#shared/search/rules/part-sets.ts';
import { placeOf, type SearchDocument } from '#shared/search/rules/search-documents.ts';
import { mayHave } from '#shared/search/rules/trigrams.ts';
import { searchDocumentsIn } from '#shared/search/store/search-documents.ts';
import { searchSegmentsIn } from '#shared/search/store/search-segments.ts';
import type { Item } from '#shared/store/item.ts';
import { memoryTable } from '../memory-table.ts';
import * as previous from '../previous-readers.ts';
import * as sample from '../stored-samples.ts';
import { declaredForm } from './declared-form.ts';
import { inflatedText, numbered, type StoredContent, withForm } from './stored-content.ts';

const documentAt = (document: SearchDocument) => ({ ...document, place: placeOf(document) });
async function writtenIndex(): Promise<Item[]> {
  const { table, items } = memoryTable();
  await searchDocumentsIn(table).write(sample.document, null);
  await searchSegmentsIn(table, { now: () => 0 }).make([{ ...documentAt(sample.document), document: sample.document }]);
  return items;
}
const documentItem = (texts: string): Item => {
  const { kind: docKind, fields: _, userFields: __, ...rest } = sample.document;
  return {
    ...keyOf.searchDocument(rest.userId, placeOf(sample.document)),
    docKind,
    ...rest,
    texts,
    version: 'v',
    digest: 'd',
  };
};

type Index = { fresh: string; members: string[]; postings: Record<string, string>; form?: number };
async function indexIn(raw: string) {
  const { fresh, members, postings, form } = JSON.parse(raw) as Index;
  const more = form === undefined ? {} : { form };
  const [place, segment] = [placeOf(sample.document), 'segment'] as const;
  const items: Item[] = [
    { ...sample.freshKey(place), ...more, userId: sample.document.userId, version: 'v', signature: fresh },
    { ...sample.segmentKey(segment), ...more, members },
    ...Object.entries(postings).map(([gram, text]) => ({
      ...sample.postingKey(gram, segment),
      ...more,
      user: text,
    })),
  ];
  const { table } = memoryTable(items);
  const segments = searchSegmentsIn(table, { now: () => 0 });
  const [{ signature = '' } = {}] = await searchDocumentsIn(table).fresh();
  const entriesOf = async (gram: string) => (await segments.postingsIn(gram, ['segment'], 'user')).flatMap(({ parts }) => parts.entries());
  return {
    mayHave: [mayHave(signature, ['ada']), mayHave(signature, ['xyz'])],
    members: (await segments.pointers([{ segment: 'segment', numbers: [0] }])).get('segment'),
    postings: Object.fromEntries(await Promise.all(sample.grams.map(async (gram) => [gram, await entriesOf(gram)]))),
  };
}

export const searchContents: Record<string, StoredContent> = {
  'search-documents': {
    sources: ['shared/search/store/search-documents.ts'],
    form: declaredForm('search-documents'),
    sample: { fields: sample.document.fields, userFields: sample.document.userFields },
    write: async () => String((await writtenIndex()).find(({ kind }) => kind === 'search_document')?.texts),
    async read(raw) {
      const held = await searchDocumentsIn(memoryTable([documentItem(raw)]).table).get(sample.document);
      return { fields: held?.document.fields, userFields: held?.document.userFields };
    },
    previous: previous.documentIn,
    later: numbered,
    plain: inflatedText,
  },
  'search-index': {
    sources: ['shared/search/store/search-documents.ts'],
    form: declaredForm('search-index'),
    sample: sample.index,
    async write() {
      const items = await writtenIndex();
      const ofKind = (name: string) => items.filter(({ kind }) => kind === name);
      const postings = ofKind('search_posting').map(({ pk, user }) => [sample.gramOf(pk), user]);
      postings.push(['thin', textOfParts([sample.thinEntry])]);
      return JSON.stringify({
        fresh: ofKind('search_fresh')[0]?.signature,
        members: ofKind('search_segment')[0]?.members,
        postings: Object.fromEntries(postings.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))),
      });
    },
    read: indexIn,
    previous(raw) {
      const { fresh, members, postings } = JSON.parse(raw) as Index;
      return {
        mayHave: [previous.mayHave(fresh, 'ada'), previous.mayHave(fresh, 'xyz')],
        members: members.map((member) => {
          const [userId, place] = member.split(' ');
          return { userId: Number(userId), place };
        }),
        postings: Object.fromEntries(sample.grams.map((gram) => [gram, previous.entriesIn(postings[gram] ?? '')])),
      };
    },
    later: withForm,
  },
};
