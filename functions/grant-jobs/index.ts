import { makeGrantDeps } from '#shared/make-deps/grants.ts';
import { job } from '#shared/worker/job.ts';
import { runScheduled } from './run-scheduled.ts';

export const handler = job('grant-jobs', () => makeGrantDeps(), runScheduled);
