import { job } from '#shared/worker/job.ts';
import { makeDeps } from './deps.ts';
import { runCanary } from './run-canary.ts';

export const handler = job('canary', () => makeDeps(), runCanary);
