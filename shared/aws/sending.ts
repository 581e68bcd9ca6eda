import type { Env } from '#shared/env.ts';
import { signed } from './context.ts';
import type { Overrides } from './overrides.ts';
import { signedSender } from './signed-sender.ts';

export const queueSender = ({ QUEUE_URLS }: Pick<Env, 'QUEUE_URLS'>, host: Overrides) => signedSender(signed(host, 'SQS'), QUEUE_URLS);
