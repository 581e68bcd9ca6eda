import { depsOf } from '#shared/aws/deps-of.ts';
import { grantNeeds } from '#shared/credits/grants/needs.ts';
import { runScheduled } from '#shared/credits/grants/run-grants.ts';
import { job } from '#shared/worker/job.ts';

export const handler = job('grant-jobs', () => depsOf(grantNeeds), runScheduled);
