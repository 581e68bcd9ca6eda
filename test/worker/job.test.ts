import { job } from '#shared/worker/job.ts';
import { context } from './lambda-events.ts';

const event = { job: 'tidy', scheduledAt: '2026-11-21T00:00:00Z' };

describe('a job', () => {
  it('a job hands the planned time over and answers its report, over dependencies built once', async () => {
    let built = 0;
    const handler = job(
      'tidy',
      () => ({ number: ++built }),
      async ({ scheduledAt }, { number }) => ({ scheduledAt, number }),
    );
    expect(built).toBe(0);
    for (let i = 0; i < 2; i++) expect(await handler(event, context)).toEqual({ scheduledAt: event.scheduledAt, number: 1 });
  });

  it('a job that fails throws through, so that the scheduler tries again', async () => {
    const failure = new Error('Not now.');
    const handler = job(
      'tidy',
      () => ({}),
      () => Promise.reject(failure),
    );
    await expect(handler(event, context)).rejects.toBe(failure);
  });

  it('a job that cannot be built is built anew the next time', async () => {
    let tries = 0;
    const makeDeps = () => {
      tries += 1;
      if (tries === 1) throw new Error('No configuration.');
      return {};
    };
    const handler = job('tidy', makeDeps, async () => ({ done: true }));
    await expect(handler(event, context)).rejects.toThrow('No configuration.');
    expect(await handler(event, context)).toEqual({ done: true });
  });
});
