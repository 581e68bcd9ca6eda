import * as z from 'zod';
import { type ImageFacts, type ImageFault, imageFacts, maxPixels, minSide } from './image-facts.ts';

export type ImageInput = { url: string } | { bytes: Buffer; facts: ImageFacts };

export const imageFaults: Record<ImageFault, string> = {
  not_an_image: 'Not a PNG, JPEG, WebP or GIF by its content',
  image_broken: 'The image is not whole',
  image_animated: 'An animated image; send one picture of it',
  image_too_small: `An image of at least ${minSide} by ${minSide} pixels expected`,
  image_too_large: `An image of at most ${maxPixels / 1_000_000} million pixels expected`,
};

const formats = 'PNG, JPEG, WebP or GIF, not animated, at most 10 MB and 50 million pixels; the type is read from the content.';

const refuse = (context: z.RefinementCtx, type: string, message: string, path: string[] = []) => {
  context.addIssue({ code: 'custom', message, params: { type }, path });
  return z.NEVER;
};

export const ImageAddress = z
  .string()
  .transform((text, context) => addressed(text, context))
  .meta({ description: `An http(s) URL of the public web. ${formats}`, format: 'uri' });

export const ImageUpload = z
  .string()
  .transform((text, context) => uploaded(text, context))
  .meta({ description: `Base64, or a data URL with it. ${formats}` });

export const AnyImage = z
  .union(
    [z.string(), z.object({ url: z.string() }), z.object({ base64: z.string().meta({ description: 'The image, base64-encoded.' }) })],
    {
      error: 'An http(s) URL, base64, a data URL, or an object with `url` or `base64` expected',
    },
  )
  .transform((image, context) => {
    if (typeof image !== 'string')
      return 'url' in image ? addressed(image.url, context, ['url']) : uploaded(image.base64, context, ['base64']);
    return /^(?!data:)[a-z][a-z\d+.-]*:/i.test(image) ? addressed(image, context) : uploaded(image, context);
  })
  .meta({
    description: `An http(s) URL, base64 or a data URL, as it is or as \`{"url":…}\` or \`{"base64":…}\`. ${formats}`,
  });

function addressed(text: string, context: z.RefinementCtx, path: string[] = []): ImageInput {
  const url = text.length <= 2048 && /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  return url ? { url: url.href } : refuse(context, 'value_error', 'An http(s) URL of at most 2048 characters expected', path);
}

function uploaded(text: string, context: z.RefinementCtx, path: string[] = []): ImageInput {
  const bytes = bytesIn(text);
  if (!bytes) return refuse(context, 'value_error', 'Base64, or a data URL with base64, expected', path);
  const facts = imageFacts(bytes);
  return typeof facts === 'string' ? refuse(context, facts, imageFaults[facts], path) : { bytes, facts };
}

function bytesIn(text: string): Buffer | null {
  const [head] = /^data:[^,]{0,200},/i.exec(text) ?? [''];
  if (head && !/;base64,$/i.test(head)) return null;
  const digits = text
    .slice(head.length)
    .replace(/\s+/g, '')
    .replace(/={1,2}$/, '');
  return /[^\w+/-]/.test(digits) || digits.length % 4 === 1 ? null : Buffer.from(digits, 'base64');
}
