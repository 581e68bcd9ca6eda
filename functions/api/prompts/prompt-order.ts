import type { WantedImage } from '#shared/prompts/read-images.ts';
import type { ConversationImage } from '#shared/prompts/rules/conversations.ts';

export type PromptOrder = {
  topic: 'ad_prompt' | 'template_prompt';
  instructions: string;
  title: string;
  message: string;
  /** The model treats the facts as data, never as instructions. */
  facts: object;
  images: readonly WantedImage<ConversationImage['role']>[];
};
