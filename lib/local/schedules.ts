import { Cron } from 'croner';
import type { JobDescription } from '#functions/jobs.ts';
import type { JobEvent } from '#shared/worker/job.ts';
import type { Invoke } from './invoker.ts';

export type Schedules = {
  trigger(name: string): Promise<void>;
  next(name: string, after: Date): Date | null;
  stop(): Promise<void>;
};

/** Runs that are missed while the host is down are skipped. */
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
    Object.entries(jobs).map(([name, { cron, timeZone }]) => [name, new Cron(cron, { timezone: timeZone }, () => trigger(name))]),
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

const scheduledEvent = (job: string): JobEvent => ({
  job,
  scheduledAt: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
});
