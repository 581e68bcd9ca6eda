import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key } from '#shared/store/keys.ts';

export const keyOf = {
  /** The hour has the form `2026-11-21T12`. */
  llmSpend: (hour: string) => key(`LLMSPEND#${hour}`, 'SPEND'),
  /** Calls have a partition per UTC day, which can be removed without a scan. */
  llmCall: (day: string, at: string, id: string) => key(`LLMCALLS#${day}`, `${at}#${id}`),
};

export const items = {
  LLMSPEND: {
    erasure: 'kept',
    recovery: 'bookkeeping',
    retention: { llm_spend: { days: 7 } },
    eventualReads: ['BatchGetItem SPEND'],
  },
  LLMCALLS: { erasure: 'attribute', recovery: 'bookkeeping' },
} as const satisfies ItemKinds;
