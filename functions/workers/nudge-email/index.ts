import type { Context, SQSEvent } from 'aws-lambda';
import { depsOf } from '#shared/aws/deps-of.ts';
import { queueBatchWorker } from '#shared/worker/queue-batch-worker.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { needs } from './needs.ts';
import { sendBulkMail } from './send-bulk-mail.ts';
import { sendNudge } from './send-nudge.ts';

const nudges = queueWorker('nudge_email', () => depsOf(needs), sendNudge);
const bulk = queueBatchWorker('bulk_mail', () => depsOf(needs), sendBulkMail);

export const handler = (event: SQSEvent, context: Context) =>
  (event.Records[0]?.eventSourceARN.endsWith('bulk_mail') ? bulk : nudges)(event, context);
