import type * as z from 'zod';
import type { Deps } from '#functions/http/tracing/deps.ts';
import type { SearchResult } from './search-result.ts';

export async function resultOfKey(
  text: string,
  { keys, users }: Pick<Deps, 'keys' | 'users'>,
): Promise<z.input<typeof SearchResult> | null> {
  const keyId = /^key_[\w-]{1,60}$/.test(text) ? text : (await keys.pixelCaller(text))?.keyId;
  const accountId = keyId === undefined ? null : await keys.accountOf(keyId);
  if (keyId === undefined || accountId === null) return null;
  const [user, key] = await Promise.all([users.byId(accountId), keys.ownKey(accountId, keyId)]);
  if (!user || !key) return null;
  return {
    ...{ kind: 'user', id: user.id, user_id: user.id },
    title: user.fullName || user.company || user.email,
    snippet: `${key.name} (${key.prefix}…${key.last4})`,
    ...{ highlights: [], matched_field: 'key', created_at: user.createdAt },
  };
}
