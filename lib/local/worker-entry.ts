import { enableCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';
import type { WorkersPlace } from './start-worker-thread.ts';

// Where the workers' thread begins: each thread has to be told of the compiled sources before it loads them.
const { compileCache } = workerData as WorkersPlace;
if (compileCache) enableCompileCache(compileCache);
await import('./worker-thread.ts');
