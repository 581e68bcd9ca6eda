import * as z from 'zod';
import type { AccountDeletion } from '#shared/accounts/rules/users.ts';
import type { ObjectStore } from '#shared/aws/object-store.ts';
import { formAmong } from '#shared/store/stored-form.ts';
import type { UserId } from '#shared/values/tenant.ts';

export const deletionFolder = 'deletions/';
const fileOf = (userId: UserId) => `${deletionFolder}${userId}.json`;

export type DeletionRecord = AccountDeletion & { userId: UserId };

/** After a restore of an older backup, deletion files delete the account again. */
export const deletionFilesIn = (objects: Pick<ObjectStore, 'put' | 'remove'>) => ({
  put: ({ userId, requestedAt, eraseAt }: DeletionRecord): Promise<void> =>
    objects.put(fileOf(userId), JSON.stringify({ user_id: userId, requested_at: requestedAt, erase_at: eraseAt }), {
      contentType: 'application/json',
    }),
  remove: (userId: UserId): Promise<void> => objects.remove(fileOf(userId)),
});

const forms = [{ form: 1 }];

const DeletionFile = z.object({
  user_id: z.int(),
  requested_at: z.iso.datetime(),
  erase_at: z.iso.datetime(),
});

export function deletionIn(json: string): DeletionRecord {
  const content = JSON.parse(json);
  formAmong(forms, content.form, 'the file of a deleted account');
  const { user_id, requested_at, erase_at } = DeletionFile.parse(content);
  return { userId: user_id, requestedAt: requested_at, eraseAt: erase_at };
}
