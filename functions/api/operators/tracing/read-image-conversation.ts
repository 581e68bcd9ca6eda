import * as z from 'zod';
import { files } from '#shared/aws/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { audit } from '#shared/operators/needs.ts';
import { exampleMessage, MessageRecord, messageRecords, Topic } from '#shared/prompts/conversation-record.ts';
import { conversations } from '#shared/prompts/needs.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';

export const readImageConversation = defineEndpoint({
  id: 'readImageConversation',
  method: 'GET',
  path: '/api/v1/dev/tracing/image-conversations/{session_id}',
  auth: 'operator',
  needs: { audit, conversations, files },
  summary: 'Retrieve an image conversation of a customer',
  description:
    'Returns an image conversation as the customer sees it. The trace behind it is the content session of `content_session_id`. Every access is recorded.',
  params: z.object({
    session_id: z.coerce.number().int().min(1).meta({ description: 'Id of the conversation.' }),
  }),
  responses: {
    200: z
      .object({
        session_id: z.int().min(1).meta({ description: 'Id of the conversation.' }),
        user_id: z.int().min(1),
        topic: Topic.meta({ description: 'What the conversation is about.' }),
        title: z.string(),
        content_session_id: z.string().meta({ description: 'Id of the content-agent conversation behind it.' }),
        messages: z.array(MessageRecord).meta({ description: 'The messages, oldest first.' }),
        created_at: z.iso.datetime(),
        updated_at: z.iso.datetime(),
      })
      .meta({ id: 'TracedImageConversation' }),
  },
  errors: [serviceErrors.not_found],
  example: {
    params: { session_id: 245_813_760_001_187 },
    responses: {
      200: {
        session_id: 245_813_760_001_187,
        user_id: 245_813_760_001_024,
        topic: 'ad_prompt',
        title: 'Prompt from an ad of Strideloom',
        content_session_id: 'cs_4fTq0ZkJ8vW2nRxLmP7aBc',
        messages: [exampleMessage],
        created_at: '2026-11-21T12:00:00.000Z',
        updated_at: '2026-11-21T12:00:08.000Z',
      },
    },
  },

  async handle({ params: { session_id }, actor: { by } }, { conversations, audit, files }) {
    const conversation = await conversations.withPrompts(session_id);
    await audit.record({
      actor: by,
      action: 'read_image_conversation',
      userId: conversation?.conversation.userId ?? null,
      details: { session_id, ...(!conversation && { found: false }) },
    });
    if (!conversation) throw fail(serviceErrors.not_found);
    const { userId, topic, title, messages, contentSessionId, createdAt, updatedAt } = conversation.conversation;
    return ok({
      session_id,
      user_id: userId,
      topic,
      title,
      created_at: createdAt,
      updated_at: updatedAt,
      content_session_id: contentSessionId,
      messages: messageRecords(userId, messages, files),
    });
  },
});
