import { enableCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';
import type { WorkersPlace } from './start-worker-thread.ts';

// Each thread must enable the compile cache itself before it loads anything.
const { compileCache } = workerData as WorkersPlace;
if (compileCache) enableCompileCache(compileCache);
await import('./worker-thread.ts');
