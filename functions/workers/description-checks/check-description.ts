import { digestOf } from '#shared/accounts/profile/moderate-description.ts';
import { plainDescription } from '#shared/accounts/profile/rules/company-description.ts';
import type { descriptionChecksQueue } from '#shared/accounts/queues.ts';
import { flagAccount } from '#shared/accounts/registration/flag-account.ts';
import { textDigestOf } from '#shared/accounts/registration/rules/waitlist.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import type { Deps } from './needs.ts';

const timeoutSeconds = 12;

export async function checkDescription({ user_id }: MessageOf<typeof descriptionChecksQueue>, deps: Deps): Promise<void> {
  const { users, waitlist, findings, moderation } = deps;
  const user = await users.byId(user_id);
  const text = plainDescription(user?.companyShortDesc ?? '');
  if (!user?.isActive || text === '') return;
  const textDigest = textDigestOf(text);
  if (await waitlist.wasFlagged(user.id, textDigest)) return;
  const cachedFinding = await findings.of(digestOf(text, deps));
  const { isFlagged, categories } = cachedFinding
    ? { isFlagged: cachedFinding.isHarmful, categories: cachedFinding.categories }
    : await moderation.moderate(text, { timeoutSeconds });
  if (isFlagged) await flagAccount(user.id, { textDigest, categories }, deps);
}
