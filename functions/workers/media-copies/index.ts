import { mediaQueue } from '#shared/ads/queues.ts';
import { depsOf } from '#shared/aws/deps-of.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { copyMedia } from './copy-media.ts';
import { needs } from './needs.ts';

export const handler = queueWorker(mediaQueue, () => depsOf(needs), copyMedia);
