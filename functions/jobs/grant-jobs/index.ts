import { makeGrantDeps } from '#shared/credits/grants/grant-deps.ts';
import { runScheduled } from '#shared/credits/grants/run-grants.ts';
import { job } from '#shared/worker/job.ts';

export const handler = job('grant-jobs', () => makeGrantDeps(), runScheduled);
