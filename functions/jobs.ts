import { envFrom } from '#shared/env.ts';

export type JobDescription = {
  /** Unix cron: minute hour day-of-month (`L`: the last) month day-of-week (0 is Sunday). CDK translates it to the scheduler's form. */
  cron: string;
  /** IANA name, or `creditsTimeZone`; the cron is read there. */
  timeZone: string;
  /** The job's folder under `functions/`. */
  function: string;
  timeoutSeconds: number;
  /** A run that fails is not repeated and leaves nothing: the next one does as well. */
  isRepeatedAnyway?: true;
  /** Only in the cloud: on this machine it would do nothing for anybody. */
  isOnlyInCloud?: true;
};

/** Stands for the configured `CREDITS_TIME_ZONE`, whose months the schedule must meet. */
const creditsTimeZone = 'CREDITS_TIME_ZONE';

/** Schedules with the time zone of credits as it is configured. */
export function inTimeZones(
  schedules: Readonly<Record<string, JobDescription>>,
  { CREDITS_TIME_ZONE }: { CREDITS_TIME_ZONE?: string | undefined },
): Record<string, JobDescription> {
  const zone = envFrom({ CREDITS_TIME_ZONE }).CREDITS_TIME_ZONE;
  const inZone = (job: JobDescription) =>
    job.timeZone === creditsTimeZone ? { ...job, timeZone: zone } : job;
  return Object.fromEntries(Object.entries(schedules).map(([name, job]) => [name, inZone(job)]));
}

/** Every schedule. CDK (EventBridge Scheduler) and the local host read this one table. */
export const jobs: Record<string, JobDescription> = {
  backup_database: atNight('30 2 * * *'),
  // An hour later; without a backup of that night nothing is deleted.
  prune_old_rows: atNight('30 3 * * *'),
  // After the backup, which holds what is erased for as long as backups are kept.
  erase_deleted_accounts: atNight('30 4 * * *'),
  // Counters that no record can change any more are packed.
  seal_cells: atNight('0 5 * * *'),
  // Before the daily credits: those would leave nobody with the balance of 0 that a new account's credits ask for.
  grant_new_signup_credits: grantsAt('0 9 * * *'),
  grant_daily_credits: grantsAt('30 9 * * *'),
  subscription_renewals: grantsAt('30 10 * * *'),
  // On the last day of the month, after the renewals: it pays only holders whom neither activation nor renewal has paid.
  partner_monthly_topup: { ...grantsAt('0 20 L * *'), timeZone: creditsTimeZone },
  // When the day before is over in every time zone, and again for what failed.
  assistant_ads_reports: {
    cron: '30 12,18 * * *',
    timeZone: 'UTC',
    function: 'assistant-ads',
    timeoutSeconds: 300,
  },
  // Each run makes up for a week of missed ones.
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

/** Runs of one job that come again find the first one's task, so a repeated start does nothing twice. */
function grantsAt(cron: string): JobDescription {
  return { cron, timeZone: 'Asia/Kolkata', function: 'grant-jobs', timeoutSeconds: 60 };
}
