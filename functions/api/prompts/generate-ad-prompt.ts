import * as z from 'zod';
import { assertNotWaitlisted } from '#shared/accounts/registration/assert-not-waitlisted.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { ImageAddress, type ImageInput, ImageUpload } from '#shared/prompts/image-input.ts';
import { plainLines, plainText } from '#shared/values/plain-text.ts';
import { exampleImage } from './example-image.ts';
import { makePromptNeeds } from './make-prompt.ts';
import { oncePerKey } from './once-per-key.ts';
import { promptDescription, promptEndpoint } from './prompt-endpoint.ts';
import { adPromptInstructions } from './prompt-forms.ts';
import { examplePrompt, promptAnswerOf } from './prompt-record.ts';

const words = (most: number, isName = true) => (isName ? plainText(most) : plainLines(most)).nullish().transform((text) => text || null);

const Body = z
  .object({
    ad_id: words(200).meta({
      description: 'Your name for the ad, such as its id in the ad library. It is stored, but not used to find an image.',
    }),
    image_url: ImageAddress.nullish().meta({ description: 'Address of the image.' }),
    image_base64: ImageUpload.nullish().meta({ description: 'The image of the ad, base64-encoded.' }),
    ad_text: words(5000, false).meta({ description: 'Text of the ad.' }),
    competitor_name: words(200).meta({ description: 'Name of the competitor.' }),
  })
  .meta({ id: 'GenerateAdPromptRequest' });

export const generateAdPrompt = defineEndpoint({
  ...promptEndpoint,
  id: 'generateAdPrompt',
  path: '/api/v1/competitors/generate-ad-prompt',
  needs: makePromptNeeds,
  summary: 'Generate a prompt from a competitor ad',
  description: `Returns a prompt for an image model, made from an ad of a competitor. Takes \`image_url\`, \`image_base64\` or both, then as two pictures of one ad. ${promptDescription}`,
  body: Body,
  example: {
    body: {
      ad_id: '104000000101003',
      image_base64: exampleImage,
      ad_text: 'Run further. Free returns for 60 days.',
      competitor_name: 'Strideloom',
    },
    responses: { 200: examplePrompt },
  },

  check: ({ body }) =>
    isGiven(body, 'image_url') || isGiven(body, 'image_base64')
      ? []
      : [{ type: 'missing', loc: ['body', 'image_url'], msg: 'image_url or image_base64 required' }],

  async handle({ body, actor, header, requestId }, deps) {
    assertNotWaitlisted(actor);
    const { ad_id, ad_text, competitor_name, image_url, image_base64 } = body;
    const image = (name: string, input: ImageInput | null | undefined) =>
      input ? [{ role: 'ad' as const, input, loc: ['body', name] }] : [];
    const { prompt, headers } = await oncePerKey(
      {
        topic: 'ad_prompt',
        instructions: adPromptInstructions,
        title: `Prompt from an ad${competitor_name ? ` of ${competitor_name}` : ''}`,
        message: [
          `A prompt from this ad${competitor_name ? ` of ${competitor_name}` : ''}${ad_id ? ` (${ad_id})` : ''}.`,
          ...(ad_text ? [ad_text] : []),
        ].join('\n\n'),
        facts: { ad_id, competitor_name, ad_text },
        images: [...image('image_url', image_url), ...image('image_base64', image_base64)],
      },
      { actor, header, requestId },
      deps,
    );
    return ok(promptAnswerOf(prompt), headers);
  },
});

const isGiven = (body: unknown, name: string) =>
  typeof body !== 'object' || body === null || (Object.hasOwn(body, name) && (body as Record<string, unknown>)[name] !== null);
