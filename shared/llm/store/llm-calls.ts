import { keyOf } from '#shared/llm/items.ts';
import type { LlmCall } from '#shared/llm/rules/llm-calls.ts';
import type { Part, Table } from '#shared/store/table.ts';

export type LlmCalls = ReturnType<typeof llmCallsIn>;

export const llmCallsIn = (table: Table) => ({
  part: (call: LlmCall): Part => ({ put: itemOf(call) }),

  async record(call: LlmCall): Promise<void> {
    await table.put(itemOf(call));
  },
});

const itemOf = (call: LlmCall) => ({
  ...keyOf.llmCall(call.createdAt.slice(0, 10), call.createdAt, call.id),
  kind: 'llm_call',
  ...call,
});
