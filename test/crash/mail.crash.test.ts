// Slow: it fails every call in turn.
import { allItems } from '#test/kit/all-items.ts';
import { newUser, type TestApp } from '#test/kit/harness.ts';
import { checkedIn, daysAgo, linkIn, mailsTo, reported, sesEvent, visit } from '#test/mail/scene.ts';
import { crashTest } from './crash-test.ts';

const operations = (calls: { operation: string }[]) => calls.map(({ operation }) => operation);
const itemsOf = async (app: TestApp, kind: string) => (await allItems(app.world, 'accounts')).filter((item) => item.kind === kind);

it('a crash at any call of following a link: the way goes on, and the click is noted once, at the latest with the next', async () => {
  const calls = await crashTest({
    prepare: (app) => checkedIn(app),
    operation: (app, { mail }) => visit(app, linkIn(mail, 'Get more credits')),
    async check(app, { mail }, answer) {
      expect(answer.headers.get('location')).toBe('https://app.operator.example/credits');
      await visit(app, linkIn(mail, 'Get more credits'));
      const clicks = (await itemsOf(app, 'notification')).filter(({ sk }) => sk.startsWith('CLICK#'));
      expect(clicks).toHaveLength(1);
      expect(JSON.parse(String(clicks[0]?.effects))).toMatchObject([{ kind: 'notice' }]);
    },
  });
  expect(operations(calls)).toEqual(['PutItem']);
});

it.each([
  ['unsubscribing', 'u', false],
  ['subscribing again', 's', true],
])('a crash at any call of %s, and a retry: it holds', async (_, path, expected) => {
  const calls = await crashTest({
    prepare: (app) => checkedIn(app),
    operation: (app, { mail }) => visit(app, linkIn(mail, 'Unsubscribe').replace('/m/u/', `/m/${path}/`), { method: 'POST' }),
    async check(app, { headers }, answer) {
      expect(answer.status).toBe(200);
      const { body } = await app.mailLinks.readEmailPreferences({ headers });
      expect(body).toEqual({ lifecycle_emails: expected });
    },
  });
  expect(operations(calls)).toEqual(['PutItem']);
});

it('a crash at any call of changing what is wanted, and a retry: it holds', async () => {
  const body = { lifecycle_emails: false };
  await crashTest({
    prepare: (app) => newUser(app),
    operation: (app, { headers }) => app.mailLinks.changeEmailPreferences({ body, headers }),
    async check(app, { headers }, answer) {
      expect(answer.body).toEqual(body);
      expect((await app.mailLinks.readEmailPreferences({ headers })).body).toEqual(body);
    },
  });
});

it('a crash at any call of taking a report of bounces, and a redelivery: every address in it is stopped', async () => {
  const emails = ['ada@company.example', 'bob@company.example'];
  const event = sesEvent.bounce('ada@company.example');
  event.bounce.bouncedRecipients.push(...sesEvent.bounce('bob@company.example').bounce.bouncedRecipients);
  const calls = await crashTest({
    prepare: async () => {},
    async operation(app) {
      app.world.messages.length = 0;
      await reported(app, event);
    },
    async check(app) {
      for (const email of emails) expect(await app.workerDeps('outbox').suppressions.has(email)).toBe(true);
      expect(await itemsOf(app, 'suppression')).toHaveLength(2);
    },
  });
  expect(operations(calls)).toEqual(['PutItem', 'PutItem']);
});

it('a crash at any call of the check-in, and another run: everybody is mailed once', async () => {
  const calls = await crashTest({
    async prepare(app) {
      const createdAt = daysAgo(app, 8);
      return await Promise.all([1, 2, 3].map(() => newUser(app, { createdAt })));
    },
    operation: (app) => app.checkInAfterAWeek(),
    async check(app, users) {
      await app.settle();
      for (const { email } of users) expect(mailsTo(app, email)).toHaveLength(1);
    },
  });
  const of = (name: string) => operations(calls).filter((operation) => operation === name).length;
  expect([of('Query'), of('PutItem')]).toEqual([16, 3]);
});
