import { claims, dailyGrant } from '#shared/credits/rules/credits.ts';
import { dayAfter } from '#shared/values/zone-calendar.ts';
import { entry, ledgerOf, newUserId } from '#test/api/credits/scene.ts';
import { newWorld } from '#test/kit/harness.ts';

it('the row of each earlier day is found, so no day is granted twice, however late and among other rows', async () => {
  const world = await newWorld();
  const { credits } = ledgerOf(world);
  const userId = newUserId();
  const grant = (day: string) =>
    credits.grant(userId, {
      ...dailyGrant,
      type: 'daily_grant',
      amount: 5,
      claim: claims.daily(day, userId),
    });
  const days = Array.from({ length: 14 }, (_, at) => dayAfter('2026-11-01', at));
  for (const [at, day] of days.entries()) {
    world.clock.now = Date.parse(`${day}T18:30:00.000Z`);
    expect(await grant(day)).toMatchObject({ outcome: 'granted' });
    if (at % 3 === 0) for (let n = 0; n < 20; n++) await credits.grant(userId, entry({ amount: 1, type: 'adjustment' }) as never);
  }
  for (const day of days)
    expect(await grant(day), day).toMatchObject({
      outcome: 'already',
      transaction: { key: claims.daily(day, userId), userId },
    });
  expect((await credits.balance(userId)).balance).toBe(14 * 5 + 5 * 20);
});
