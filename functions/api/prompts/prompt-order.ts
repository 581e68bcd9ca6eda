import type { WantedImage } from '#shared/prompts/read-images.ts';
import type { ConversationImage } from '#shared/prompts/rules/conversations.ts';

export type PromptOrder = {
  topic: 'ad_prompt' | 'template_prompt';
  instructions: string;
  title: string;
  /** What the customer's own message says. */
  message: string;
  /** Input of the model beside the images: data, never instructions. */
  facts: object;
  images: readonly WantedImage<ConversationImage['role']>[];
};
