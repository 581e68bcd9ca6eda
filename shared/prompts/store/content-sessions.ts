import { keyOf } from '#shared/prompts/items.ts';
import type { ContentSession } from '#shared/prompts/rules/conversations.ts';
import type { Item } from '#shared/store/item.ts';
import type { Part, Table } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type SessionCounts = { contentSessions: number; imageConversations: number };

export const contentSessionsIn = (table: Table) => ({
  newParts(session: ContentSession): Part[] {
    return [
      {
        put: { ...keyOf.contentSession(session.id), kind: 'content_session', ...session },
        condition: 'attribute_not_exists(pk)',
      },
      {
        key: keyOf.sessionCounts(session.userId),
        update: 'SET #kind = :kind, userId = :userId ADD contentSessions :one, imageConversations :conversations',
        names: { '#kind': 'kind' },
        values: {
          ':kind': 'session_counts',
          ':userId': session.userId,
          ':one': 1,
          ':conversations': session.imageConversationId === null ? 0 : 1,
        },
      },
    ];
  },

  async keep(session: ContentSession, also: readonly Part[] = []): Promise<void> {
    await table.transact([...this.newParts(session), ...also]);
  },

  byId: (id: string): Promise<ContentSession | null> => table.find<Item & ContentSession>(keyOf.contentSession(id)),

  async countsOf(accountId: AccountId): Promise<SessionCounts> {
    const item = await table.get<Item & SessionCounts>(keyOf.sessionCounts(accountId));
    return { contentSessions: item?.contentSessions ?? 0, imageConversations: item?.imageConversations ?? 0 };
  },
});
