import * as z from 'zod';
import type { AccountDeletion } from '#shared/accounts/rules/account-deletion.ts';
import type { ObjectStore } from '#shared/aws/object-store.ts';

export const deletionFolder = 'deletions/';
const fileOf = (userId: number) => `${deletionFolder}${userId}.json`;

export type DeletionRecord = AccountDeletion & { userId: number };

/**
 * Deletions of accounts beside the backups, since a backup from before one still holds the account: a restore deletes it
 * again. They name nobody but by id.
 */
export const deletionFilesIn = (objects: Pick<ObjectStore, 'put' | 'remove'>) => ({
  put: ({ userId, requestedAt, eraseAt }: DeletionRecord): Promise<void> =>
    objects.put(
      fileOf(userId),
      JSON.stringify({ user_id: userId, requested_at: requestedAt, erase_at: eraseAt }),
      { contentType: 'application/json' },
    ),
  remove: (userId: number): Promise<void> => objects.remove(fileOf(userId)),
});

const DeletionFile = z.object({
  user_id: z.int(),
  requested_at: z.iso.datetime(),
  erase_at: z.iso.datetime(),
});

/** What such a file says. */
export function deletionIn(json: string): DeletionRecord {
  const { user_id, requested_at, erase_at } = DeletionFile.parse(JSON.parse(json));
  return { userId: user_id, requestedAt: requested_at, eraseAt: erase_at };
}
