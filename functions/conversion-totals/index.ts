import { makeTotalsDeps } from '#shared/make-deps.ts';
import { streamWorker } from '#shared/worker/stream-worker.ts';
import { addToTotals } from './add-to-totals.ts';

export const handler = streamWorker('conversion-totals', () => makeTotalsDeps(), addToTotals);
