import { checkInAfterAWeek } from '#shared/mail/check-in-after-a-week.ts';
import { job } from '#shared/worker/job.ts';
import { makeDeps } from './deps.ts';

export const handler = job('lifecycle-mail', () => makeDeps(), checkInAfterAWeek);
