import { SQSClient } from '@aws-sdk/client-sqs';
import { sqsSender } from '#shared/adapters/sqs-sender.ts';
import { clientSettings } from '#shared/aws.ts';
import type { Env } from '#shared/env.ts';
import { bucketAt } from './bucket-at.ts';
import type { Host } from './host.ts';

export const queueSender = ({ QUEUE_URLS }: Env, { transport }: Host) =>
  sqsSender(new SQSClient({ ...clientSettings(transport), useQueueUrlAsEndpoint: false }), QUEUE_URLS);

/** Exports, which go after a week. */
export const objectStore = ({ EXPORT_BUCKET }: Env) => bucketAt(EXPORT_BUCKET);

/** Files that stay: copies of ads' media (`media/`), images of conversations (`images/`), reports (`reports/`). */
export const fileStore = ({ FILES_BUCKET }: Env) => bucketAt(FILES_BUCKET);
