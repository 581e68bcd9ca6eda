import * as z from 'zod';
import type { StoredPrompt } from '#shared/prompts/rules/conversations.ts';

const fields = {
  prompt: z.string().meta({
    description: 'For an image model, in English. Placeholders are in square brackets: [BRAND], [HEADLINE].',
  }),
  negative_prompt: z.string().meta({ description: 'What the image must not show.' }),
  aspect_ratio: z.string().meta({ description: 'Aspect ratio, such as `4:5`.' }),
  style: z.string().meta({ description: 'Visual style of the prompt.' }),
  elements: z.array(z.string()).meta({ description: 'What makes the ad work.' }),
  session_id: z.int().min(1).meta({ description: 'The image conversation that it belongs to.' }),
  model: z.string().meta({ description: 'The model that wrote it.' }),
};

export const PromptAnswer = z.object(fields).meta({ id: 'PromptAnswer' });
export const PromptRecord = z.object({ id: z.string(), ...fields, created_at: z.iso.datetime() }).meta({ id: 'PromptRecord' });

export const promptAnswerOf = (stored: StoredPrompt): z.input<typeof PromptAnswer> => ({
  prompt: stored.prompt,
  negative_prompt: stored.negativePrompt,
  aspect_ratio: stored.aspectRatio,
  style: stored.style,
  elements: [...stored.elements],
  session_id: stored.imageConversationId,
  model: stored.model,
});

export const promptRecordOf = (stored: StoredPrompt): z.input<typeof PromptRecord> => ({
  id: stored.id,
  ...promptAnswerOf(stored),
  created_at: stored.createdAt,
});

export const examplePrompt: z.input<typeof PromptAnswer> = {
  prompt:
    'Studio photograph of one running shoe, seen from the side at a slight low angle, floating above a seamless ground. It fills two thirds of the width, toe to the right; the upper fifth stays empty for [HEADLINE] in heavy condensed capitals. Hard light from the upper left, a soft shadow below. Palette: deep teal #10324A for the ground, warm sand #F4EFE6 for the shoe, amber #FFB238 for the button with [CALL TO ACTION] at the lower right. Fine mesh and matte rubber in sharp focus.',
  negative_prompt: 'logos, trademarks, watermarks, misspelt words, extra text, people, clutter, warped shapes',
  aspect_ratio: '1:1',
  style: 'clean studio product advertising',
  elements: [
    'product centred, filling two thirds of the width',
    'headline in the empty upper fifth',
    'one warm accent, on the button alone',
  ],
  session_id: 244_921_712_640_307,
  model: 'gpt-5.4-mini',
};
