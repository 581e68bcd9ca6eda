import { makeLifecycleMailDeps } from '#shared/make-deps/mail-workers.ts';
import { job } from '#shared/worker/job.ts';
import { checkInAfterAWeek } from './check-in-after-a-week.ts';

export const handler = job('lifecycle-mail', () => makeLifecycleMailDeps(), checkInAfterAWeek);
