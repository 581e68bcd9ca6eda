import { makeNightDeps } from '#shared/backup/night-deps.ts';
import { job } from '#shared/worker/job.ts';
import { runAtNight } from './run-at-night.ts';

export const handler = job('night-jobs', () => makeNightDeps(), runAtNight);
