import { newWorld, startApp } from '#test/kit/harness.ts';

it('the answer says whether a code was sent now', async () => {
  const app = await startApp(await newWorld());
  const answer = await app.accounts.sendVerification({ body: { email: 'ada@company.example' } } as never);
  expect(answer).toMatchObject({
    status: 200,
    body: { message: 'We sent a code of six digits to this address.', expires_in: 600 },
  });
  expect(app.world.mails.map(({ to }) => to)).toEqual(['ada@company.example']);
});
