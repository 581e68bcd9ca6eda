import { mediaQueue } from '#shared/ads/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { copyMedia } from './copy-media.ts';
import { makeDeps } from './deps.ts';

export const handler = queueWorker(mediaQueue, () => makeDeps(), copyMedia);
