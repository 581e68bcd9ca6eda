import { depsOf } from '#shared/aws/deps-of.ts';
import { job } from '#shared/worker/job.ts';
import { needs } from './needs.ts';
import { runCanary } from './run-canary.ts';

export const handler = job('canary', () => depsOf(needs), runCanary);
