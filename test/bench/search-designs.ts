import { keyOf } from '#shared/search/items.ts';
import { fingerprintsOf } from '#shared/search/rules/fingerprints.ts';
import { normalizeForSearch } from '#shared/search/rules/normalize-for-search.ts';
import { partsOfText } from '#shared/search/rules/part-sets.ts';
import { foldedTexts, placeOf, type SearchDocument } from '#shared/search/rules/search-documents.ts';
import { gramsOf, gramsOfQuery, lookedUp } from '#shared/search/rules/trigrams.ts';
import { sealSegments, segmentSize } from '#shared/search/seal-segments.ts';
import { type SearchDocuments, searchDocumentsIn } from '#shared/search/store/search-documents.ts';
import { type Posting, type SearchSegments, searchSegmentsIn } from '#shared/search/store/search-segments.ts';
import type { Item } from '#shared/store/item.ts';
import type { Table } from '#shared/store/table.ts';
import { bulk } from '#test/api/operators/tracing/filled.ts';

export type Design = {
  label: string;
  documents: SearchDocuments;
  segments: SearchSegments;
  add(documents: readonly SearchDocument[]): Promise<void>;
};

export function segmentsOf(table: Table, size: number): Design {
  const documents = searchDocumentsIn(table);
  const segments = searchSegmentsIn(table, { now: Date.now });
  return {
    label: `segments of ${size}`,
    documents,
    segments,
    async add(some) {
      for (let from = 0; from < some.length; from += size) {
        const part = some.slice(from, from + size);
        await writeAll(table, part);
        await sealSegments({ documents, segments, segmentSize: size });
      }
    },
  };
}

export function signaturesOf(table: Table): Design {
  const design = segmentsOf(table, segmentSize);
  return {
    ...design,
    label: 'signatures only',
    async add(some) {
      await writeAll(table, some);
    },
  };
}

export function postingsOf(table: Table, queries: readonly string[]): Design {
  const wanted = new Set(queries.flatMap((query) => lookedUp(gramsOfQuery(normalizeForSearch(query)))));
  const documents = searchDocumentsIn(table);
  const nameOf = (document: SearchDocument) => `${placeOf(document)} ${document.userId}`;
  const posting = ({ sk }: { sk: string }): Posting => ({ segment: sk, parts: partsOfText('1') });
  return {
    label: 'an item per gram and document',
    documents: { ...documents, fresh: async () => [] },
    segments: {
      ...searchSegmentsIn(table, { now: Date.now }),
      haveFingerprints: async () => false,
      async postings(gram, { kind: _, ...page }) {
        const { pk } = keyOf.searchPosting(gram, '');
        const { items, more } = await table.last<Item>(pk, { before: undefined, ...page, consistent: true });
        return { postings: items.map(posting), more };
      },
      postingsIn: async (gram, names) =>
        (
          await table.getMany(
            names.map((name) => keyOf.searchPosting(gram, name)),
            { consistent: true },
          )
        ).map(posting),
      pointers: async (matches) =>
        new Map(
          matches.map(({ segment }) => {
            const at = segment.lastIndexOf(' ');
            return [segment, [{ place: segment.slice(0, at), userId: Number(segment.slice(at + 1)) }]];
          }),
        ),
    },
    async add(some) {
      await writeAll(table, some);
      await table.putMany(
        some.flatMap((document) =>
          [...gramsOf(foldedTexts(document))]
            .filter((gram) => wanted.has(gram))
            .map((gram) => ({ ...keyOf.searchPosting(gram, nameOf(document)), kind: 'search_posting' })),
        ),
      );
    },
  };
}

export function postingItems(documents: readonly SearchDocument[], segmentSize: number): number {
  let items = 0;
  for (let from = 0; from < documents.length; from += segmentSize) {
    const texts = documents.slice(from, from + segmentSize).flatMap(foldedTexts);
    items += gramsOf(texts).union(fingerprintsOf(texts)).size;
  }
  return items / documents.length;
}

async function writeAll(table: Table, documents: readonly SearchDocument[]): Promise<void> {
  const { write, flush } = bulk(table);
  for (const document of documents) await write(document, null);
  await flush();
}
