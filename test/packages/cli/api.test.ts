import { failureOf } from '#packages/cli/src/api.ts';

it.each([
  [400, 1],
  [401, 3],
  [403, 1],
  [404, 1],
  [408, 1],
  [409, 1],
  [422, 1],
  [429, 4],
  [499, 1],
  [500, 4],
  [503, 4],
])('a command whose request is answered with a %d exits with %d', (status, exit) => {
  const answer = { status, at: 0, text: '', body: { detail: 'Why.', code: 'why', request_id: 'r1' } };
  expect(failureOf(answer, false)).toMatchObject({ exit, code: 'why', requestId: 'r1', message: 'Why.' });
});

it('a command says how to sign in only if its own sign-in was refused', () => {
  const answer = { status: 401, at: 0, text: '', body: { detail: 'No.' } };
  expect(failureOf(answer, true).message).toBe('No. Run `adtrail login`.');
  expect(failureOf(answer, false).message).toBe('No.');
});
