import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { keyOf } from '#shared/search/items.ts';
import { fingerprintsOf } from '#shared/search/rules/fingerprints.ts';
import { type PartSet, packed, partsOfText, textOfParts, unionOf } from '#shared/search/rules/part-sets.ts';
import { foldedParts, kindAt, momentLength, type SearchDocument, type SearchKind } from '#shared/search/rules/search-documents.ts';
import { gramsOf } from '#shared/search/rules/trigrams.ts';
import type { Item } from '#shared/store/item.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { randomText } from '#shared/values/ids.ts';
import { checkIndexForm, type Pointer } from './search-documents.ts';

export type SearchSegments = ReturnType<typeof searchSegmentsIn>;

type PostingItem = Item & { form?: number } & Partial<Record<SearchKind, string>>;
type SegmentItem = Item & { form?: number; members: string[] };

export type Posting = { segment: string; parts: PartSet };
export type Match = { segment: string; numbers: readonly number[] };

/** An item with 256 documents takes about 10 KB. */
const documentsOfItem = 256;
const documentsOfTurn = 32;
const itemsAtOnce = 1000;

export type PostingList = { postings: Posting[]; more: boolean };

/** A segment never changes: a changed document is fresh again. */
export const searchSegmentsIn = (table: Table, { now }: { now: () => number }) => ({
  async postings(
    gram: string,
    { kind, before, limit }: { kind: SearchKind | undefined; before?: string | undefined; limit: number },
  ): Promise<PostingList> {
    const { pk } = keyOf.searchPosting(gram, '');
    const { items, more } = await table.last<PostingItem>(pk, { before, limit, consistent: true });
    return { postings: items.map((item) => postingOf(item, kind)), more };
  },

  async postingsIn(gram: string, segments: readonly string[], kind: SearchKind | undefined): Promise<Posting[]> {
    const keys = segments.map((segment) => keyOf.searchPosting(gram, segment));
    const items = await table.getMany<PostingItem>(keys, { consistent: true });
    return items.map((item) => postingOf(item, kind));
  },

  /** Segments of earlier versions have no fingerprints. */
  haveFingerprints: async (): Promise<boolean> => (await table.get(keyOf.searchFingerprints(), { consistent: true })) !== null,

  async pointers(matches: readonly Match[]): Promise<Map<string, Pointer[]>> {
    const itemsBySegment = matches.map(({ segment, numbers }) => ({
      segment,
      numbers,
      items: [...new Set(numbers.map((number) => Math.floor(number / documentsOfItem)))],
    }));
    const keys = itemsBySegment.flatMap(({ segment, items }) => items.map((item) => keyOf.searchSegment(segment, item)));
    const segmentItems = await table.getMany<SegmentItem>(keys, { consistent: true });
    for (const item of segmentItems) checkIndexForm(item);
    const members = new Map(segmentItems.map((item) => [item.sk, item.members]));
    const pointerAt = (segment: string, number: number): Pointer[] => {
      const { sk } = keyOf.searchSegment(segment, Math.floor(number / documentsOfItem));
      const member = members.get(sk)?.[number % documentsOfItem];
      return member === undefined ? [] : [pointerOf(member)];
    };
    return new Map(itemsBySegment.map(({ segment, numbers }) => [segment, numbers.flatMap((number) => pointerAt(segment, number))]));
  },

  async make(documents: readonly (Pointer & { document: SearchDocument })[]): Promise<number> {
    const newest =
      documents
        .map(({ place }) => place)
        .sort()
        .at(-1) ?? '';
    const { pk } = keyOf.searchSegment('');
    if ((await table.last(pk, { before: undefined, limit: 1, consistent: true })).items.length === 0) await recordFingerprints(table);
    // A crash leaves lists behind, so a segment's name is never used twice.
    const segment = `${newest.slice(0, momentLength)}#${momentText(now())}#${randomText(8)}`;
    const postings = new Map<string, Partial<Record<SearchKind, number[]>>>();
    for (const [number, { place, document }] of documents.entries()) {
      if (number % documentsOfTurn === 0) await nextTurn();
      const kind = kindAt(place);
      for (const [gram, parts] of partsOfGrams(document)) {
        const posting = postings.get(gram) ?? {};
        postings.set(gram, posting);
        const entries = posting[kind] ?? [];
        posting[kind] = entries;
        entries.push(packed(number, parts));
      }
    }
    const lists = [...postings];
    for (let from = 0; from < lists.length; from += itemsAtOnce)
      await table.putMany(
        lists.slice(from, from + itemsAtOnce).map(([gram, posting]) => ({
          ...keyOf.searchPosting(gram, segment),
          kind: 'search_posting',
          ...Object.fromEntries(Object.entries(posting).map(([of, entries]) => [of, textOfParts(entries)])),
        })),
      );
    const members = documents.map(({ place, userId }) => `${userId} ${place}`);
    const parts = Array.from({ length: Math.ceil(members.length / documentsOfItem) }, (_, part) => ({
      put: {
        ...keyOf.searchSegment(segment, part),
        kind: 'search_segment',
        members: members.slice(part * documentsOfItem, (part + 1) * documentsOfItem),
      },
    }));
    await table.transact(parts);
    return postings.size + parts.length;
  },

  /** A worker that died blocks a shard of the index for `seconds`. `null` locks all shards. */
  async alone(shard: number | null, seconds: number, work: () => Promise<void>): Promise<boolean> {
    const key = keyOf.searchSealing(shard);
    const by = randomUUID();
    const sealing = table.update({
      key,
      update: 'SET kind = :kind, #by = :by, #until = :until',
      condition: 'attribute_not_exists(pk) OR #until < :now OR #until > :absurd OR #by = :by',
      names: { '#by': 'by', '#until': 'until' },
      values: {
        ':kind': 'search_sealing',
        ':by': by,
        ':until': now() + seconds * 1000,
        ':now': now(),
        // A lock that ends later is from a wrong clock.
        ':absurd': now() + seconds * 1000 + 300_000,
      },
    });
    if (!(await tookEffect(sealing))) return false;
    await work();
    await table.remove(key, { condition: '#by = :by', names: { '#by': 'by' }, values: { ':by': by } });
    return true;
  },
});

export const recordFingerprints = (table: Table): Promise<void> =>
  table.put({ ...keyOf.searchFingerprints(), kind: 'search_fingerprints' });

const momentText = (moment: number) => String(moment).padStart(momentLength, '0');

export const madeAtOf = (segment: string) => Number(segment.split('#')[1]);

export function postingOf(item: PostingItem, kind: SearchKind | undefined): Posting {
  checkIndexForm(item);
  const texts = kind ? [item[kind]] : [item.user, item.conversation, item.image];
  const sets = texts.filter((text) => text !== undefined).map(partsOfText);
  return { segment: item.sk, parts: unionOf(sets) };
}

function partsOfGrams(document: SearchDocument): Map<string, number> {
  const partsByGram = new Map<string, number>();
  for (const [part, texts] of foldedParts(document).entries())
    for (const gram of gramsOf(texts).union(fingerprintsOf(texts))) partsByGram.set(gram, (partsByGram.get(gram) ?? 0) | (1 << part));
  return partsByGram;
}

function pointerOf(member: string): Pointer {
  const at = member.indexOf(' ');
  return { userId: Number(member.slice(0, at)), place: member.slice(at + 1) };
}
