import * as z from 'zod';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { numberCursor } from '#shared/http/page-cursor.ts';
import { Topic } from '#shared/prompts/conversation-record.ts';
import { conversations } from '#shared/prompts/needs.ts';
import { examplePrompt, PromptRecord, promptRecordOf } from './prompt-record.ts';

const place = numberCursor();

export const listPrompts = defineEndpoint({
  id: 'listPrompts',
  method: 'GET',
  path: '/api/v1/competitors/prompts',
  auth: 'view',
  needs: { conversations },
  summary: 'List your prompts',
  description: 'Returns the prompts that were generated for you, newest first.',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    cursor: place.field,
  }),
  responses: {
    200: z
      .object({
        prompts: z
          .array(
            PromptRecord.extend({
              topic: Topic.meta({ description: 'What the conversation is about.' }),
              title: z.string(),
            }).meta({ id: 'ListedPrompt' }),
          )
          .meta({ description: 'The prompts, newest first.' }),
        next_cursor: z.string().nullable(),
      })
      .meta({ id: 'Prompts' }),
  },
  example: {
    query: { limit: 20 },
    responses: {
      200: {
        prompts: [
          {
            id: 'prm_4fTq0ZkJ8vW2nRx9KdAbcd',
            ...examplePrompt,
            created_at: '2026-11-21T12:00:08.000Z',
            topic: 'ad_prompt',
            title: 'Prompt from an ad of Strideloom',
          },
        ],
        next_cursor: null,
      },
    },
  },

  async handle({ query: { limit, cursor }, actor: { accountId } }, { conversations }) {
    const { prompts, next } = await conversations.promptsOf(accountId, { limit, before: cursor });
    return ok({
      prompts: prompts.map((prompt) => ({
        ...promptRecordOf(prompt),
        topic: prompt.topic,
        title: prompt.title,
      })),
      next_cursor: next === null ? null : place.textOf(next),
    });
  },
});
