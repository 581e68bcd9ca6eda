import type { ModerationCreateParams } from 'openai/resources/moderations';
import * as z from 'zod';
import type { Moderation } from '#shared/llm/moderation.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';
import type { OpenAiSettings } from './openai-call.ts';

const vendor = 'moderation';

const Answer = z.object({
  results: z.array(z.object({ flagged: z.boolean(), categories: z.record(z.string(), z.boolean().nullable()) })).min(1),
});

export function openAiModeration(settings: OpenAiSettings & { model: string }): Moderation {
  return {
    model: settings.model,
    async moderate(text, { timeoutSeconds }) {
      const body: ModerationCreateParams = { model: settings.model, input: text };
      const { openAiCall } = await import('./openai-call.ts');
      const { answer } = await openAiCall(vendor, settings)('/moderations', body, { timeoutSeconds });
      const parsed = Answer.safeParse(answer).data;
      if (!parsed) throw new VendorUnavailable(vendor, 'unreadable');
      const categories = parsed.results.flatMap(({ categories }) => Object.keys(categories).filter((name) => categories[name]));
      return {
        isFlagged: categories.length > 0 || parsed.results.some(({ flagged }) => flagged),
        categories: [...new Set(categories)].sort(),
      };
    },
  };
}
