import { randomUUID } from 'node:crypto';
import {
  foldedParts,
  kindAt,
  momentLength,
  partsOfDocument,
  type SearchDocument,
  type SearchKind,
} from '#shared/search/rules/search-documents.ts';
import { gramsOf } from '#shared/search/rules/trigrams.ts';
import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import { ConditionFailed } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { randomText } from '#shared/values/ids.ts';
import type { Pointer } from './search-documents.ts';

export type SearchSegments = ReturnType<typeof searchSegmentsIn>;

/**
 * Which documents of a segment have a gram, in which of their parts: a hex digit for each document by its number in the
 * segment, the first one last; a text of digits per kind.
 */
type PostingItem = Item & Partial<Record<SearchKind, string>>;
type SegmentItem = Item & { members: string[] };

/** A segment, and which of its documents have a gram: bits of their parts, those of the first document lowest. */
export type Posting = { segment: string; bits: bigint };

/** The numbers of the documents with a bit. */
export function numbersIn(bits: bigint): number[] {
  const digits = bits === 0n ? '' : bits.toString(16);
  return [...digits].flatMap((digit, i) => (digit === '0' ? [] : [digits.length - 1 - i])).reverse();
}

/** What of a gram was read, newest segments first; `more`: older segments may follow. */
export type PostingList = { postings: Posting[]; more: boolean };

/**
 * Segments: documents by the hundred, with one item for each of their grams. A segment is complete when its own item is
 * there, and never changes: a document that does is fresh again, and its old place in a segment means nothing.
 */
export const searchSegmentsIn = (table: Table, { now }: { now: () => number }) => ({
  /** One page of a gram's postings. */
  async postings(
    gram: string,
    { kind, before, limit }: { kind: SearchKind | undefined; before?: string | undefined; limit: number },
  ): Promise<PostingList> {
    const { pk } = keyOf.searchPosting(gram, '');
    const { items, more } = await table.last<PostingItem>(pk, { before, limit, consistent: true });
    return { postings: items.map((item) => postingOf(item, kind)), more };
  },

  /** Postings of a gram in certain segments. */
  async postingsIn(
    gram: string,
    segments: readonly string[],
    kind: SearchKind | undefined,
  ): Promise<Posting[]> {
    const keys = segments.map((segment) => keyOf.searchPosting(gram, segment));
    const items = await table.getMany<PostingItem>(keys, { consistent: true });
    return items.map((item) => postingOf(item, kind));
  },

  /** The documents of segments, by segment and number; a segment that is not complete is not among them. */
  async members(segments: readonly string[]): Promise<Map<string, Pointer[]>> {
    const items = await table.getMany<SegmentItem>(segments.map(keyOf.searchSegment), { consistent: true });
    return new Map(items.map(({ sk, members }) => [sk, members.map(pointerOf)]));
  },

  /** Makes a segment of documents, and returns how many items that took. */
  async make(documents: readonly (Pointer & { document: SearchDocument })[]): Promise<number> {
    const newest =
      documents
        .map(({ place }) => place)
        .sort()
        .at(-1) ?? '';
    // Never a name that was used before: a crash half-way leaves meaningless postings.
    const segment = `${newest.slice(0, momentLength)}#${momentText(now())}#${randomText(8)}`;
    const postings = new Map<string, Partial<Record<SearchKind, bigint>>>();
    documents.forEach(({ place, document }, number) => {
      const kind = kindAt(place);
      foldedParts(document).forEach((texts, part) => {
        const bit = 1n << BigInt(number * partsOfDocument + part);
        for (const gram of gramsOf(texts)) {
          const posting = postings.get(gram) ?? {};
          postings.set(gram, posting);
          posting[kind] = (posting[kind] ?? 0n) | bit;
        }
      });
    });
    await table.putMany(
      [...postings].map(([gram, posting]) => ({
        ...keyOf.searchPosting(gram, segment),
        kind: 'search_posting',
        ...Object.fromEntries(Object.entries(posting).map(([kind, bits]) => [kind, bits.toString(16)])),
      })),
    );
    const members = documents.map(({ place, userId }) => `${userId} ${place}`);
    await table.put({ ...keyOf.searchSegment(segment), kind: 'search_segment', members });
    return postings.size + 1;
  },

  /**
   * Does the work unless somebody else does it now: whether it was done. A worker that died holds others up for
   * `seconds`. Two at once would do no harm but waste.
   */
  async alone(seconds: number, work: () => Promise<void>): Promise<boolean> {
    const key = keyOf.searchSealing();
    const by = randomUUID();
    try {
      await table.update({
        key,
        update: 'SET kind = :kind, #by = :by, #until = :until',
        condition: 'attribute_not_exists(pk) OR #until < :now OR #until > :absurd OR #by = :by',
        names: { '#by': 'by', '#until': 'until' },
        values: {
          ':kind': 'search_sealing',
          ':by': by,
          ':until': now() + seconds * 1000,
          ':now': now(),
          // From a clock that was wrong.
          ':absurd': now() + seconds * 1000 + 300_000,
        },
      });
    } catch (error) {
      if (error instanceof ConditionFailed) return false;
      throw error;
    }
    await work();
    await table.remove(key, { condition: '#by = :by', names: { '#by': 'by' }, values: { ':by': by } });
    return true;
  },
});

const momentText = (moment: number) => String(moment).padStart(momentLength, '0');

/** When the segment was started, in epoch milliseconds. */
export const madeAtOf = (segment: string) => Number(segment.split('#')[1]);

function postingOf(item: PostingItem, kind: SearchKind | undefined): Posting {
  const sets = kind ? [item[kind]] : [item.user, item.conversation, item.image];
  const bits = sets.reduce((all, set) => all | (set ? BigInt(`0x${set}`) : 0n), 0n);
  return { segment: item.sk, bits };
}

function pointerOf(member: string): Pointer {
  const at = member.indexOf(' ');
  return { userId: Number(member.slice(0, at)), place: member.slice(at + 1) };
}
