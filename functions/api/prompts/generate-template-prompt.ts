import * as z from 'zod';
import { assertNotWaitlisted } from '#shared/accounts/registration/assert-not-waitlisted.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { AnyImage, type ImageInput } from '#shared/prompts/image-input.ts';
import { exampleImage } from './example-image.ts';
import { makePromptNeeds } from './make-prompt.ts';
import { oncePerKey } from './once-per-key.ts';
import { promptDescription, promptEndpoint } from './prompt-endpoint.ts';
import { templatePromptInstructions } from './prompt-forms.ts';
import { examplePrompt, promptAnswerOf } from './prompt-record.ts';

const Images = z.array(AnyImage).min(1).max(5);

export const generateTemplatePrompt = defineEndpoint({
  ...promptEndpoint,
  id: 'generateTemplatePrompt',
  path: '/api/v1/competitors/my-ads/generate-template-prompt',
  needs: makePromptNeeds,
  summary: 'Generate a prompt for your products in the style of ads',
  description: `Returns a prompt for an image model that shows your products in the style of ads. The ads are the template, the products what is shown. ${promptDescription}`,
  body: z
    .object({
      ad_images: Images.meta({ description: 'Ads whose style the prompt follows, 1 to 5.' }),
      product_images: Images.meta({ description: 'Products to show, 1 to 5 images.' }),
    })
    .meta({ id: 'GenerateTemplatePromptRequest' }),
  example: {
    body: { ad_images: [exampleImage], product_images: [{ base64: exampleImage }] },
    responses: { 200: examplePrompt },
  },

  async handle({ body: { ad_images, product_images }, actor, header, requestId }, deps) {
    assertNotWaitlisted(actor);
    const images = (role: 'ad' | 'product', inputs: readonly ImageInput[]) =>
      inputs.map((input, at) => ({ role, input, loc: ['body', `${role}_images`, at] }));
    const counts = { ad_pictures: ad_images.length, product_pictures: product_images.length };
    const { prompt, headers } = await oncePerKey(
      {
        topic: 'template_prompt',
        instructions: templatePromptInstructions,
        title: 'Prompt for your products after an ad',
        message: `A prompt that shows these products (${counts.product_pictures}) after these ads (${counts.ad_pictures}).`,
        facts: counts,
        images: [...images('ad', ad_images), ...images('product', product_images)],
      },
      { actor, header, requestId },
      deps,
    );
    return ok(promptAnswerOf(prompt), headers);
  },
});
