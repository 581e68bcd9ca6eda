import * as z from 'zod';
import type { FunctionName } from '#functions/access.ts';
import { sampleOf } from '#lib/local/vendors/llm-schema.ts';
import type { Llm, LlmRequest } from '#shared/llm/llm.ts';
import type { Moderation } from '#shared/llm/moderation.ts';
import { type VendorFailure, VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';
import { type outgoing, ProcessDied } from './outgoing.ts';

export type Models = {
  asked: LlmRequest<unknown>[];
  moderated: string[];
  answer: (request: LlmRequest<unknown>) => unknown;
  categoriesOf: (text: string) => string[];
  failing: { llm?: VendorFailure; moderation?: VendorFailure };
};

export const newModels = (): Models => ({
  asked: [],
  moderated: [],
  answer: ({ purpose, schema }) =>
    purpose === 'company_description' ? { verdict: 'describes_a_company' } : sampleOf(z.toJSONSchema(schema) as Record<string, unknown>),
  categoriesOf: (text) => [...text.matchAll(/\[\[([\w/-]+)\]\]/g)].map(([, name = '']) => name),
  failing: {},
});

type Pass = ReturnType<typeof outgoing>['pass'];

export function modelsBehind(models: Models, by: FunctionName, pass: Pass) {
  const through = async <T>(vendor: 'llm' | 'moderation', operation: string, perform: () => T): Promise<T> => {
    try {
      return await pass({ by, operation }, async () => {
        const failure = models.failing[vendor];
        if (failure) throw new VendorUnavailable(vendor, failure);
        return perform();
      });
    } catch (error) {
      if (error instanceof VendorUnavailable || error instanceof ProcessDied) throw error;
      throw new VendorUnavailable(vendor, 'no_answer');
    }
  };
  const llm: Llm = {
    model: 'test-model',
    generateObject: <T>(request: LlmRequest<T>) =>
      through('llm', 'GenerateObject', () => {
        models.asked.push(request);
        const object = request.schema.safeParse(models.answer(request)).data;
        if (object === undefined) throw new VendorUnavailable('llm', 'unreadable');
        const usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, reasoningTokens: 0 };
        return {
          object,
          model: 'test-model',
          responseId: 'r',
          vendorRequestId: null,
          usage,
          attempts: 1,
          webSearches: 0,
          sources: [],
        };
      }),
  };
  const moderation: Moderation = {
    model: 'test-moderation',
    moderate: (text) =>
      through('moderation', 'Moderate', () => {
        models.moderated.push(text);
        const categories = models.categoriesOf(text);
        return { isFlagged: categories.length > 0, categories };
      }),
  };
  return { llm, moderation };
}
