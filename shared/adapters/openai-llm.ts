import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';
import * as z from 'zod';
import type { Llm, LlmInput, LlmRequest } from '#shared/ports/llm.ts';
import { VendorUnavailable } from '#shared/ports/vendor-unavailable.ts';
import { type OpenAiSettings, openAiCall } from './openai-call.ts';

const vendor = 'llm';

const Count = z.number().min(0).catch(0);
const Part = z.looseObject({ type: z.string(), text: z.string().optional() });
const Answer = z.object({
  id: z.string(),
  model: z.string(),
  status: z.string().nullish(),
  error: z.object({ code: z.string().nullish() }).nullish(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  output: z.array(z.looseObject({ type: z.string(), content: z.array(Part).optional().catch(undefined) })),
  usage: z
    .object({
      input_tokens: Count,
      output_tokens: Count,
      input_tokens_details: z.object({ cached_tokens: Count }).nullish(),
      output_tokens_details: z.object({ reasoning_tokens: Count }).nullish(),
    })
    .nullish(),
});
type Answer = z.output<typeof Answer>;

/**
 * A language model behind the Responses API, whoever serves it at `baseUrl`. The form travels as a strict JSON schema;
 * answers that were refused or cut short arrive with status 200 and are told apart here (reference vendors 2.2).
 */
export function openAiLlm(settings: OpenAiSettings & { model: string }): Llm {
  const call = openAiCall(vendor, settings);
  const { model } = settings;
  return {
    model,
    async generateObject<T>(request: LlmRequest<T>) {
      const { schemaName, schema, instructions, maxOutputTokens, timeoutSeconds } = request;
      const body: ResponseCreateParamsNonStreaming = {
        model,
        instructions,
        input: [{ role: 'user', content: request.input.map(contentOf) }],
        text: {
          format: { type: 'json_schema', name: schemaName, strict: true, schema: jsonSchemaOf(schema) },
        },
        max_output_tokens: maxOutputTokens,
        // Kept by us or by nobody.
        store: false,
      };
      const { answer, vendorRequestId, attempts } = await call('/responses', body, timeoutSeconds);
      const parsed = Answer.safeParse(answer).data;
      const text = parsed && textOf(parsed);
      const object = text === undefined ? undefined : schema.safeParse(jsonOf(text)).data;
      if (!parsed || object === undefined) throw new VendorUnavailable(vendor, 'unreadable');
      const { id: responseId, usage } = parsed;
      return {
        ...{ object, model: parsed.model, responseId, vendorRequestId, usage: usageOf(usage), attempts },
        ...{ webSearches: 0, sources: [] },
      };
    },
  };
}

const contentOf = (part: LlmInput) =>
  part.type === 'text'
    ? ({ type: 'input_text', text: part.text } as const)
    : ({ type: 'input_image', image_url: part.url, detail: 'auto' } as const);

function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema);
  return rest;
}

/** The text of an answer that is whole. */
function textOf({ status, error, incomplete_details, output }: Answer): string {
  const parts = output.flatMap(({ type, content = [] }) => (type === 'message' ? content : []));
  if (parts.some(({ type }) => type === 'refusal') || incomplete_details?.reason === 'content_filter')
    throw new VendorUnavailable(vendor, 'refused', { code: 'refusal' });
  if (status === 'incomplete') throw new VendorUnavailable(vendor, 'unreadable', { code: 'incomplete' });
  if (status === 'failed')
    throw new VendorUnavailable(vendor, error?.code === 'invalid_prompt' ? 'refused' : 'failed');
  return parts.map(({ type, text = '' }) => (type === 'output_text' ? text : '')).join('');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const usageOf = (usage: Answer['usage']) => ({
  inputTokens: usage?.input_tokens ?? 0,
  cachedInputTokens: usage?.input_tokens_details?.cached_tokens ?? 0,
  outputTokens: usage?.output_tokens ?? 0,
  reasoningTokens: usage?.output_tokens_details?.reasoning_tokens ?? 0,
});
