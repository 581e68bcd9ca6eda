import { enableCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';
import type { LongWorkPlace } from './start-long-work.ts';
import type { WorkersPlace } from './start-worker-thread.ts';

// Each thread must enable the compile cache before it loads anything.
const { compileCache, part } = workerData as WorkersPlace | LongWorkPlace;
if (compileCache) enableCompileCache(compileCache);
await (part === 'workers' ? import('./worker-thread.ts') : import('./long-work-thread.ts'));
