import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';
import * as z from 'zod';
import type { Llm, LlmInput, LlmRequest } from '#shared/llm/llm.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';
import type { OpenAiSettings } from './openai-call.ts';
import { flawOf, OpenAiResponse, sourcesIn, textOf, usageOf, webSearchesIn } from './openai-response.ts';

const vendor = 'llm';

/** The vendor sends refused answers with status 200 (docs/api/vendors.md#language-model-and-moderation). */
export function openAiLlm({
  model,
  firstEventSeconds = 8,
  ...settings
}: OpenAiSettings & { model: string; firstEventSeconds?: number }): Llm {
  return {
    model,
    async generateObject<T>(request: LlmRequest<T>) {
      // The vendor's client takes twice as long to load as Node, so it is loaded on use.
      const { openAiCall } = await import('./openai-call.ts');
      const { answer, ...callFacts } = await openAiCall(vendor, settings)('/responses', bodyOf(model, request), {
        timeoutSeconds: request.timeoutSeconds,
        firstEventSeconds,
      });
      const response = OpenAiResponse.safeParse(answer).data;
      if (!response) throw new VendorUnavailable(vendor, 'unreadable', { spent: callFacts });
      const spent = {
        model: response.model,
        responseId: response.id,
        ...callFacts,
        usage: usageOf(response),
        webSearches: webSearchesIn(response),
      };
      const flaw = flawOf(response);
      if (flaw) throw new VendorUnavailable(vendor, flaw.failure, { code: flaw.code, spent });
      const object = request.schema.safeParse(jsonOf(textOf(response))).data;
      if (object === undefined) throw new VendorUnavailable(vendor, 'unreadable', { spent });
      return { object, ...spent, sources: sourcesIn(response) };
    },
  };
}

function bodyOf<T>(model: string, request: LlmRequest<T>): ResponseCreateParamsNonStreaming {
  const { schemaName, schema, instructions, input, maxOutputTokens, webSearch } = request;
  return {
    model,
    instructions,
    input: [{ role: 'user', content: input.map(contentOf) }],
    text: {
      format: { type: 'json_schema', name: schemaName, strict: true, schema: jsonSchemaOf(schema) },
    },
    ...(webSearch && searching(webSearch)),
    max_output_tokens: maxOutputTokens,
    // The vendor must not store customers' conversations.
    store: false,
  };
}

/** The model must search, because an answer without a search would be invented. */
const searching = ({ country }: NonNullable<LlmRequest<unknown>['webSearch']>) =>
  ({
    tools: [{ type: 'web_search', ...(country && { user_location: { type: 'approximate', country } }) }],
    tool_choice: 'required',
    include: ['web_search_call.action.sources'],
  }) satisfies Partial<ResponseCreateParamsNonStreaming>;

const contentOf = (part: LlmInput) =>
  part.type === 'text'
    ? ({ type: 'input_text', text: part.text } as const)
    : ({ type: 'input_image', image_url: part.url, detail: 'auto' } as const);

function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema);
  return rest;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
