import type { Context, SQSEvent } from 'aws-lambda';
import { depsOf } from '#shared/aws/deps-of.ts';
import { bulkMailQueue } from '#shared/mail/queues.ts';
import { nudgeEmailQueue } from '#shared/notifications/queues.ts';
import { queueBatchWorker } from '#shared/worker/queue-batch-worker.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { needs } from './needs.ts';
import { sendBulkMail } from './send-bulk-mail.ts';
import { sendNudge } from './send-nudge.ts';

const nudges = queueWorker(nudgeEmailQueue, () => depsOf(needs), sendNudge);
const bulk = queueBatchWorker(bulkMailQueue, () => depsOf(needs), sendBulkMail);

export const handler = (event: SQSEvent, context: Context) =>
  (event.Records[0]?.eventSourceARN.endsWith('bulk_mail') ? bulk : nudges)(event, context);
