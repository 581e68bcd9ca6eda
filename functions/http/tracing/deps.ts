import { audit, depsOf, files, keys, users } from '#functions/deps.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { operatorDepsOf } from '#shared/http/operator-deps.ts';
import { contentSessionsIn } from '#shared/prompts/store/content-sessions.ts';
import { imageConversationsIn } from '#shared/prompts/store/image-conversations.ts';
import { searchDocumentsIn } from '#shared/search/store/search-documents.ts';
import { searchSegmentsIn } from '#shared/search/store/search-segments.ts';

export function makeDeps(host: Overrides = {}) {
  const context = createContext(host);
  const { now, analysis } = context;
  return {
    ...operatorDepsOf(context),
    ...depsOf(context, { users, keys, audit, files }),
    sessions: contentSessionsIn(analysis()),
    conversations: imageConversationsIn(analysis()),
    documents: searchDocumentsIn(analysis()),
    segments: searchSegmentsIn(analysis(), { now }),
  };
}

export type Deps = ReturnType<typeof makeDeps>;
