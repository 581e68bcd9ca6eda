import * as z from 'zod';
import { searchMarket } from '#lib/local/market/search-market.ts';
import { imageFacts } from '#shared/prompts/image-facts.ts';
import { type FormAsked, givenIn } from './answers/asked.ts';
import { strictnessFault } from './llm-schema.ts';
import { openAiError } from './openai-error.ts';
import type { Answer } from './vendor-server.ts';

const Content = z.union([
  z.object({ type: z.literal('input_text'), text: z.string() }),
  z.object({
    type: z.literal('input_image'),
    image_url: z.string(),
    detail: z.enum(['low', 'high', 'auto', 'original']).nullish(),
  }),
]);
const WebSearch = z.object({
  type: z.literal('web_search'),
  user_location: z
    .object({
      type: z.literal('approximate'),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .nullish(),
    })
    .nullish(),
});
const Request = z.object({
  model: z.string().min(1),
  instructions: z.string().nullish(),
  input: z.array(z.object({ role: z.literal('user'), content: z.array(Content).min(1) })).min(1),
  text: z.object({
    format: z.object({
      type: z.literal('json_schema'),
      name: z.string().regex(/^[\w-]{1,64}$/),
      strict: z.literal(true),
      schema: z.record(z.string(), z.unknown()),
    }),
  }),
  tools: z.array(WebSearch).max(1).nullish(),
  tool_choice: z.enum(['auto', 'required', 'none']).nullish(),
  include: z.array(z.enum(['web_search_call.action.sources'])).nullish(),
  max_output_tokens: z.int().min(16).nullish(),
  stream: z.boolean().nullish(),
});
export type LlmRequest = z.output<typeof Request>;

export function readRequest(body: unknown): LlmRequest | { refused: Answer } {
  const { data: request, error } = Request.safeParse(body);
  if (!request) {
    const param = error.issues[0]?.path.join('.') ?? null;
    return { refused: openAiError(400, { message: 'Invalid request.', code: 'invalid_value', param }) };
  }
  const fault = strictnessFault(request.text.format.schema);
  if (fault)
    return {
      refused: openAiError(400, { message: fault, code: 'invalid_json_schema', param: 'text.format.schema' }),
    };
  for (const url of imagesOf(request)) {
    const code = imageFault(url);
    if (code) return { refused: openAiError(400, { message: 'An image could not be read.', code, param: 'input' }) };
  }
  return request;
}

export function formAsked(request: LlmRequest): FormAsked & { query: string | null } {
  const texts = request.input.flatMap(({ content }) => content).flatMap((part) => (part.type === 'input_text' ? [part.text] : []));
  const text = texts.join('\n');
  const [tool] = request.tool_choice === 'none' ? [] : (request.tools ?? []);
  const input = givenIn<{ query: unknown; most_results: unknown }>({ texts });
  const query = tool ? String(input.query ?? text).slice(0, 300) : null;
  const country = tool?.user_location?.country ?? null;
  return {
    texts,
    text,
    query,
    images: imagesOf(request).map(bytesIn),
    found: query === null ? [] : searchMarket(query, { most: Number(input.most_results ?? 10), country }),
  };
}

const imagesOf = ({ input }: LlmRequest) =>
  input.flatMap(({ content }) => content).flatMap((part) => (part.type === 'input_image' ? [part.image_url] : []));

const dataUrl = /^data:image\/(?:png|jpe?g|webp|gif);base64,([A-Za-z0-9+/]+={0,2})$/;

function imageFault(url: string): string | null {
  if (!url.startsWith('data:')) return URL.parse(url)?.protocol === 'https:' ? null : 'invalid_image_url';
  return typeof imageFacts(bytesIn(url) ?? Buffer.alloc(0)) === 'string' ? 'invalid_base64_image' : null;
}

function bytesIn(url: string): Buffer | null {
  const [, base64] = dataUrl.exec(url) ?? [];
  return base64 === undefined ? null : Buffer.from(base64, 'base64');
}
