import { makeAssistantReportDeps } from '#shared/make-deps/assistant-report.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { workOnReport } from './work-on-report.ts';

export const handler = queueWorker('assistant_report', () => makeAssistantReportDeps(), workOnReport);
