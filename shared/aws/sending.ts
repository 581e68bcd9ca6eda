import type { Env } from '#shared/env.ts';
import { signed } from './context.ts';
import type { Overrides } from './overrides.ts';
import { signedSender } from './signed-sender.ts';

/** Messages to the queues that the function is given. */
export const queueSender = ({ QUEUE_URLS }: Pick<Env, 'QUEUE_URLS'>, host: Overrides) =>
  signedSender(signed(host, 'SQS'), QUEUE_URLS);
