import { usersIn } from '#shared/accounts/store/users.ts';
import { apiKeysIn } from '#shared/api-keys/store/api-keys.ts';
import { createContext } from '#shared/aws/context.ts';
import { fileStore } from '#shared/aws/object-stores.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { operatorDepsOf } from '#shared/http/operator-deps.ts';
import { auditIn } from '#shared/operators/store/audit.ts';
import { contentSessionsIn } from '#shared/prompts/store/content-sessions.ts';
import { imageConversationsIn } from '#shared/prompts/store/image-conversations.ts';
import { searchDocumentsIn } from '#shared/search/store/search-documents.ts';
import { searchSegmentsIn } from '#shared/search/store/search-segments.ts';

export function makeDeps(host: Overrides = {}) {
  const based = createContext(host);
  const { env, now, secrets, accounts, attribution, analysis } = based;
  return {
    ...operatorDepsOf(based),
    now,
    secrets,
    users: usersIn(accounts()),
    keys: apiKeysIn(attribution(), { now, cacheSeconds: env.KEY_CACHE_SECONDS }),
    audit: auditIn(accounts(), { now }),
    sessions: contentSessionsIn(analysis()),
    conversations: imageConversationsIn(analysis()),
    documents: searchDocumentsIn(analysis()),
    segments: searchSegmentsIn(analysis(), { now }),
    files: fileStore(env),
  };
}

export type Deps = ReturnType<typeof makeDeps>;
