import { fromPart } from '#shared/values/unavailable.ts';

it('a part that fails is named as unavailable, and what answers passes', async () => {
  await expect(fromPart('secrets', Promise.reject(new Error('timeout')))).rejects.toMatchObject({
    name: 'Unavailable',
    part: 'secrets',
  });
  expect(await fromPart('queue', Promise.resolve(1))).toBe(1);
});
