import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { llmAnswers } from './llm-answers.ts';
import { sampleOf, strictnessFault } from './llm-schema.ts';
import { keyless, openAiError } from './openai-error.ts';
import type { Answer, Asked, Vendor } from './vendor-server.ts';

const Content = z.union([
  z.object({ type: z.literal('input_text'), text: z.string() }),
  z.object({ type: z.literal('input_image'), image_url: z.string() }),
]);
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
  max_output_tokens: z.int().min(16).nullish(),
});
type Request = z.output<typeof Request>;

/** The Responses API with structured output. Texts with a marker such as `[[refusal]]` meet what the vendor can do. */
export const llm = (): Vendor => ({
  name: 'llm',
  basePath: '/v1',
  routes: { 'POST /responses': respond },
  refusal: (status) => openAiError(status),
});

const scenarios: Record<string, (request: Request) => Answer> = {
  refusal: (request) => answered(request, [{ type: 'refusal', refusal: 'I cannot help with that.' }]),
  incomplete: (request) =>
    answered(request, [textPart('{"ver')], {
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    }),
  'bad-json': (request) => answered(request, [textPart('{"verdict": describes')]),
  'other-form': (request) => answered(request, [textPart('{"something":"else"}')]),
  'rate-limit': () => openAiError(429, { message: 'Rate limit reached.' }, { 'retry-after-ms': '50' }),
  quota: () =>
    openAiError(429, {
      message: 'You exceeded your current quota.',
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    }),
  slow: (request) => ({ ...sensible(request), delayMs: 60_000 }),
};

function respond(asked: Asked): Answer {
  const refused = keyless(asked);
  if (refused) return refused;
  const { data: request, error } = Request.safeParse(asked.body);
  if (!request) {
    const param = error.issues[0]?.path.join('.') ?? null;
    return openAiError(400, { message: 'Invalid request.', code: 'invalid_value', param });
  }
  const fault = strictnessFault(request.text.format.schema);
  if (fault)
    return openAiError(400, { message: fault, code: 'invalid_json_schema', param: 'text.format.schema' });
  const [, marker = ''] = /\[\[([\w-]+)\]\]/.exec(textOf(request)) ?? [];
  return (scenarios[marker] ?? sensible)(request);
}

const textOf = ({ input }: Request) =>
  input
    .flatMap(({ content }) => content)
    .map((part) => (part.type === 'input_text' ? part.text : ''))
    .join('\n');

/** What its author wrote for this form, else the least that satisfies the form. */
function sensible(request: Request): Answer {
  const { name, schema } = request.text.format;
  const object = llmAnswers[name]?.(textOf(request)) ?? sampleOf(schema);
  const form = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  if (!form.safeParse(object).success)
    return openAiError(500, { message: `The stand-in knows no answer in the form ${name}.` });
  return answered(request, [textPart(JSON.stringify(object))]);
}

const textPart = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] });

function answered(request: Request, content: object[], more: object = {}): Answer {
  const id = randomUUID().replaceAll('-', '');
  const tokens = (value: unknown) => Math.ceil(JSON.stringify(value).length / 4);
  const [input_tokens, output_tokens] = [tokens(request), tokens(content)];
  return {
    status: 200,
    headers: { 'x-request-id': `req_${id}` },
    body: {
      id: `resp_${id}`,
      object: 'response',
      created_at: Math.floor(Date.now() / 1000),
      status: 'completed',
      error: null,
      incomplete_details: null,
      model: request.model,
      output: [{ type: 'message', id: `msg_${id}`, status: 'completed', role: 'assistant', content }],
      usage: {
        input_tokens,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: input_tokens + output_tokens,
      },
      ...more,
    },
  };
}
