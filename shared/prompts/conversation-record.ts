import * as z from 'zod';
import type { ObjectStore } from '#shared/aws/object-store.ts';
import type { ConversationImage, ConversationMessage } from '#shared/prompts/rules/conversations.ts';
import { hourInSeconds } from '#shared/values/durations.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { imageKey } from './image-key.ts';

const linkSeconds = hourInSeconds;

export const Topic = z.enum(['ad_prompt', 'template_prompt']);

const ImageRecord = z.object({
  role: z.enum(['ad', 'product']).meta({ description: 'Whether the image shows an ad or a product.' }),
  url: z.string().meta({ description: 'Link to our copy. It works for an hour.' }),
  content_type: z.string().meta({ description: 'MIME type, such as `image/png`.' }),
  size_bytes: z.int().meta({ description: 'Size in bytes.' }),
  source_url: z.string().nullable().meta({ description: 'Original URL; `null` for an uploaded image.' }),
});

export const MessageRecord = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant']).meta({ description: 'Who wrote the message.' }),
  text: z.string().meta({ description: 'Text of the message.' }),
  images: z.array(ImageRecord).meta({ description: 'Images of the message.' }),
  created_at: z.iso.datetime(),
});

export function messageRecords(
  accountId: AccountId,
  messages: readonly ConversationMessage[],
  files: Pick<ObjectStore, 'link'>,
): z.input<typeof MessageRecord>[] {
  const imageRecord = (image: ConversationImage) => ({
    role: image.role,
    url: files.link(imageKey(accountId, image), { seconds: linkSeconds }),
    content_type: image.contentType,
    size_bytes: image.sizeBytes,
    source_url: image.sourceUrl,
  });
  return messages.map(({ id, role, text, images, createdAt }) => ({
    id,
    role,
    text,
    images: images.map(imageRecord),
    created_at: createdAt,
  }));
}

export const exampleMessage: z.input<typeof MessageRecord> = {
  id: 'msg_9KdTq0ZkJ8vW2nRx4fAbcd',
  role: 'user',
  text: 'A prompt from this ad of Strideloom.\n\nRun further. Free returns for 60 days.',
  images: [
    {
      role: 'ad',
      url: 'https://files.example/images/1/0c3f.png?X-Amz-Expires=3600',
      content_type: 'image/png',
      size_bytes: 48_213,
      source_url: 'https://www.strideloom.example/ads/spring.png',
    },
  ],
  created_at: '2026-11-21T12:00:00.000Z',
};
