import { randomUUID } from 'node:crypto';
import { keyOf } from '#shared/ads/items.ts';
import { mediaSource } from '#shared/ads/rules/media-source.ts';
import type { Item } from '#shared/store/item.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { refusalOf } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';

export type CopyOutcome = { url: string; file: string } | { url: string; failure: 'for_now' | 'for_good' };

type Copy = { source: string; file: string } | { source: string; tries: number; at: number };
type AdMediaItem = Item & {
  handle: string;
  copies: readonly Copy[];
  version: number;
  writeId: string;
};

/** A page's newest copies of media are stored; 500 take about 60 KB. */
const maxCopies = 500;
const maxTries = 3;
const restMs = days(1);

export type AdMedia = {
  fileOf(url: string): string | null;
  toCopy(urls: readonly string[], nowMs: number): string[];
};

export function adMediaOf(item: Item | undefined | null): AdMedia {
  const copies = new Map(((item as AdMediaItem | null | undefined)?.copies ?? []).map((copy) => [copy.source, copy]));
  const fileOf = (url: string) => {
    const copy = copies.get(mediaSource(url));
    return copy && 'file' in copy ? copy.file : null;
  };
  return {
    fileOf,
    toCopy(urls, nowMs) {
      const bySource = new Map(urls.map((url) => [mediaSource(url), url]));
      return [...bySource].filter(([source]) => isWanted(copies.get(source), nowMs)).map(([, url]) => url);
    },
  };
}

const isWanted = (copy: Copy | undefined, nowMs: number) =>
  !copy || (!('file' in copy) && (copy.tries < maxTries || copy.at <= nowMs - restMs));

export const adMediaIn = (table: Table, { now }: { now: () => number }) => ({
  async ofPage(handle: string): Promise<AdMedia> {
    return adMediaOf(await table.get(keyOf.adMedia(handle), { consistent: true }));
  },

  async note(handle: string, outcomes: readonly CopyOutcome[]): Promise<AdMedia> {
    const writeId = randomUUID();
    return await retryOnConflict('frequent', async () => {
      const key = keyOf.adMedia(handle);
      const before = await table.get<AdMediaItem>(key, { consistent: true });
      const item = {
        ...key,
        kind: 'ad_media',
        handle,
        copies: withOutcomes(before?.copies ?? [], outcomes, now()),
        version: (before?.version ?? 0) + 1,
        writeId,
      };
      const refusal = await refusalOf(
        table.put(
          item,
          before ? 'version = :version' : 'attribute_not_exists(pk)',
          before ? { values: { ':version': before.version } } : {},
        ),
      );
      // A repeated write that its own first attempt rejects is no conflict.
      return !refusal || refusal.item?.writeId === writeId ? adMediaOf(item) : conflict;
    });
  },
});

function withOutcomes(before: readonly Copy[], outcomes: readonly CopyOutcome[], nowMs: number): Copy[] {
  const copies = new Map(before.map((copy) => [copy.source, copy]));
  for (const outcome of outcomes) {
    const source = mediaSource(outcome.url);
    const storedCopy = copies.get(source);
    copies.delete(source);
    copies.set(source, storedCopy && 'file' in storedCopy ? storedCopy : copyOf(source, outcome, storedCopy, nowMs));
  }
  return [...copies.values()].slice(-maxCopies);
}

function copyOf(source: string, outcome: CopyOutcome, storedCopy: Exclude<Copy, { file: string }> | undefined, at: number): Copy {
  if ('file' in outcome) return { source, file: outcome.file };
  const triesBefore = storedCopy && storedCopy.at > at - restMs ? storedCopy.tries : 0;
  return { source, tries: outcome.failure === 'for_good' ? maxTries : triesBefore + 1, at };
}
