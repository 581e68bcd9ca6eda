import { newWorld, operatorToken, startApp } from '#test/kit/harness.ts';

it('a licence is set for an address or an ID, and both are refused at the ID', async () => {
  const app = await startApp(await newWorld());
  const body = { license_key: 'LICENCE-1', tier: 1, email: 'ada@company.example', user_id: 7 };
  const answer = await app.operators.setLicence({
    body,
    headers: { 'x-svc-dev-token': operatorToken },
  } as never);
  expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'user_id'] }] } });
});
