import type { WantedImage } from '#shared/prompts/read-images.ts';
import type { ConversationImage } from '#shared/prompts/rules/conversations.ts';

export type PromptOrder = {
  topic: 'ad_prompt' | 'template_prompt';
  instructions: string;
  title: string;
  message: string;
  /**
   * The facts are input of the model in addition to the images; the model treats them as data, never as
   * instructions.
   */
  facts: object;
  images: readonly WantedImage<ConversationImage['role']>[];
};
