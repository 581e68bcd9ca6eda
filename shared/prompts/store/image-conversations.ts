import { keyOf } from '#shared/prompts/items.ts';
import type { ImageConversation, StoredPrompt } from '#shared/prompts/rules/conversations.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import type { Part, Table } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type WithPrompts = { conversation: ImageConversation; prompts: readonly StoredPrompt[] };
export type ListedPrompt = StoredPrompt & Pick<ImageConversation, 'topic' | 'title'>;

export const imageConversationsIn = (table: Table) => ({
  newParts(conversation: ImageConversation, prompt: StoredPrompt): Part[] {
    const { id, userId, topic, title } = conversation;
    return [
      {
        put: { ...keyOf.imageConversation(id), kind: 'image_conversation', ...conversation },
        condition: 'attribute_not_exists(pk)',
      },
      { put: { ...keyOf.storedPrompt(id, prompt.id), kind: 'stored_prompt', ...prompt } },
      { put: { ...keyOf.promptOfUser(userId, id), kind: 'prompt_of_user', ...prompt, topic, title } },
    ];
  },

  async withPrompts(id: number): Promise<WithPrompts | null> {
    const { pk, sk } = keyOf.imageConversation(id);
    let conversation: ImageConversation | null = null;
    const prompts: StoredPrompt[] = [];
    const { sk: prefix } = keyOf.storedPrompt(id, '');
    for await (const item of table.query<Item>(pk, [sk, afterPrefix(prefix)], { consistent: true }))
      if (item.kind === 'stored_prompt') prompts.push(item as Item & StoredPrompt);
      else conversation = item as Item & ImageConversation;
    return conversation && { conversation, prompts: prompts.sort(byTime) };
  },

  async promptsOf(
    accountId: AccountId,
    { limit, before }: { limit: number; before?: number | undefined },
  ): Promise<{ prompts: readonly ListedPrompt[]; next: number | null }> {
    const { pk, sk } = keyOf.promptOfUser(accountId, before ?? 0);
    const { items, more } = await table.last<Item & ListedPrompt>(pk, {
      before: before === undefined ? undefined : sk,
      limit,
      consistent: true,
    });
    return { prompts: items, next: more ? (items.at(-1)?.imageConversationId ?? null) : null };
  },
});

const byTime = (a: StoredPrompt, b: StoredPrompt) => (a.createdAt < b.createdAt ? -1 : 1);
