import * as z from 'zod';
import { files } from '#shared/aws/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { exampleMessage, MessageRecord, messageRecords, Topic } from '#shared/prompts/conversation-record.ts';
import { conversations } from '#shared/prompts/needs.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { examplePrompt, PromptRecord, promptRecordOf } from './prompt-record.ts';

export const readPromptSession = defineEndpoint({
  id: 'readPromptSession',
  method: 'GET',
  path: '/api/v1/competitors/prompts/{session_id}',
  auth: 'view',
  needs: { conversations, files },
  summary: 'Retrieve an image conversation',
  description: 'Returns one of your image conversations with its messages, images and prompts.',
  params: z.object({
    session_id: z.coerce.number().int().min(1).meta({ description: 'Id of the conversation.' }),
  }),
  responses: {
    200: z
      .object({
        session_id: z.int().min(1).meta({ description: 'Id of the conversation.' }),
        topic: Topic.meta({ description: 'What the conversation is about.' }),
        title: z.string(),
        messages: z.array(MessageRecord).meta({ description: 'The messages, oldest first.' }),
        prompts: z.array(PromptRecord).meta({ description: 'The prompts, newest first.' }),
        created_at: z.iso.datetime(),
        updated_at: z.iso.datetime(),
      })
      .meta({ id: 'PromptSession' }),
  },
  errors: [serviceErrors.not_found],
  example: {
    params: { session_id: examplePrompt.session_id },
    responses: {
      200: {
        session_id: examplePrompt.session_id,
        topic: 'ad_prompt',
        title: 'Prompt from an ad of Strideloom',
        messages: [exampleMessage],
        prompts: [{ id: 'prm_4fTq0ZkJ8vW2nRx9KdAbcd', ...examplePrompt, created_at: '2026-11-21T12:00:08.000Z' }],
        created_at: '2026-11-21T12:00:00.000Z',
        updated_at: '2026-11-21T12:00:08.000Z',
      },
    },
  },

  async handle({ params: { session_id }, actor: { accountId } }, { conversations, files }) {
    const stored = await conversations.withPrompts(session_id);
    if (stored?.conversation.userId !== accountId)
      throw fail(serviceErrors.not_found, { detail: 'There is no such conversation of yours.' });
    const { topic, title, messages, createdAt, updatedAt } = stored.conversation;
    return ok({
      session_id,
      topic,
      title,
      created_at: createdAt,
      updated_at: updatedAt,
      messages: messageRecords(accountId, messages, files),
      prompts: stored.prompts.map(promptRecordOf),
    });
  },
});
