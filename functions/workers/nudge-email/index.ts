import type { Context, SQSEvent } from 'aws-lambda';
import { queueBatchWorker } from '#shared/worker/queue-batch-worker.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { makeDeps } from './deps.ts';
import { sendBulkMail } from './send-bulk-mail.ts';
import { sendNudge } from './send-nudge.ts';

const nudges = queueWorker('nudge_email', () => makeDeps(), sendNudge);
const bulk = queueBatchWorker('bulk_mail', () => makeDeps(), sendBulkMail);

export const handler = (event: SQSEvent, context: Context) =>
  (event.Records[0]?.eventSourceARN.endsWith('bulk_mail') ? bulk : nudges)(event, context);
