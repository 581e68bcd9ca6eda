import { makeDiscoveryWorkerDeps } from '#shared/make-deps/discovery.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { workOnDiscovery } from './work-on-discovery.ts';

export const handler = queueWorker('discovery', () => makeDiscoveryWorkerDeps(), workOnDiscovery);
