import * as z from 'zod';
import type { FormAnswer } from './answers/asked.ts';
import { assistantNarrative } from './answers/assistant-narrative.ts';
import { companyDescription } from './answers/company-description.ts';
import { discoveryCandidates, discoveryProfile, discoveryRelevance } from './answers/discovery.ts';
import { imagePrompt } from './answers/image-prompt.ts';
import { keywordPlan, moreKeywords } from './answers/keyword-plan.ts';
import { formAsked, type LlmRequest, readRequest } from './llm-request.ts';
import { answered, streamOf, textPart } from './llm-response.ts';
import { sampleOf } from './llm-schema.ts';
import { keyless, openAiError } from './openai-error.ts';
import type { Answer, Asked, Vendor } from './vendor-server.ts';

export const llm = (): Vendor => ({
  name: 'llm',
  basePath: '/v1',
  routes: { 'POST /responses': respond },
  refusal: (status) => openAiError(status),
});

const scenarios: Record<string, (request: LlmRequest) => Answer> = {
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
  'broken-image': () => openAiError(400, { message: 'The image data is no valid image.', code: 'invalid_image', param: 'input' }),
  slow: (request) => ({ ...sensible(request), delayMs: 60_000 }),
};

const formAnswers: Record<string, FormAnswer> = {
  ad_prompt: imagePrompt,
  assistant_narrative: assistantNarrative,
  company_description: companyDescription,
  discovery_candidates: discoveryCandidates,
  discovery_profile: discoveryProfile,
  discovery_relevance: discoveryRelevance,
  keyword_plan: keywordPlan,
  keyword_plan_more: moreKeywords,
  template_prompt: imagePrompt,
  web_search_results: ({ found: foundPages }) => ({
    results: foundPages.map(({ url, title, content }) => ({ url, title, snippet: content })),
  }),
};

function respond(asked: Asked): Answer {
  const refused = keyless(asked);
  if (refused) return refused;
  const request = readRequest(asked.body);
  if ('refused' in request) return request.refused;
  const [, marker = ''] = /\[\[([\w-]+)\]\]/.exec(formAsked(request).text) ?? [];
  const answer = (scenarios[asked.scenario ?? marker] ?? sensible)(request);
  return request.stream && answer.status === 200 ? streamOf(answer) : answer;
}

function sensible(request: LlmRequest): Answer {
  const { name, schema } = request.text.format;
  const searched = formAsked(request);
  const object = formAnswers[name]?.(searched) ?? sampleOf(schema);
  const form = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  if (!form.safeParse(object).success) return openAiError(500, { message: `The mock server has no answer in the form ${name}.` });
  return answered(request, [textPart(JSON.stringify(object), searched)], { searched });
}
