import { envFrom } from '#shared/env.ts';

export type JobDescription = {
  /**
   * Unix cron has minute, hour, day of the month (`L` is the last), month and day of the week (0 is Sunday).
   * CDK translates it to the scheduler's form.
   */
  cron: string;
  /** The cron applies in this zone: an IANA name, or `creditsTimeZone`. */
  timeZone: string;
  function: string;
  timeoutSeconds: number;
  /** The next run includes the work of a failed run, which is therefore not retried. */
  isRepeatedAnyway?: true;
  /** The job has no effect on a local machine. */
  isOnlyInCloud?: true;
};

/** The name represents the configured `CREDITS_TIME_ZONE`, whose months the schedule must meet. */
const creditsTimeZone = 'CREDITS_TIME_ZONE';

export function inTimeZones(
  schedules: Readonly<Record<string, JobDescription>>,
  { CREDITS_TIME_ZONE }: { CREDITS_TIME_ZONE?: string | undefined },
): Record<string, JobDescription> {
  const zone = envFrom({ CREDITS_TIME_ZONE }).CREDITS_TIME_ZONE;
  const inZone = (job: JobDescription) =>
    job.timeZone === creditsTimeZone ? { ...job, timeZone: zone } : job;
  return Object.fromEntries(Object.entries(schedules).map(([name, job]) => [name, inZone(job)]));
}

/** CDK (EventBridge Scheduler) and the local host read this table. */
export const jobs: Record<string, JobDescription> = {
  backup_database: atNight('30 2 * * *'),
  // The backup of the night must exist an hour later; otherwise nothing is deleted.
  prune_old_rows: atNight('30 3 * * *'),
  // The preceding backup holds the erased data for as long as backups are kept.
  erase_deleted_accounts: atNight('30 4 * * *'),
  // Counters that no record can change any more are packed.
  seal_cells: atNight('0 5 * * *'),
  // Daily credits would change the balance of 0 that credits for a new account require, so this job precedes
  // them.
  grant_new_signup_credits: grantsAt('0 9 * * *'),
  grant_daily_credits: grantsAt('30 9 * * *'),
  subscription_renewals: grantsAt('30 10 * * *'),
  // The top-up on the last day of the month follows the renewals, and pays only holders without another
  // payment.
  partner_monthly_topup: { ...grantsAt('0 20 L * *'), timeZone: creditsTimeZone },
  // The previous day is over in every time zone at the first run; later runs retry failures.
  assistant_ads_reports: {
    cron: '30 12,18 * * *',
    timeZone: 'UTC',
    function: 'assistant-ads',
    timeoutSeconds: 300,
  },
  // Each run catches up a week of missed runs.
  one_week_checkin: {
    cron: '0 11 * * *',
    timeZone: 'Asia/Kolkata',
    function: 'lifecycle-mail',
    timeoutSeconds: 300,
  },
  canary: {
    cron: '*/5 * * * *',
    timeZone: 'UTC',
    function: 'canary',
    timeoutSeconds: 150,
    isRepeatedAnyway: true,
    isOnlyInCloud: true,
  },
};

function atNight(cron: string): JobDescription {
  return { cron, timeZone: 'Asia/Kolkata', function: 'night-jobs', timeoutSeconds: 60 };
}

/** A repeated run finds its own task, so it repeats nothing. */
function grantsAt(cron: string): JobDescription {
  return { cron, timeZone: 'Asia/Kolkata', function: 'grant-jobs', timeoutSeconds: 60 };
}
