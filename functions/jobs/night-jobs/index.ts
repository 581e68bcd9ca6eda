import { depsOf } from '#shared/aws/deps-of.ts';
import { nightNeeds } from '#shared/backup/needs.ts';
import { runAtNight } from '#shared/backup/run-at-night.ts';
import { job } from '#shared/worker/job.ts';

export const handler = job('night-jobs', () => depsOf(nightNeeds), runAtNight);
