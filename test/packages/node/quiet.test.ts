import { getEventListeners } from 'node:events';
import { quietly, within } from '#packages/node/src/quiet.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const never = () => new Promise<string>(() => {});
const errorOf = (code: string, cause?: unknown) => Object.assign(new Error(code), { cause });
const outcomeOf = (promise: Promise<unknown>) => promise.then(String, ({ message }) => `failed: ${message}`);

it('what fails quietly harms nothing, at once or later', async () => {
  const rejected = vi.fn();
  process.on('unhandledRejection', rejected);
  let calls = 0;
  quietly(() => {
    calls++;
    throw new Error('at once');
  });
  quietly(() => Promise.reject(new Error('later')).finally(() => calls++));
  vi.useRealTimers();
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.off('unhandledRejection', rejected);
  expect([calls, rejected.mock.calls]).toEqual([2, []]);
});

it('a promise without a limit is the promise itself', () => {
  const promise = never();
  for (const limit of [{}, { timeoutMs: Number.NaN }, { timeoutMs: undefined }]) expect(within(promise, limit, errorOf)).toBe(promise);
});

it('a timeout fails when its time is over, and no earlier', async () => {
  let outcome = 'pending';
  void outcomeOf(within(never(), { timeoutMs: 1000 }, errorOf)).then((text) => {
    outcome = text;
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(outcome).toBe('pending');
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome).toBe('failed: timeout');
});

it('a timeout longer than a timer can wait does not fail at once', async () => {
  let outcome = 'pending';
  void outcomeOf(within(never(), { timeoutMs: 2 ** 40 }, errorOf)).then((text) => {
    outcome = text;
  });
  await vi.advanceTimersByTimeAsync(2 ** 31 - 2);
  expect(outcome).toBe('pending');
});

it('what is in time is answered or fails as it is, and leaves no timer and no listener', async () => {
  const { signal } = new AbortController();
  for (const [run, outcome] of [
    [async () => 'done', 'done'],
    [() => Promise.reject(new Error('broken')), 'failed: broken'],
  ] as const) {
    expect(await outcomeOf(within<string>(run(), { timeoutMs: 1000, signal }, errorOf))).toBe(outcome);
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(0);
  }
});

it('a hundred calls share one listener of a signal, and each fails with its reason', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const all = Array.from({ length: 100 }, () => within(never(), { signal }, errorOf));
  const failed = Promise.allSettled(all);
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  controller.abort('the reason');
  for (const outcome of await failed) expect(outcome).toMatchObject({ reason: { message: 'aborted', cause: 'the reason' } });
  const late = within(never(), { signal }, errorOf);
  await expect(late).rejects.toMatchObject({ message: 'aborted', cause: 'the reason' });
});

it('a call that has its answer is not told of a later end', async () => {
  const controller = new AbortController();
  const made: string[] = [];
  const error = (code: string) => {
    made.push(code);
    return new Error(code);
  };
  expect(await within(Promise.resolve('done'), { signal: controller.signal }, error)).toBe('done');
  await vi.advanceTimersByTimeAsync(0);
  controller.abort();
  expect(made).toEqual([]);
});
