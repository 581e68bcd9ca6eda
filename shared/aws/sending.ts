import { SQSClient } from '@aws-sdk/client-sqs';
import type { Env } from '#shared/env.ts';
import { bucketAt } from './bucket-at.ts';
import { clientSettings } from './client-settings.ts';
import type { Overrides } from './overrides.ts';
import { sqsSender } from './sqs-sender.ts';

export const queueSender = ({ QUEUE_URLS }: Env, { transport }: Overrides) =>
  sqsSender(new SQSClient({ ...clientSettings(transport), useQueueUrlAsEndpoint: false }), QUEUE_URLS);

/** Exports, which go after a week. */
export const objectStore = ({ EXPORT_BUCKET }: Env) => bucketAt(EXPORT_BUCKET);

/** Files that stay: copies of ads' media (`media/`), images of conversations (`images/`), reports (`reports/`). */
export const fileStore = ({ FILES_BUCKET }: Env) => bucketAt(FILES_BUCKET);
