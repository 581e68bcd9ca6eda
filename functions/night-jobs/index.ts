import { makeNightDeps } from '#shared/make-deps/maintenance-tasks.ts';
import { job } from '#shared/worker/job.ts';
import { runAtNight } from './run-at-night.ts';

export const handler = job('night-jobs', () => makeNightDeps(), runAtNight);
