import { makeNightDeps } from '#shared/backup/night-deps.ts';
import { runAtNight } from '#shared/backup/run-at-night.ts';
import { job } from '#shared/worker/job.ts';

export const handler = job('night-jobs', () => makeNightDeps(), runAtNight);
