import type { WantedImage } from '#shared/prompts/read-images.ts';
import type { ConversationImage } from '#shared/prompts/rules/conversations.ts';

export type PromptOrder = {
  topic: 'ad_prompt' | 'template_prompt';
  instructions: string;
  title: string;
  /** What the customer's own message says. */
  message: string;
  /** What the model is told beside the images; data, whatever it says. */
  facts: object;
  images: readonly WantedImage<ConversationImage['role']>[];
};
