import { operator } from '#test/api/licences/partner/partner-scene.ts';
import type { TestApp } from '#test/kit/harness.ts';
import { bodyOf } from './answers.ts';
import { expectEventsToAgree } from './event-books.ts';

export type Account = {
  id: number;
  email: string;
  formerEmails?: readonly string[];
};
type Headers = Record<string, string>;

export async function expectBooksToAgree(app: TestApp, account: Account, headers?: Headers) {
  const as = headers ?? (await app.signIn(account.id));
  await app.settle();
  return {
    balance: await expectLedgerToAgree(app, account, as),
    live: await expectEventsToAgree(app, account, as, 'live'),
    test: await expectEventsToAgree(app, account, as, 'test'),
    mails: await expectMailsToAgree(app, account, as),
  };
}

async function ledgerOf(app: TestApp, headers: Headers) {
  const read = async (cursor: string | null) =>
    bodyOf(await app.credits.listCredits({ query: { limit: 3, ...(cursor && { cursor }) }, headers }));
  const first = await read(null);
  const { balance, transactions } = first;
  for (let next = first.next_cursor; next; ) {
    const page = await read(next);
    transactions.push(...page.transactions);
    next = page.next_cursor;
  }
  return { balance, transactions };
}

export async function expectLedgerToAgree(app: TestApp, { id }: Account, headers: Headers) {
  const { transactions, balance } = await ledgerOf(app, headers);
  let sum = 0;
  for (const { amount, balance_after } of transactions.toReversed()) {
    sum += amount;
    expect(balance_after).toBe(sum);
  }
  expect(balance).toBe(sum);
  const query = { user_id: id, limit: 100 };
  const seen = bodyOf(await app.operators.listAccountCredits({ query, headers: operator }));
  expect([seen.balance, seen.transactions.map((one) => one.id)]).toEqual([balance, transactions.map((one) => one.id)]);
  expect(bodyOf(await app.operators.auditCredits({ query: { user_id: id }, headers: operator }))).toMatchObject({
    balance,
    sum,
    rows: transactions.length,
    is_equal: true,
  });
  return balance;
}

const isCode = ({ text }: { text: string }) => /^\d{6}$/m.test(text);

export async function expectMailsToAgree(app: TestApp, { id, email, formerEmails = [] }: Account, headers: Headers) {
  const { emails } = bodyOf(await app.notifications.listEmails({ query: { limit: 100 }, headers }));
  const listed = emails.filter(({ outcome }) => outcome === 'sent').map(({ subject }) => subject);
  const inbox = app.world.mails
    .filter((mail) => [email, ...formerEmails].includes(mail.to) && !isCode(mail) && !/invit/i.test(mail.subject))
    .map(({ subject }) => subject);
  expect(listed.toSorted()).toEqual(inbox.toSorted());
  const account = bodyOf(await app.operators.readAccount({ params: { user_id: id }, headers: operator }));
  const sent = account.mails.filter(({ outcome }) => outcome === 'sent').map((mail) => mail.id);
  const ids = emails.filter(({ outcome }) => outcome === 'sent').map((mail) => mail.id);
  expect(sent).toEqual(expect.arrayContaining(ids));
  return inbox;
}
