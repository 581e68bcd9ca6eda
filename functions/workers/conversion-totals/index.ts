import { depsOf } from '#shared/aws/deps-of.ts';
import { streamWorker } from '#shared/worker/stream-worker.ts';
import { needs } from './needs.ts';
import { project } from './project.ts';

export const handler = streamWorker('conversion-totals', () => depsOf(needs), project);
