import * as z from 'zod';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { audit } from '#shared/operators/needs.ts';
import { Topic } from '#shared/prompts/conversation-record.ts';
import { sessions } from '#shared/prompts/needs.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';

const Step = z.object({
  kind: z.enum(['instructions', 'input', 'model', 'tool']).meta({ description: 'Kind of the step.' }),
  name: z.string().meta({ description: "The prompt's, the model's or the tool's name." }),
  content: z.string().meta({ description: 'Input or output text; images are represented by their hash.' }),
  llm_call_id: z.string().nullable().meta({ description: 'Id of the recorded model call, or `null`.' }),
  milliseconds: z.int().nullable().meta({ description: 'Duration in milliseconds.' }),
  created_at: z.iso.datetime(),
});

export const readContentSession = defineEndpoint({
  id: 'readContentSession',
  method: 'GET',
  path: '/api/v1/dev/tracing/content-sessions/{session_id}',
  auth: 'operator',
  needs: { audit, sessions },
  summary: 'Retrieve a content-agent conversation',
  description: 'Returns the full conversation of a content agent: the input and output of models and tools. Every access is recorded.',
  params: z.object({
    session_id: z.string().min(1).max(200).meta({ description: 'Id of the conversation.' }),
  }),
  responses: {
    200: z
      .object({
        session_id: z.string().meta({ description: 'Id of the conversation.' }),
        user_id: z.int().min(1),
        topic: Topic.meta({ description: 'What the conversation is about.' }),
        title: z.string(),
        image_conversation_id: z.int().min(1).nullable().meta({ description: 'Id of the image conversation it belongs to, or `null`.' }),
        status: z.enum(['completed', 'failed']).meta({ description: 'Whether the conversation ended with a result.' }),
        model: z.string().meta({ description: 'The model that was used.' }),
        steps: z.array(Step).meta({ description: 'Everything the models and tools received and returned, in order.' }),
        created_at: z.iso.datetime(),
        updated_at: z.iso.datetime(),
      })
      .meta({ id: 'ContentSession' }),
  },
  errors: [serviceErrors.not_found],
  example: {
    params: { session_id: 'cs_4fTq0ZkJ8vW2nRxLmP7aBc' },
    responses: {
      200: {
        session_id: 'cs_4fTq0ZkJ8vW2nRxLmP7aBc',
        user_id: 245_813_760_001_024,
        topic: 'ad_prompt',
        title: 'Prompt from an ad of Strideworks',
        image_conversation_id: 245_813_760_001_187,
        status: 'completed',
        model: 'gpt-5-mini',
        steps: [
          {
            kind: 'input',
            name: 'ad',
            content: 'Run further. Free returns for 60 days.',
            llm_call_id: null,
            milliseconds: null,
            created_at: '2026-11-21T12:00:00.000Z',
          },
        ],
        created_at: '2026-11-21T12:00:00.000Z',
        updated_at: '2026-11-21T12:00:08.000Z',
      },
    },
  },

  async handle({ params: { session_id }, actor: { by } }, { sessions, audit }) {
    const session = await sessions.byId(session_id);
    await audit.record({
      actor: by,
      action: 'read_content_session',
      userId: session?.userId ?? null,
      // The audit log must not store an unknown ID, which may be any text, such as an e-mail address.
      details: session ? { session_id } : { found: false },
    });
    if (!session) throw fail(serviceErrors.not_found);
    const { userId, topic, title, status, model } = session;
    return ok({
      session_id,
      user_id: userId,
      topic,
      title,
      status,
      model,
      image_conversation_id: session.imageConversationId,
      steps: session.steps.map(({ kind, name, content, llmCallId, milliseconds, createdAt }) => ({
        kind,
        name,
        content,
        milliseconds,
        llm_call_id: llmCallId,
        created_at: createdAt,
      })),
      created_at: session.createdAt,
      updated_at: session.updatedAt,
    });
  },
});
