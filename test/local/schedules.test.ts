// Slow: it starts processes.
import type { JobDescription } from '#functions/jobs.ts';
import { type Schedules, startSchedules } from '#lib/local/schedules.ts';
import { until } from '#test/kit/until.ts';

const started: Schedules[] = [];
afterEach(() => Promise.all(started.splice(0).map((schedules) => schedules.stop())));

const job: JobDescription = {
  cron: '0 5 * * *',
  timeZone: 'Asia/Kolkata',
  function: 'work',
  timeoutSeconds: 10,
};

function start(invoke: (event: unknown) => Promise<unknown>, cron = job.cron) {
  const failures: string[] = [];
  const schedules = startSchedules(
    { nightly: { ...job, cron } },
    (name) => (name === 'work' ? invoke : undefined),
    ({ job: name }, error) => failures.push(`${name}: ${error}`),
  );
  started.push(schedules);
  return { schedules, failures };
}

describe('schedules on this machine', () => {
  it('schedules on this machine runs a job at its time, with the event of the scheduler', async () => {
    const events: unknown[] = [];
    start(async (event) => events.push(event), '* * * * * *');
    await until(() => events.length);
    expect(events[0]).toEqual({
      job: 'nightly',
      scheduledAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
  });

  it("schedules on this machine reads the pattern in the job's time zone", () => {
    const { schedules } = start(async () => {});
    const next = schedules.next('nightly', new Date('2026-11-21T00:00:00Z'));
    expect(next?.toISOString()).toBe('2026-11-21T23:30:00.000Z');
  });

  it("schedules on this machine reads L as the month's last day in the job's time zone", () => {
    const { schedules } = start(async () => {}, '0 20 L * *');
    const next = (after: string) => schedules.next('nightly', new Date(after))?.toISOString();
    expect(next('2027-02-01T00:00:00Z')).toBe('2027-02-28T14:30:00.000Z');
    expect(next('2027-02-28T14:30:00Z')).toBe('2027-03-31T14:30:00.000Z');
  });

  it('schedules on this machine does not start a job that is still at work a second time', async () => {
    const finishes: (() => void)[] = [];
    const { schedules } = start(() => new Promise<void>((resolve) => void finishes.push(resolve)));
    const asked = [schedules.trigger('nightly'), schedules.trigger('nightly')];
    const atOnce = finishes.length;
    for (const finish of finishes) finish();
    await Promise.all(asked);
    expect(atOnce, 'runs of a job at once').toBe(1);
    const next = schedules.trigger('nightly');
    expect(finishes).toHaveLength(2);
    finishes[1]?.();
    await next;
  });

  it('schedules on this machine tells a failed run and runs the job again the next time', async () => {
    let runs = 0;
    const { schedules, failures } = start(() => Promise.reject(new Error(`run ${++runs}`)));
    await schedules.trigger('nightly');
    await schedules.trigger('nightly');
    expect(failures).toEqual(['nightly: Error: run 1', 'nightly: Error: run 2']);
  });

  it('schedules on this machine waits for the run at work before it has stopped', async () => {
    let finished = false;
    const { schedules } = start(async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      finished = true;
    });
    schedules.trigger('nightly');
    await schedules.stop();
    expect(finished).toBe(true);
  });
});
