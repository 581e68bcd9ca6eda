import { auditIn } from '#shared/data/audit.ts';
import { contentSessionsIn } from '#shared/data/content-sessions.ts';
import { imageConversationsIn } from '#shared/data/image-conversations.ts';
import { searchDocumentsIn } from '#shared/data/search-documents.ts';
import { searchSegmentsIn } from '#shared/data/search-segments.ts';
import { usersIn } from '#shared/data/users.ts';
import type { TracingDeps } from '#shared/deps/tracing.ts';
import { leanBase } from './base.ts';
import type { Host } from './host.ts';
import { operatorDepsOf } from './operators.ts';
import { fileStore } from './sending.ts';

/** The dependencies of operators' tracing. Costs no call. */
export function makeTracingDeps(host: Host = {}): TracingDeps {
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
