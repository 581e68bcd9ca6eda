import { gunzipSync } from 'node:zlib';
import { addDecimals } from '#shared/values/decimal.ts';
import { operator } from '#test/api/webhooks/partner-scene.ts';
import type { TestApp } from '#test/kit/harness.ts';

export type Account = {
  id: number;
  email: string;
  /** Addresses that the account had before. */
  formerEmails?: readonly string[];
};
type Headers = Record<string, string>;
type Environment = 'live' | 'test';
type Amount = { currency: string; value: string; count: number };

const dayMs = 86_400_000;
/** As many days as the event log answers at a time. */
const reachDays = 30;

/** The body of an answer that must have succeeded. */
export function bodyOf<A extends { status: number; body: unknown }>(answer: A) {
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as Extract<A, { status: 200 | 201 | 202 }>['body'];
}

/**
 * That all that the service says about an account agrees: the balance with the ledger, the log with the totals, the
 * funnel and the export of each environment, and the list of e-mails with the inbox.
 */
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

/** The balance is the sum of the transactions, at every step, for the user and for an operator. */
export async function expectLedgerToAgree(app: TestApp, { id }: Account, headers: Headers) {
  const transactions = [];
  let [cursor, balance]: [string | undefined, number] = [undefined, 0];
  do {
    const query = { limit: 3, ...(cursor && { cursor }) };
    const page = bodyOf(await app.credits.listCredits({ query, headers }));
    transactions.push(...page.transactions);
    [cursor, balance] = [page.next_cursor ?? undefined, page.balance];
  } while (cursor);
  let sum = 0;
  for (const { amount, balance_after } of transactions.toReversed()) {
    sum += amount;
    expect(balance_after).toBe(sum);
  }
  expect(balance).toBe(sum);
  const query = { user_id: id, limit: 100 };
  const seen = bodyOf(await app.maintenance.listAccountCredits({ query, headers: operator }));
  expect([seen.balance, seen.transactions.map((one) => one.id)]).toEqual([
    balance,
    transactions.map((one) => one.id),
  ]);
  expect(
    bodyOf(await app.maintenance.auditCredits({ query: { user_id: id }, headers: operator })),
  ).toMatchObject({ balance, sum, rows: transactions.length, is_equal: true });
  return balance;
}

/** Amounts by currency, in the order of their names. */
function sumsOf(rows: Iterable<Amount>): Amount[] {
  const sums = new Map<string, Amount>();
  for (const { currency, value, count } of rows) {
    const sum = sums.get(currency) ?? { currency, value: '0', count: 0 };
    const added = addDecimals(sum.value, value);
    sums.set(currency, { currency, value: added, count: sum.count + count });
  }
  return [...sums.values()]
    .map((sum) => ({ ...sum, value: Number(sum.value).toFixed(2) }))
    .sort((one, other) => (one.currency < other.currency ? -1 : 1));
}
const countedIn = (rows: readonly { counted: boolean; currency?: string; value?: string }[]) =>
  sumsOf(
    rows
      .filter(({ counted }) => counted)
      .map(({ currency = '', value = '' }) => ({ currency, value, count: 1 })),
  );

