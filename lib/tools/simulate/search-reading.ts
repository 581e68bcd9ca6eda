import { setImmediate as nextTurn } from 'node:timers/promises';
import { sizeOfItem, type Item as WireItem } from '#packages/dynamo-sqlite/src/index.ts';
import { type FindDeps, find } from '#shared/search/find.ts';
import { keyOf } from '#shared/search/items.ts';
import { placeOf } from '#shared/search/rules/search-documents.ts';
import { segmentSize } from '#shared/search/seal-segments.ts';
import { freshShards, type Pointer, type SearchDocuments } from '#shared/search/store/search-documents.ts';
import { type Posting, postingOf, type SearchSegments } from '#shared/search/store/search-segments.ts';
import { fromWire, toWire, type WireMap } from '#shared/store/attribute-values.ts';
import type { Item } from '#shared/store/item.ts';
import type { Table } from '#shared/store/table.ts';
import { askedFor, type Population } from './search-population.ts';
import { seeded } from './seeded.ts';

const callMs = 5;
const pageBytes = 2 ** 20;
const keysOfCall = 100;

export type SearchReading = {
  records: number;
  queries: { p50Ms: number; p95Ms: number; p95Calls: number }[];
  partial: number;
  missed: number;
};

type Made = {
  table: Table;
  documents: SearchDocuments;
  segments: SearchSegments;
  population: Population;
  made: number;
};

type GramItems = Map<string, { text: string; bytes: number }>;

export async function readingOf(
  records: number,
  { table, documents, segments, population, made: segmentCount }: Made,
): Promise<SearchReading> {
  const random = seeded(records);
  const total = Math.ceil(records / segmentSize);
  const real = (await table.firstKeys('SEARCHSEGMENTS', ['0', ':'], 10_000))
    .map(({ sk }) => sk)
    .filter((sk) => sk.split('#').length === 3)
    .slice(0, segmentCount);
  const newest = Date.parse('2026-11-01T00:00:00.000Z');
  const momentOf = (at: number) => newest - at * 1_000_000;
  const names = Array.from({ length: total }, (_, at) => `${momentOf(at)}#${momentOf(at)}#aaaaaaaa`);
  const atOf = new Map(names.map((name, at) => [name, at]));
  const grams = new Map<string, GramItems>();
  async function itemsOf(gram: string): Promise<GramItems> {
    const cached = grams.get(gram);
    if (cached) return cached;
    const items: GramItems = new Map();
    for (const segment of real) {
      const item = await table.get<Item>(keyOf.searchPosting(gram, segment));
      if (!item) continue;
      const wire = toWire(item);
      items.set(segment, { text: JSON.stringify(wire), bytes: sizeOfItem(wire as unknown as WireItem) });
    }
    grams.set(gram, items);
    return items;
  }
  const clock = clockOf(callMs);
  const seen = askedFor.map(() => ({ times: [] as number[], calls: [] as number[] }));
  let [partial, missed] = [0, 0];
  for (const [i, { place, q }] of population.asked.entries()) {
    let count = 0;
    const called = async (times = 1) => {
      count += times;
      await clock.call();
    };
    const home = real.findIndex((name) => name.slice(0, 13) >= place.slice(0, 13));
    const at = Math.floor(random() * total);
    const realOf = (name: string): string => {
      const here = atOf.get(name) as number;
      if (here === at) return real[home] as string;
      const base = here % real.length;
      return real[base === home ? (base + 1) % real.length : base] as string;
    };
    const places = new Map<string, Pointer>();
    const deps: FindDeps = {
      now: clock.now,
      documents: {
        ofUser: documents.ofUser,
        async fresh() {
          await called(freshShards);
          return await documents.fresh();
        },
        async many(pointers) {
          await called(Math.ceil(pointers.length / keysOfCall));
          const pointersOfWave = pointers.map((pointer) => places.get(pointer.place) ?? pointer);
          const storedDocuments = await documents.many([...new Map(pointersOfWave.map((pointer) => [pointer.place, pointer])).values()]);
          return new Map(
            pointers.flatMap(({ place: name }, i) => {
              const storedDocument = storedDocuments.get((pointersOfWave[i] as Pointer).place);
              return storedDocument ? [[name, storedDocument] as const] : [];
            }),
          );
        },
      },
      segments: {
        async haveFingerprints() {
          await called();
          return true;
        },
        async postings(gram, { kind, before, limit }) {
          await called();
          const items = await itemsOf(gram);
          const postings: Posting[] = [];
          let bytes = 0;
          let next = before === undefined ? 0 : (atOf.get(before) as number) + 1;
          for (; next < total && postings.length < limit && bytes < pageBytes; next++) {
            const name = names[next] as string;
            const item = items.get(realOf(name));
            if (!item) continue;
            bytes += item.bytes;
            postings.push(postingOf({ ...fromWire(JSON.parse(item.text) as WireMap), pk: '', sk: name }, kind));
          }
          return { postings, more: next < total };
        },
        async postingsIn(gram, wanted, kind) {
          await called(Math.ceil(wanted.length / keysOfCall));
          const items = await itemsOf(gram);
          return wanted.flatMap((name) => {
            const item = items.get(realOf(name));
            return item ? [postingOf({ ...fromWire(JSON.parse(item.text) as WireMap), pk: '', sk: name }, kind)] : [];
          });
        },
        async pointers(matches) {
          const parts = matches.flatMap(({ numbers }) => [...new Set(numbers.map((number) => number >> 8))]);
          await called(Math.ceil(parts.length / keysOfCall));
          const pointersBySegment = new Map<string, Pointer[]>();
          for (const { segment, numbers } of matches) {
            const segmentPointers = await segments.pointers([{ segment: realOf(segment), numbers }]);
            const pointers = [...segmentPointers.values()].flat().map((pointer) => {
              const name = `${segment.slice(0, 13)}${pointer.place.slice(13)}`;
              places.set(name, pointer);
              return { ...pointer, place: name };
            });
            pointersBySegment.set(segment, pointers);
          }
          return pointersBySegment;
        },
      },
    };
    const start = clock.now();
    const { hits, isPartial } = await find({ q, offset: 0, limit: 20 }, deps);
    seen[i % seen.length]?.times.push(clock.now() - start);
    seen[i % seen.length]?.calls.push(count);
    if (isPartial) partial++;
    else if (!hits.some(({ document }) => placeOf(document) === place)) missed++;
  }
  const of = (values: readonly number[], share: number) => values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0;
  return {
    records,
    queries: seen.map(({ times, calls }) => ({
      p50Ms: of(times, 0.5),
      p95Ms: of(times, 0.95),
      p95Calls: of(calls, 0.95),
    })),
    partial: partial / population.asked.length,
    missed,
  };
}

function clockOf(ms: number) {
  let waited = 0;
  let turn: Promise<void> | undefined;
  return {
    now() {
      const { user, system } = process.cpuUsage();
      return waited + (user + system) / 1000;
    },
    async call(): Promise<void> {
      turn ??= nextTurn().then(() => {
        waited += ms;
        turn = undefined;
      });
      await turn;
    },
  };
}
