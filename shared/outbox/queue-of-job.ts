import { assistantReportQueue } from '#shared/assistant-ads/queues.ts';
import { discoveryQueue } from '#shared/competitors/queues.ts';
import { keywordPlanQueue } from '#shared/keyword-plans/queues.ts';
import type { UserJob } from '#shared/messages/effects.ts';

export const queueOfJob = {
  discovery: discoveryQueue,
  own_page: discoveryQueue,
  site_check: discoveryQueue,
  keyword_plan: keywordPlanQueue,
  assistant_report: assistantReportQueue,
} as const satisfies Record<UserJob, object>;
