import { job } from '#shared/worker/job.ts';
import { makeDeps } from './deps.ts';
import { walkStage } from './walk-stage.ts';

export const handler = job('canary', () => makeDeps(), walkStage);
