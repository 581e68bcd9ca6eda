import { depsOf } from '#shared/aws/deps-of.ts';
import { checkInAfterAWeek } from '#shared/mail/check-in-after-a-week.ts';
import { job } from '#shared/worker/job.ts';
import { needs } from './needs.ts';

export const handler = job('lifecycle-mail', () => depsOf(needs), checkInAfterAWeek);
