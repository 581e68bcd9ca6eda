import { bucketAt } from '#shared/aws/bucket-at.ts';
import type { Context } from '#shared/aws/context.ts';
import { accountDeletionsIn } from './store/account-deletions.ts';
import { deletionFilesIn } from './store/deletion-files.ts';
import { recoveriesIn } from './store/recoveries.ts';

export const accountDeletions = ({ accounts, now }: Context) => accountDeletionsIn(accounts(), { now });
export const recoveries = ({ accounts, now }: Context) => recoveriesIn(accounts(), { now });
export const deletionFiles = ({ env }: Context) => deletionFilesIn(bucketAt(env.BACKUP_BUCKET));
