import { exits, Failure } from '#packages/cli/src/failure.ts';
import { withRetry } from '#packages/cli/src/with-retry.ts';

const unreachable = new Failure('No answer.', { exit: exits.unreachable });

it('a request is repeated until the service answers, which is said once, and so is its return', async () => {
  const notes: string[] = [];
  const failures = [unreachable];
  const request = async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    return 'done';
  };
  const answer = withRetry(request, (text) => notes.push(text));
  expect(await answer).toBe('done');
  expect(notes).toEqual(['No answer. Trying again until it answers.', 'The service answers again.']);
  notes.splice(0);
  expect(await withRetry(request, (text) => notes.push(text))).toBe('done');
  expect(notes).toEqual([]);
});

it.each([new Failure('Refused.'), new Failure('No.', { exit: exits.unauthenticated }), new TypeError('A fault.')])(
  'a request that fails with %s is not repeated',
  async (error) => {
    let calls = 0;
    const request = () => {
      calls++;
      return Promise.reject(error);
    };
    await expect(withRetry(request, () => {})).rejects.toBe(error);
    expect(calls).toBe(1);
  },
);
