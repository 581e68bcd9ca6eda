import { type AccountState, type State, violationsOf } from './check.ts';
import { newHistory } from './history.ts';

const user = 7;
const none = { repeatedNotices: 0, repeatedMails: 0 };
const event = (id: string, value = '25.99') => ({
  id,
  value,
  sid: 's_1',
  type: 'order_created',
  currency: 'USD',
});
const matched = { matched: true, duplicate: false, campaign: 'spring', ad_group: 'shoes', ad_id: 'ad_1' };
const row = { campaign: 'spring', ad_group: 'shoes', ad_id: 'ad_1', event_type: 'order_created' };

function scene() {
  const history = newHistory();
  const note = <K extends Parameters<typeof history.attempt>[0]>(
    kind: K,
    given: Parameters<typeof history.attempt<K>>[2],
    answer: object | null = {},
  ) => {
    history.attempt(kind, user, given).answer = answer as never;
  };
  note('click', { sid: 's_1', campaign: 'spring', adGroup: 'shoes', adId: 'ad_1' });
  note('event', event('e1'), matched);
  note('event', event('e1'), { ...matched, duplicate: true });
  note('event', event('e2', '0.000001'), matched);
  note('event', event('unknown'), null);
  note('erasure', { eventId: 'e2' });
  note('export', {}, { id: 'x1' });
  note('notice', { text: 'A notice' });
  note('grant', { reason: 'A grant', key: 'k', amount: 5 }, { id: 't1' });
  note('invoice', { id: 'in_1' });
  note('dailyGrant', {});
  note('key', { name: 'Kept' }, { id: 'k1', secret: 'sk_1' });
  note('key', { name: 'Revoked' }, { id: 'k2', secret: 'sk_2' });
  note('revocation', { id: 'k2', secret: 'sk_2' });
  note('key', { name: 'Rotated' }, { id: 'k3', secret: 'sk_3' });
  note('rotation', { id: 'k3', before: 'sk_3' }, { secret: 'sk_4' });
  note('prompt', { key: 'p1' }, { session: 1 });
  note('signUp', { email: 'ada@chaos.example' });
  note('signOut', { token: 'token' });
  note('walkthrough', {});
  note('profile', { place: 1 });
  note('profile', { place: 2 }, null);
  note('discovery', {}, { task: 'd1' });
  note('nudge', { email: 'ada@chaos.example' });
  note('subscription', { status: 'paused', created: 2 });
  note('subscription', { status: 'active', created: 1 });
  note('licence', { key: 'new', tier: 2, before: 'old' });
  const account: AccountState = {
    log: [{ event_id: 'e1' }, { event_id: 'e2' }],
    report: [{ ...row, currency: 'USD', count: 2, value: '25.990001' }],
    credits: {
      balance: 510,
      transactions: [
        { id: 't3', amount: 500, balance_after: 510, key: 'invoice#in_1', reason: 'Invoice in_1' },
        { id: 't2', amount: 5, balance_after: 10, key: 'daily#2026-11-22#7', reason: 'Daily' },
        { id: 't1', amount: 5, balance_after: 5, key: 'adjustment#k', reason: 'A grant' },
      ],
    },
    keys: [
      { id: 'k1', name: 'Kept', revoked_at: null },
      { id: 'k2', name: 'Revoked', revoked_at: '2026-11-22T00:00:00.000Z' },
      { id: 'k3', name: 'Rotated', revoked_at: null },
    ],
    prompts: [{ session_id: 1 }],
    exports: { x1: 'completed' },
    discoveries: { d1: 'completed' },
    erased: { e2: {} },
    walkthrough: true,
    fullName: 'Name 2',
    paidStatus: 'paused',
    licences: [
      { license_key: 'new', tier: 2, status: 'active' },
      { license_key: 'old', tier: 1, status: 'inactive' },
    ],
  };
  const state: State = {
    accounts: new Map([[user, account]]),
    works: new Map(Object.entries({ sk_1: true, sk_2: false, sk_3: false, sk_4: true, token: false })),
    notices: ['A notice'],
    mails: [
      { to: 'ada@chaos.example', subject: 'Welcome to adtrail' },
      { to: 'ada@chaos.example', subject: 'Your download is still waiting' },
    ],
  };
  return { history, note, account, state };
}
type Scene = ReturnType<typeof scene>;
const found = ({ history, state }: Scene) => violationsOf(history, state, none);

it('a state that follows from the history has no violations', () => {
  expect(found(scene())).toEqual([]);
});

it('an unacknowledged operation may have either outcome', () => {
  const happened = scene();
  happened.account.log.push({ event_id: 'unknown' });
  Object.assign(happened.account.report[0] as object, { count: 3, value: '51.980001' });
  happened.account.fullName = 'Name 1';
  expect(found(happened)).toEqual([]);
});

