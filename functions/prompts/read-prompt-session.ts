import * as z from 'zod';
import type { PromptDeps } from '#shared/deps/prompts.ts';
import type { ConversationImage } from '#shared/domain/conversations.ts';
import { endpointWith, ok } from '#shared/http/endpoint.ts';
import { fail } from '#shared/http/errors.ts';
import { imageKey } from '#shared/images/image-key.ts';
import { examplePrompt, PromptRecord, promptRecordOf, Topic } from './prompt-record.ts';

const linkSeconds = 3600;

const Image = z.object({
  role: z.enum(['ad', 'product']),
  url: z.string().meta({ description: 'Our own copy; good for an hour.' }),
  content_type: z.string(),
  size_bytes: z.int(),
  source_url: z
    .string()
    .nullable()
    .meta({ description: 'Where it came from; null of one that was uploaded.' }),
});
const Message = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  images: z.array(Image),
  created_at: z.iso.datetime(),
});

export const readPromptSession = endpointWith<PromptDeps>()({
  id: 'readPromptSession',
  method: 'GET',
  path: '/api/v1/competitors/prompts/{session_id}',
  auth: 'view',
  cors: 'front_ends',
  summary: 'One of your image conversations, with its images and prompts',
  params: z.object({ session_id: z.coerce.number().int().min(1) }),
  responses: {
    200: z
      .object({
        session_id: z.int().min(1),
        topic: Topic,
        title: z.string(),
        messages: z.array(Message),
        prompts: z.array(PromptRecord),
        created_at: z.iso.datetime(),
        updated_at: z.iso.datetime(),
      })
      .meta({ id: 'PromptSession' }),
  },
  errors: ['not_found'],
  example: {
    params: { session_id: examplePrompt.session_id },
    responses: {
      200: {
        session_id: examplePrompt.session_id,
        topic: 'ad_prompt',
        title: 'Prompt from an ad of Strideloom',
        messages: [
          {
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
          },
        ],
        prompts: [
          { id: 'prm_4fTq0ZkJ8vW2nRx9KdAbcd', ...examplePrompt, created_at: '2026-11-21T12:00:08.000Z' },
        ],
        created_at: '2026-11-21T12:00:00.000Z',
        updated_at: '2026-11-21T12:00:08.000Z',
      },
    },
  },

  async handle({ params: { session_id }, actor: { userId } }, { conversations, files }) {
    const found = await conversations.withPrompts(session_id);
    if (found?.conversation.userId !== userId)
      throw fail('not_found', { detail: 'There is no such conversation of yours.' });
    const { topic, title, messages, createdAt, updatedAt } = found.conversation;
    const shown = (image: ConversationImage) => ({
      role: image.role,
      url: files.link(imageKey(userId, image), { seconds: linkSeconds }),
      content_type: image.contentType,
      size_bytes: image.sizeBytes,
      source_url: image.sourceUrl,
    });
    return ok({
      ...{ session_id, topic, title, created_at: createdAt, updated_at: updatedAt },
      messages: messages.map(({ id, role, text, images, createdAt: created_at }) => ({
        ...{ id, role, text, created_at },
        images: images.map(shown),
      })),
      prompts: found.prompts.map(promptRecordOf),
    });
  },
});
