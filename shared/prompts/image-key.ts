import type { ConversationImage } from '#shared/prompts/rules/conversations.ts';

const extensions: Record<ConversationImage['contentType'], string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
};

export const imageKey = (
  userId: number,
  { sha256, contentType }: Pick<ConversationImage, 'sha256' | 'contentType'>,
) => `images/${userId}/${sha256}.${extensions[contentType]}`;