const planted: [what: string, plant: (scene: Scene) => void, violation: RegExp][] = [
  ['a lost event', ({ account }) => account.log.pop(), /the acknowledged event e2 is lost/],
  ['a doubled event', ({ account }) => account.log.push({ event_id: 'e1' }), /e1 is in the log 2 times/],
  ['an event of nobody', ({ account }) => account.log.push({ event_id: 'e9' }), /e9 was never sent/],
  ['a count too many', ({ account }) => Object.assign(account.report[0] as object, { count: 3 }), /says 3/],
  ['the last decimal', ({ account }) => Object.assign(account.report[0] as object, { value: '25.99' }), /report/],
  [
    'a lost report',
    ({ account }) => {
      account.report = [];
    },
    /the report says 0/,
  ],
  ['a campaign mixed up', ({ account }) => Object.assign(account.report[0] as object, { campaign: 'x' }), /report/],
  ['an event accepted as new twice', ({ note }) => note('event', event('e1'), matched), /accepted as new 2 times/],
  ['answers that differ', ({ note }) => note('event', event('e1'), { ...matched, duplicate: true, campaign: 'x' }), /answered differently/],
  ['a late match not made', ({ account }) => account.report.splice(0), /report/],
  [
    'an erasure not done',
    ({ account }) => {
      account.erased.e2 = { svc_click_id: 's_1' };
    },
    /not erased/,
  ],
  [
    'an export that hangs',
    ({ account }) => {
      account.exports.x1 = 'running';
    },
    /export x1 is running/,
  ],
  [
    'a discovery that hangs',
    ({ account }) => {
      account.discoveries.d1 = 'running';
    },
    /discovery d1/,
  ],
  [
    'a balance',
    ({ account }) => {
      account.credits.balance++;
    },
    /balance 511, sum of the ledger 510/,
  ],
  ['a lost grant', ({ account }) => account.credits.transactions.pop(), /grant A grant is lost/],
  [
    'a doubled invoice',
    ({ account: { credits } }) => {
      credits.balance += 500;
      const invoice = credits.transactions[0] as (typeof credits.transactions)[0];
      credits.transactions.unshift({ ...invoice, id: 't4', balance_after: 1010 });
    },
    /invoice in_1 2 times/,
  ],
  [
    'a second daily grant',
    ({ account: { credits } }) => {
      credits.balance += 5;
      const daily = credits.transactions[1] as (typeof credits.transactions)[0];
      credits.transactions.unshift({ ...daily, id: 't4', balance_after: 515 });
    },
    /daily#2026-11-22#7 2 times/,
  ],
  ['a lost key', ({ account }) => account.keys.shift(), /the key k1 is lost/],
  ['a key that stopped', ({ state }) => state.works.set('sk_1', false), /the key k1 is refused/],
  ['a revoked key that works', ({ state }) => state.works.set('sk_2', true), /revoked key k2 is accepted/],
  ['a rotated secret that works', ({ state }) => state.works.set('sk_3', true), /rotated secret of k3/],
  ['a doubled prompt', ({ account }) => account.prompts.push({ session_id: 2 }), /2 prompts of 1 keys/],
  ['a lost prompt', ({ account }) => account.prompts.pop(), /prompt 1 is kept 0 times/],
  ['a session that still works', ({ state }) => state.works.set('token', true), /signed out still works/],
  ['a lost notice', ({ state }) => state.notices.pop(), /notice "A notice" is lost/],
  ['a doubled notice', ({ state }) => state.notices.push('A notice'), /1 notices were repeated/],
  ['a lost welcome', ({ state }) => state.mails.shift(), /no welcome mail/],
  ['a doubled welcome', ({ state }) => state.mails.push(...state.mails), /welcome mails were repeated/],
  ['a doubled nudge', ({ state }) => state.mails.push(...state.mails), /has 2 nudges/],
  [
    'a lost walkthrough',
    ({ account }) => {
      account.walkthrough = false;
    },
    /walkthrough/,
  ],
  [
    'an older profile',
    ({ account }) => {
      account.fullName = 'Name 0';
    },
    /is called Name 0/,
  ],
  [
    'an older paid status',
    ({ account }) => {
      account.paidStatus = 'active';
    },
    /paid status active/,
  ],
  ['a lost upgrade', ({ account }) => account.licences.shift(), /licence new is undefined/],
  ['a 500', ({ history }) => history.unexpected.push('/x answered 500'), /answered 500/],
];

it.each(planted)('the check finds %s', (_, plant, violation) => {
  const spoiled = scene();
  plant(spoiled);
  expect(found(spoiled)).toContainEqual(expect.stringMatching(violation));
});

it('repeated notices are explained by the faults', () => {
  const { history, state } = scene();
  state.notices.push('A notice');
  expect(violationsOf(history, state, { ...none, repeatedNotices: 1 })).toEqual([]);
});
