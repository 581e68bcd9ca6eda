import { Cron } from 'croner';
import type { JobDescription } from '#functions/jobs.ts';
import type { JobEvent } from '#shared/worker/job.ts';
import type { Invoke } from './invoker.ts';

export type Schedules = {
  /** Runs a job now, unless it is still at work; answers when it has finished. */
  trigger(name: string): Promise<void>;
  /** When a job runs next after a moment. */
  next(name: string, after: Date): Date | null;
  /** Ends the timers and waits for what runs. */
  stop(): Promise<void>;
};

/**
 * Runs the described jobs at their times, in their time zones. A job that is still at work is not started a second
 * time, and a time that passed while the host was down is not made up for.
 */
export function startSchedules(
  jobs: Readonly<Record<string, JobDescription>>,
  invokeOf: (functionName: string) => Invoke | undefined,
  failed: (event: JobEvent, error: unknown) => void,
): Schedules {
  const running = new Map<string, Promise<void>>();

  const trigger = (name: string): Promise<void> => {
    const job = jobs[name];
    const invoke = job && invokeOf(job.function);
    if (!invoke || running.has(name)) return Promise.resolve();
    const event = scheduledEvent(name);
    const run = invoke(event)
      .then(
        () => {},
        (error) => failed(event, error),
      )
      .finally(() => running.delete(name));
    running.set(name, run);
    return run;
  };

  const timers = new Map(
    Object.entries(jobs).map(([name, { cron, timeZone }]) => [
      name,
      new Cron(cron, { timezone: timeZone }, () => trigger(name)),
    ]),
  );
  return {
    trigger,
    next: (name, after) => timers.get(name)?.nextRun(after) ?? null,
    async stop() {
      for (const timer of timers.values()) timer.stop();
      await Promise.all(running.values());
    },
  };
}

/** What the schedules of the cloud hand to a function (`lib/cloud/constructs/schedule.ts`). */
const scheduledEvent = (job: string): JobEvent => ({
  job,
  // A timer fires at its second, or a little later.
  scheduledAt: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
});
