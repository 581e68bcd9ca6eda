import type { LlmCall } from '#shared/llm/rules/llm-calls.ts';
import { costMicros, type LlmPrices } from '#shared/llm/rules/llm-prices.ts';
import type { LlmCalls } from '#shared/llm/store/llm-calls.ts';
import type { LlmSpend } from '#shared/llm/store/llm-spend.ts';
import { log, metricLine } from '#shared/log.ts';
import type { Part } from '#shared/store/table.ts';
import { newId } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';
import type { Llm, LlmAnswer, LlmRequest, LlmSpent, LlmUsage } from './llm.ts';

export type AskedFor = { userId: AccountId | null; subject: string | null; id?: string };
export type RecordedAnswer<T> = LlmAnswer<T> & {
  call: LlmCall;
  row: Part;
};

export type RecordedLlm = {
  model: string;
  ask<T>(whom: AskedFor, request: LlmRequest<T>): Promise<RecordedAnswer<T>>;
};

type Settings = { calls: LlmCalls; spend: Pick<LlmSpend, 'add'>; prices: LlmPrices; now: () => number };

export const recordedLlm = (llm: Llm, { calls, spend, prices, now }: Settings): RecordedLlm => ({
  model: llm.model,
  async ask<T>({ userId, subject, id = newId('llm') }: AskedFor, request: LlmRequest<T>) {
    const startedAt = performance.now();
    const base = {
      id,
      userId,
      subject,
      purpose: request.purpose,
      images: request.input.filter(({ type }) => type === 'image').length,
      createdAt: new Date(now()).toISOString(),
    };
    const took = () => Math.round(performance.now() - startedAt);
    try {
      const answer = await llm.generateObject(request);
      const { model, responseId, vendorRequestId, attempts, webSearches } = answer;
      const call: LlmCall = {
        ...base,
        model,
        responseId,
        vendorRequestId,
        attempts,
        webSearches,
        outcome: 'ok',
        errorCode: null,
        milliseconds: took(),
        ...used(answer.usage, model, webSearches, prices),
      };
      await countSpend(call, spend);
      return { ...answer, call, row: calls.part(call) };
    } catch (error) {
      if (!(error instanceof VendorUnavailable)) throw error;
      const { failure, code } = error;
      const spent: Partial<LlmSpent> = error.spent ?? {};
      const { model = llm.model, responseId = null, vendorRequestId = null } = spent;
      const { usage = none, webSearches = 0, attempts = 1 } = spent;
      const isSaid = failure === 'unreadable' || (failure === 'refused' && code === 'refusal');
      const failed: LlmCall = {
        ...base,
        model,
        responseId,
        vendorRequestId,
        attempts,
        webSearches,
        outcome: isSaid ? (failure as 'unreadable' | 'refused') : 'error',
        errorCode: String(code ?? failure),
        milliseconds: took(),
        ...used(usage, model, webSearches, prices),
      };
      await countSpend(failed, spend);
      await calls.record(failed).catch((cause: Error) => log.error('model call not recorded', { error: cause }));
      throw error;
    }
  },
});

async function countSpend({ id, costMicros: micros }: LlmCall, spend: Pick<LlmSpend, 'add'>): Promise<void> {
  if (!micros) return;
  metricLine({}, { llm_cost_micros: [micros, 'Count'] }, {});
  await spend.add(id, micros).catch((error: Error) => log.error('model call not counted', { error }));
}

const none: LlmUsage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0 };

const used = (usage: LlmUsage, model: string, webSearches: number, prices: LlmPrices) => ({
  ...usage,
  costMicros: costMicros(usage, { model, webSearches }, prices),
});