/** The log, the totals by every grouping and time, the funnel and the export tell the same conversions. */
export async function expectEventsToAgree(
  app: TestApp,
  account: Account,
  headers: Headers,
  environment: Environment,
) {
  const dayOf = (days: number) => new Date(app.world.clock.now + days * dayMs).toISOString().slice(0, 10);
  const [from, to] = [dayOf(-reachDays), dayOf(0)];
  const log = await eventLog(app, headers, { environment, from, to });
  const accepted = log.filter(({ outcome }) => outcome === 'matched' || outcome === 'unmatched');
  const sums = countedIn(accepted);

  for (const time_basis of ['received', 'occurred', 'click'])
    for (const group_by of ['campaign', 'day,event_type', 'matched_by', 'ad_id']) {
      const query = { environment, from, to, time_basis, group_by };
      const { rows } = bodyOf(await app.attribution.reportConversions({ query, headers }));
      expect([time_basis, group_by, sumsOf(rows)]).toEqual([time_basis, group_by, sums]);
    }

  const funnel = bodyOf(await app.attribution.reportFunnel({ query: { environment, from, to }, headers }));
  const counts = (name: 'count' | 'counted' | 'unmatched') =>
    funnel.event_types.reduce((sum, one) => sum + one[name], 0);
  const isLate = (event: (typeof accepted)[number]) => event.late === true;
  const unmatched = accepted.filter(({ outcome }) => outcome === 'unmatched');
  const { quality } = funnel;
  // Event types are as they arrived, and the log is as of now: what a click earned later is between the two.
  expect({
    events: counts('count'),
    counted: counts('counted'),
    unmatched: counts('unmatched'),
    late: quality.late_matches,
    unattributed: quality.unattributed.reduce((sum, { count }) => sum + count, 0),
  }).toEqual({
    events: accepted.length,
    counted: accepted.filter((one) => one.counted && !isLate(one)).length,
    unmatched: unmatched.length + accepted.filter(isLate).length,
    late: accepted.filter(isLate).length,
    unattributed: unmatched.length,
  });

  const lines = await exportedEvents(app, account, headers, { environment, from, to });
  expect(lines.map(({ event_id }) => event_id).sort()).toEqual(
    accepted.map(({ event_id }) => event_id).sort(),
  );
  expect(countedIn(lines)).toEqual(sums);
  return sums;
}

/** Every row of the log, page by page. */
export async function eventLog(app: TestApp, headers: Headers, query: object = {}) {
  const events = [];
  let cursor: string | undefined;
  do {
    const asked = { ...query, limit: 7, ...(cursor && { cursor }) };
    const page = bodyOf(await app.attribution.listEvents({ query: asked, headers }));
    events.push(...page.events);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return events;
}

type Line = { event_id: string; counted: boolean; currency?: string; value?: string };
async function exportedEvents(
  app: TestApp,
  { id }: Account,
  headers: Headers,
  body: { environment: Environment; from: string; to: string },
): Promise<Line[]> {
  const { export_id } = bodyOf(await app.attribution.createExport({ body, headers }));
  await app.work('export');
  const done = bodyOf(await app.attribution.readExport({ params: { id: export_id }, headers }));
  const lines = linesOf(app, `exports/${id}/${export_id}.ndjson.gz`) as Line[];
  expect(done).toMatchObject({ status: 'completed', rows: lines.length });
  return lines;
}

/** The lines of a file of an export. */
export function linesOf(app: TestApp, name: string): Record<string, unknown>[] {
  const file = app.world.objects.files.get(name);
  if (!file) throw new Error(`There is no file ${name}.`);
  const text = gunzipSync(file).toString().trimEnd();
  return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line));
}

const isCode = ({ text }: { text: string }) => /^\d{6}$/m.test(text);

/** The inbox has exactly what the list of e-mails says was sent; codes and invitations are not in the list. */
export async function expectMailsToAgree(
  app: TestApp,
  { id, email, formerEmails = [] }: Account,
  headers: Headers,
) {
  const { emails } = bodyOf(await app.notifications.listEmails({ query: { limit: 100 }, headers }));
  const listed = emails.filter(({ outcome }) => outcome === 'sent').map(({ subject }) => subject);
  const inbox = app.world.mails
    .filter(
      (mail) => [email, ...formerEmails].includes(mail.to) && !isCode(mail) && !/invit/i.test(mail.subject),
    )
    .map(({ subject }) => subject);
  expect(listed.toSorted()).toEqual(inbox.toSorted());
  // An operator sees the same e-mails, and codes and invitations beside them.
  const account = bodyOf(await app.maintenance.readAccount({ params: { user_id: id }, headers: operator }));
  const sent = account.mails.filter(({ outcome }) => outcome === 'sent').map((mail) => mail.id);
  const ids = emails.filter(({ outcome }) => outcome === 'sent').map((mail) => mail.id);
  expect(sent).toEqual(expect.arrayContaining(ids));
  return inbox;
}
