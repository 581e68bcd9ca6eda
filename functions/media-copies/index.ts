import { makeMediaCopyDeps } from '#shared/make-deps/media-copies.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { copyMedia } from './copy-media.ts';

export const handler = queueWorker('media', () => makeMediaCopyDeps(), copyMedia);
