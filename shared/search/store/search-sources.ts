import { usersIn } from '#shared/accounts/store/users.ts';
import { keyOf } from '#shared/prompts/items.ts';
import type { ContentSession } from '#shared/prompts/rules/conversations.ts';
import { imageConversationsIn } from '#shared/prompts/store/image-conversations.ts';
import {
  conversationDocument,
  type DocumentRef,
  imageDocument,
  type SearchDocument,
  userDocument,
} from '#shared/search/rules/search-documents.ts';
import type { Item } from '#shared/store/item.ts';
import type { Table } from '#shared/store/table.ts';
import { ownerOf } from '#shared/values/tenant.ts';

export type SearchSources = ReturnType<typeof searchSourcesIn>;

export const searchSourcesIn = ({ accounts, analysis }: { accounts: Table; analysis: Table }) => {
  const users = usersIn(accounts);
  const conversations = imageConversationsIn(analysis);
  const session = (id: string) => analysis.get<Item & ContentSession>(keyOf.contentSession(id), { consistent: true });

  return {
    imageConversation: async (id: number) => (await conversations.withPrompts(id))?.conversation ?? null,

    async document({ kind, id, userId }: DocumentRef): Promise<SearchDocument | null> {
      if (kind === 'user') {
        const user = await users.byId(ownerOf(userId));
        return user && userDocument(user);
      }
      if (kind === 'conversation') {
        const [user, storedConversation] = await Promise.all([users.byId(ownerOf(userId)), session(id)]);
        return storedConversation && conversationDocument(storedConversation, user);
      }
      const [user, storedConversation] = await Promise.all([users.byId(ownerOf(userId)), conversations.withPrompts(Number(id))]);
      return storedConversation && imageDocument(storedConversation.conversation, storedConversation.prompts, user);
    },
  };
};
