import { job } from '#shared/worker/job.ts';
import { checkInAfterAWeek } from './check-in-after-a-week.ts';
import { makeDeps } from './deps.ts';

export const handler = job('lifecycle-mail', () => makeDeps(), checkInAfterAWeek);
