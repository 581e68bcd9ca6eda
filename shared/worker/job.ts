import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { log } from '#shared/log.ts';

export type JobEvent = { job: string; scheduledAt: string };
export type JobHandler = (event: JobEvent, context: Context) => Promise<unknown>;

/** The scheduler retries a failed job, so its work must tolerate repetition. */
export function job<D>(name: string, makeDeps: () => D, handle: (event: JobEvent, deps: D) => Promise<object>): JobHandler {
  let built: D | undefined;
  return middy<JobEvent, object>().handler(async (event) => {
    built ??= makeDeps();
    const report = await handle(event, built);
    log.info('job done', { job: name, scheduled_at: event.scheduledAt, report });
    return report;
  }) as unknown as JobHandler;
}
