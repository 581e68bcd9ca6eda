import { envFrom } from '#shared/env.ts';

export type JobDescription = {
  /**
   * The fields of `cron` are minute, hour, day of the month (`L` is the last), month and day of the week (0
   * is Sunday).
   */
  cron: string;
  timeZone: string;
  function: string;
  timeoutSeconds: number;
  /** A failed run needs no retry, because the next run includes its work. */
  isRepeatedAnyway?: true;
  isOnlyInCloud?: true;
};

/** This name stands for the configured `CREDITS_TIME_ZONE`, whose calendar months the schedule must meet. */
const creditsTimeZone = 'CREDITS_TIME_ZONE';

export function inTimeZones(
  schedules: Readonly<Record<string, JobDescription>>,
  { CREDITS_TIME_ZONE }: { CREDITS_TIME_ZONE?: string | undefined },
): Record<string, JobDescription> {
  const zone = envFrom({ CREDITS_TIME_ZONE }).CREDITS_TIME_ZONE;
  const inZone = (job: JobDescription) => (job.timeZone === creditsTimeZone ? { ...job, timeZone: zone } : job);
  return Object.fromEntries(Object.entries(schedules).map(([name, job]) => [name, inZone(job)]));
}

/** CDK (EventBridge Scheduler) and the local host read this table. */
export const jobs: Record<string, JobDescription> = {
  backup_database: atNight('30 2 * * *'),
  // Nothing is pruned unless the backup of an hour earlier has been completed.
  prune_old_rows: atNight('30 3 * * *'),
  // The backup that precedes an erasure has the erased data as long as the backup is stored.
  erase_deleted_accounts: atNight('30 4 * * *'),
  seal_cells: atNight('0 5 * * *'),
  // Sign-up credits require a balance of 0, so they come before daily credits.
  grant_new_signup_credits: grantsAt('0 9 * * *'),
  grant_daily_credits: grantsAt('30 9 * * *'),
  subscription_renewals: grantsAt('30 10 * * *'),
  // The top-up of a month's last day pays only holders without another payment, so it follows the renewals.
  partner_monthly_topup: { ...grantsAt('0 20 L * *'), timeZone: creditsTimeZone },
  // At the first run, the previous day is over in every time zone; the second run retries failures.
  assistant_ads_reports: {
    cron: '30 12,18 * * *',
    timeZone: 'UTC',
    function: 'assistant-ads',
    timeoutSeconds: 300,
  },
  // Each run also sends the check-ins of runs that were missed in the past week.
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

function grantsAt(cron: string): JobDescription {
  return { cron, timeZone: 'Asia/Kolkata', function: 'grant-jobs', timeoutSeconds: 60 };
}
