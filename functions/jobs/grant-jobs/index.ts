import { makeGrantDeps } from '#shared/credits/grants/grant-deps.ts';
import { job } from '#shared/worker/job.ts';
import { runScheduled } from './run-scheduled.ts';

export const handler = job('grant-jobs', () => makeGrantDeps(), runScheduled);
