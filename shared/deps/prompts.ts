import type { ContentSessions } from '#shared/data/content-sessions.ts';
import type { Credits } from '#shared/data/credits.ts';
import type { ImageConversations } from '#shared/data/image-conversations.ts';
import type { PromptRequests } from '#shared/data/prompt-requests.ts';
import type { RateLimits } from '#shared/data/rate-limits.ts';
import type { Table } from '#shared/data/table.ts';
import type { PaidAllowance } from '#shared/http/paid-limit.ts';
import type { BudgetDeps } from '#shared/llm/assert-budget.ts';
import type { RecordedLlm } from '#shared/llm/recorded-llm.ts';
import type { ObjectStore } from '#shared/ports/object-store.ts';
import type { Web } from '#shared/ports/web.ts';
import type { ViewDeps } from './view.ts';

/** What prompts from images are built with. */
export type PromptDeps = ViewDeps &
  BudgetDeps & {
    llm: RecordedLlm;
    web: Pick<Web, 'fetch'>;
    files: Pick<ObjectStore, 'get' | 'put' | 'size' | 'link'>;
    /** This service's own address. */
    apiBaseUrl: string;
    conversations: ImageConversations;
    sessions: ContentSessions;
    requests: PromptRequests;
    limits: RateLimits;
    prompts: PaidAllowance;
    credits: Pick<Credits, 'balance' | 'spend'>;
    creditCosts: Readonly<Record<string, number>>;
    /** Writes that need no charge, and steps of those that do. */
    analysis: Pick<Table, 'transact' | 'named'>;
  };
