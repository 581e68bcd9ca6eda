import type { ObjectStore } from '#shared/aws/object-store.ts';
import { queues } from '#shared/messages/queues.ts';
import { days } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { Selector } from './tombstones.ts';

export const erasureFolder = 'erasures/';

/** An erasure of a user or a click: it holds for what was received up to `until`. */
export type ErasureRecord = { accountId: number; selector: Selector; until: string };

/** How long an erasure may take: its message may wait among the dead letters. */
export const longestErasureMs = days(15);

/** The first file name of erasures that hold up to this time or a later one. */
export const firstErasureFile = (until: string) => `${erasureFolder}${until.replaceAll(':', '-')}`;

function fileOf({ accountId, selector, until }: ErasureRecord): string {
  const digest = sha256(JSON.stringify(selector)).slice(0, 32);
  return `${firstErasureFile(until)}_${accountId}_${digest}.json`;
}

/**
 * Erasures of visitors beside the backups, since a backup from before one still holds the visitor: a restore erases
 * them again. A file names a user by the keyed hash of the tables, and a click by its ids. It is a message of the queue
 * `erasure`, so that it can also be sent there.
 */
export const erasureFilesIn = (objects: Pick<ObjectStore, 'put'>) => ({
  put: (erasure: ErasureRecord): Promise<void> => {
    const { accountId: account_id, selector, until } = erasure;
    const message = { account_id, task_id: 'erase_again', selector, until, late: true };
    return objects.put(fileOf(erasure), JSON.stringify(message), { contentType: 'application/json' });
  },
});

/** What such a file says. */
export function erasureIn(json: string): ErasureRecord {
  const { account_id, selector, until } = queues.erasure.message.parse(JSON.parse(json));
  if (until === undefined) throw new Error('A file of an erasure has no time.');
  return { accountId: account_id, selector, until };
}
