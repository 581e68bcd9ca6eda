import { SQSClient } from '@aws-sdk/client-sqs';
import type { Env } from '#shared/env.ts';
import { clientSettings } from './client-settings.ts';
import type { Overrides } from './overrides.ts';
import { sqsSender } from './sqs-sender.ts';

export const queueSender = ({ QUEUE_URLS }: Env, { transport }: Overrides) =>
  sqsSender(new SQSClient({ ...clientSettings(transport), useQueueUrlAsEndpoint: false }), QUEUE_URLS);
