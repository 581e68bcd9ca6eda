import type { ConversationImage } from '#shared/prompts/rules/conversations.ts';
import type { AccountId } from '#shared/values/tenant.ts';

const extensions: Record<ConversationImage['contentType'], string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
};

export const imageKey = (accountId: AccountId, { sha256, contentType }: Pick<ConversationImage, 'sha256' | 'contentType'>) =>
  `images/${accountId}/${sha256}.${extensions[contentType]}`;
