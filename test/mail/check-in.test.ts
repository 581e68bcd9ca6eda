import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { daysAgo, mailsTo } from './scene.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});
const aged = (days: number, more: Parameters<typeof newUser>[1] = {}) => newUser(app, { createdAt: daysAgo(app, days), ...more });
const run = async () => {
  const report = await app.checkInAfterAWeek();
  await app.settle();
  return report;
};
const subjects = (email: string) => mailsTo(app, email).map(({ subject }) => subject);

it('goes to who signed up a week ago, not before, and not to who was missed for more than a week', async () => {
  const ages = [0, 6, 7, 10, 14, 15, 400];
  const users = await Promise.all(ages.map((days) => aged(days)));
  expect(await run()).toEqual({ ordered: 3 });
  const mailed = ages.filter((_, i) => subjects(users[i]?.email ?? '').length > 0);
  expect(mailed).toEqual([7, 10, 14]);
});

it('goes once in a life, whatever runs again, late or at once', async () => {
  const { email } = await aged(7);
  await Promise.all([app.checkInAfterAWeek(), app.checkInAfterAWeek()]);
  await run();
  for (let day = 0; day < 9; day++) {
    app.world.clock.now += 86_400_000;
    await run();
  }
  expect(subjects(email)).toEqual(['Your first week with adtrail']);
});

it('reaches everybody, however many signed up on a day', async () => {
  const ids = Array.from({ length: 130 }, (_, i) => 16 * (i + 1));
  await Promise.all(ids.map((id) => aged(8, { id, email: `many${id}@company.example` })));
  expect(await run()).toEqual({ ordered: 130 });
  expect(app.world.mails.map(({ to }) => to).sort()).toEqual(ids.map((id) => `many${id}@company.example`).sort());
});

it('goes neither to who is inactive, nor to who unsubscribed, nor to the generated address of a phone', async () => {
  await aged(8, { isActive: false });
  const phone = '+4915112345678';
  await aged(8, { phone, email: 'user+4915112345678@operator.example' });
  const unsubscribed = await aged(8);
  const body = { lifecycle_emails: false };
  await app.mailLinks.changeEmailPreferences({ body, headers: unsubscribed.headers });
  await run();
  expect(app.world.mails).toEqual([]);
});

it('waits for the verification of an address, until two weeks after the registration', async () => {
  const [verifiedInTime, verifiedLate] = [await aged(7, { emailVerified: false }), await aged(7, { emailVerified: false })];
  expect(await run()).toEqual({ ordered: 0 });
  app.world.clock.now += 3 * 86_400_000;
  await app.users.change(verifiedInTime.id, { emailVerified: true });
  expect(await run()).toEqual({ ordered: 1 });
  app.world.clock.now += 5 * 86_400_000;
  await app.users.change(verifiedLate.id, { emailVerified: true });
  expect(await run()).toEqual({ ordered: 0 });
  expect(subjects(verifiedInTime.email)).toEqual(['Your first week with adtrail']);
});

it('goes only to an address that was verified', async () => {
  const verified = await aged(8, { fullName: 'Ada Lovelace' });
  const unverified = await aged(8, { emailVerified: false });
  await run();
  expect(mailsTo(app, verified.email)[0]?.text).toMatch(/^adtrail\n\nHello Ada Lovelace,\n/);
  expect(mailsTo(app, unverified.email)).toEqual([]);
});
