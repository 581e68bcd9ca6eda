import { auditIn } from '#shared/data/audit.ts';
import { contentSessionsIn } from '#shared/data/content-sessions.ts';
import { imageConversationsIn } from '#shared/data/image-conversations.ts';
import { searchDocumentsIn } from '#shared/data/search-documents.ts';
import { searchSegmentsIn } from '#shared/data/search-segments.ts';
import { usersIn } from '#shared/data/users.ts';
import { leanBase } from '#shared/make-deps/base.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { operatorDepsOf } from '#shared/make-deps/operators.ts';
import { fileStore } from '#shared/make-deps/sending.ts';

/** The dependencies of operators' tracing. Costs no call. */
export function makeDeps(host: Host = {}) {
  const based = leanBase(host);
  const { env, now, secrets, accounts, analysis } = based;
  return {
    ...operatorDepsOf(based),
    now,
    secrets,
    users: usersIn(accounts()),
    audit: auditIn(accounts(), { now }),
    sessions: contentSessionsIn(analysis()),
    conversations: imageConversationsIn(analysis()),
    documents: searchDocumentsIn(analysis()),
    segments: searchSegmentsIn(analysis(), { now }),
    files: fileStore(env),
  };
}

export type Deps = ReturnType<typeof makeDeps>;
