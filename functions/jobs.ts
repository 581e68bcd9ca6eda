export type JobDescription = {
  /** Unix cron: minute hour day-of-month month day-of-week (0 is Sunday). CDK translates it to the scheduler's form. */
  cron: string;
  /** IANA name; the cron is read there. */
  timeZone: string;
  /** The job's folder under `functions/`. */
  function: string;
  timeoutSeconds: number;
};

/** Every schedule. CDK (EventBridge Scheduler) and the local host read this one table. */
export const jobs: Record<string, JobDescription> = {};
