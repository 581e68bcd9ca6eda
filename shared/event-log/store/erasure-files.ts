import type { ObjectStore } from '#shared/aws/object-store.ts';
import { ErasureMessage } from '#shared/event-log/rules/erasure-message.ts';
import { formAmong } from '#shared/store/stored-form.ts';
import { days } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { Selector } from './tombstones.ts';

export const erasureFolder = 'erasures/';

export type ErasureRecord = { accountId: AccountId; selector: Selector; until: string };

export const longestErasureMs = days(15);

export const firstErasureFile = (until: string) => `${erasureFolder}${until.replaceAll(':', '-')}`;

function fileOf({ accountId, selector, until }: ErasureRecord): string {
  const digest = sha256(JSON.stringify(selector)).slice(0, 32);
  return `${firstErasureFile(until)}_${accountId}_${digest}.json`;
}

/** After a restore of an older backup, erasure files erase again. They contain hashes and click IDs. */
export const erasureFilesIn = (objects: Pick<ObjectStore, 'put'>) => ({
  put: (erasure: ErasureRecord): Promise<void> => {
    const { accountId: account_id, selector, until } = erasure;
    const message = { account_id, task_id: 'erase_again', selector, until, late: true };
    return objects.put(fileOf(erasure), JSON.stringify(message), { contentType: 'application/json' });
  },
});

const forms = [{ form: 1 }];

export function erasureIn(json: string): ErasureRecord {
  const content = JSON.parse(json);
  formAmong(forms, content.form, 'the file of an erasure');
  const { account_id, selector, until } = ErasureMessage.parse(content);
  if (until === undefined) throw new Error('A file of an erasure has no time.');
  return { accountId: account_id, selector, until };
}
