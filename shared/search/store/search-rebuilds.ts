import { keyOf } from '#shared/search/items.ts';
import type { DocumentRef, SearchKind } from '#shared/search/rules/search-documents.ts';
import { fromWire } from '#shared/store/attribute-values.ts';
import type { Item, Key } from '#shared/store/item.ts';
import type { Table } from '#shared/store/table.ts';
import type { TableScan } from '#shared/store/table-scan.ts';
import { madeAtOf, recordFingerprints } from './search-segments.ts';

export type SearchRebuilds = ReturnType<typeof searchRebuildsIn>;

type Progress = { startedAt: number; place: string; fingerprints?: boolean };
type Scans = { accounts: TableScan; analysis: TableScan };

const pageItems = 1000;
/** After this time, the function that made a segment has ended, so its lists without a segment are void. */
const makingMs = 900_000;

/** The clocks of machines may differ by this time. */
const skewMs = 300_000;

const kindOfItem: Record<string, SearchKind> = {
  user: 'user',
  content_session: 'conversation',
  image_conversation: 'image',
};

export const searchRebuildsIn = (table: Table, scans: Scans, { now }: { now: () => number }) => {
  async function* items(scan: TableScan): AsyncGenerator<Item> {
    let start: Awaited<ReturnType<TableScan>>['next'];
    do {
      const page = await scan({ segment: 0, segments: 1 }, { start, limit: pageItems });
      for (const item of page.items) yield fromWire(item) as Item;
      start = page.next;
    } while (start);
  }

  return {
    /** An interrupted rebuild continues, unless a version without fingerprints started it. */
    async start(): Promise<Progress> {
      const key = keyOf.searchRebuild();
      const first = { ...key, kind: 'search_rebuild', startedAt: now(), place: '', fingerprints: true };
      const storedProgress = await table.putNew<Item & Progress>(first);
      if (storedProgress?.fingerprints) return storedProgress;
      if (storedProgress) await table.put(first);
      return first;
    },
    async reached(place: string): Promise<void> {
      const key = keyOf.searchRebuild();
      await table.update({
        key,
        update: 'SET #place = :place',
        names: { '#place': 'place' },
        values: { ':place': place },
      });
    },
    async end(): Promise<void> {
      await recordFingerprints(table);
      await table.remove(keyOf.searchRebuild());
    },

    async *everything(): AsyncGenerator<DocumentRef> {
      for (const scan of [scans.accounts, scans.analysis])
        for await (const item of items(scan)) {
          if (item.kind === 'search_document') yield refOf(item, item.docKind as SearchKind);
          const kind = kindOfItem[String(item.kind)];
          if (kind) yield refOf(item, kind);
        }
    },

    async removeOlder(moment: number, removing: (items: number) => void = () => {}): Promise<number> {
      const { pk } = keyOf.searchSegment('');
      const complete = new Set<string>();
      const old = new Set<string>();
      for await (const { sk } of table.query<Item>(pk, ['0', ':'], { consistent: true }))
        (madeAtOf(sk) < moment - skewMs ? old : complete).add(sk);
      // No reader finds a segment's lists once the segment's own item is gone.
      await table.removeMany([...old].map((sk) => keyOf.searchSegment(sk)));
      let removed = old.size;
      let waiting: Key[] = [];
      for await (const { pk, sk, kind } of items(scans.analysis)) {
        if (kind !== 'search_posting' || complete.has(sk)) continue;
        if (!old.has(sk) && madeAtOf(sk) > now() - makingMs) continue;
        waiting.push({ pk, sk });
        if (waiting.length < pageItems) continue;
        await table.removeMany(waiting);
        removed += waiting.length;
        removing(waiting.length);
        waiting = [];
      }
      await table.removeMany(waiting);
      return removed + waiting.length;
    },
  };
};

const refOf = ({ id, userId, createdAt }: Item, kind: SearchKind): DocumentRef => ({
  kind,
  id: String(id),
  userId: Number(kind === 'user' ? id : userId),
  createdAt: String(createdAt),
});
