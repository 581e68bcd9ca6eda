import type { Audit } from '#shared/data/audit.ts';
import type { ContentSessions } from '#shared/data/content-sessions.ts';
import type { ImageConversations } from '#shared/data/image-conversations.ts';
import type { Deps } from '#shared/deps.ts';
import type { ObjectStore } from '#shared/ports/object-store.ts';
import type { FindDeps } from '#shared/search/find.ts';
import type { OperatorDeps } from './operators.ts';

/** What operators' tracing is built with. */
export type TracingDeps = Pick<Deps, 'now' | 'users' | 'secrets'> &
  OperatorDeps &
  FindDeps & {
    audit: Audit;
    sessions: ContentSessions;
    conversations: ImageConversations;
    files: Pick<ObjectStore, 'link'>;
  };
