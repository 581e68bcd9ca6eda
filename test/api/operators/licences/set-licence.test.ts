import { created, newKey, send } from '#test/api/licences/partner/partner-scene.ts';
import { expectLedgers, operator, run } from '#test/credits/grants/scene.ts';
import { newUser, newWorld, startApp } from '#test/kit/harness.ts';

it('a licence is set for an address or an ID, and both are refused at the ID', async () => {
  const app = await startApp(await newWorld());
  const body = { license_key: 'LICENCE-1', tier: 1, email: 'ada@company.example', user_id: 7 };
  const answer = await app.operators.setLicence({ body, headers: operator } as never);
  expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'user_id'] }] } });
});

it('a month that an earlier version has paid is not paid again to the next holder after nobody has held the licence', async () => {
  const app = await startApp(await newWorld(Date.parse('2026-11-02T06:00:00Z')), {
    env: { PARTNER_GRANT_AT_ACTIVATION: 'false' },
  });
  const [user, next, license_key] = [await newUser(app), await newUser(app), newKey()];
  await send(app, { event: 'purchase', license_key, tier: 2, created_at: created });
  const hold = (user_id: number | null) => app.operators.setLicence({ body: { license_key, user_id }, headers: operator });
  await hold(user.id);
  await app.ledger.grant(user.id, {
    type: 'partner_monthly_topup',
    amount: 300,
    claim: `partner_monthly#2026-11#${user.id}`,
    reason: 'Monthly credits (gold)',
    actor: 'partner_monthly_topup',
    source: 'task_earlier',
  });
  for (const user_id of [null, next.id]) expect(await hold(user_id)).toMatchObject({ status: 200, body: { user_id } });
  await run(app, 'partner_monthly_topup');
  await expectLedgers(app, [user.id], [['partner_monthly_topup', 300]]);
  await expectLedgers(app, [next.id], []);
});
