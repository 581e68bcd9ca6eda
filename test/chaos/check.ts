import type { Entry, History, Kind } from './history.ts';

export type AccountState = {
  log: { event_id: string }[];
  report: {
    campaign: string;
    ad_group: string;
    ad_id: string;
    event_type: string;
    currency: string;
    count: number;
    value: string;
  }[];
  credits: {
    balance: number;
    transactions: { id: string; amount: number; balance_after: number; key: string; reason: string }[];
  };
  keys: { id: string; name: string; revoked_at: string | null }[];
  prompts: { session_id: number }[];
  exports: Record<string, string>;
  discoveries: Record<string, string>;
  erased: Record<string, { svc_click_id?: unknown; properties?: unknown } | null>;
  walkthrough: boolean;
  fullName: string | null;
  paidStatus: string;
  licences: { license_key: string; tier: number; status: string }[];
};
export type State = {
  accounts: Map<number, AccountState>;
  works: Map<string, boolean>;
  notices: string[];
  mails: { to: string; subject: string }[];
};
/** Mails and notices are delivered at least once, so these faults may repeat them. */
export type Allowed = { repeatedNotices: number; repeatedMails: number };

export const countedTypes = ['order_created', 'signup_completed'];
export const welcomeSubject = /^Welcome/;
export const nudgeSubject = /still waiting/;

export function violationsOf(history: History, state: State, allowed: Allowed): string[] {
  return [
    ...history.unexpected,
    ...[...state.accounts].flatMap(([user, account]) => [
      ...answersOfEvents(history, user),
      ...conversions(history, user, account),
      ...erasures(history, user, account),
      ...credits(history, user, account),
      ...keys(history, user, account, state),
      ...prompts(history, user, account),
      ...tasks(history, user, account),
      ...profile(history, user, account),
      ...billing(history, user, account),
    ]),
    ...notices(history, state, allowed),
    ...mails(history, state, allowed),
    ...history
      .of('signOut')
      .filter(({ given, answer }) => answer && state.works.get(given.token))
      .map(({ user }) => `user ${user}: a session that was signed out still works`),
  ];
}

function answersOfEvents(history: History, user: number): string[] {
  return [...groupedById(history.of('event', user))].flatMap(([id, entries]) => {
    const answers = entries.flatMap(({ answer }) => (answer ? [answer] : []));
    const alike = new Set(
      answers.map(({ matched, campaign, ad_group, ad_id, reason }) => JSON.stringify([matched, campaign, ad_group, ad_id, reason])),
    );
    const first = answers.filter(({ duplicate }) => duplicate === false).length;
    return [
      ...(alike.size > 1 ? [`user ${user}: event ${id} was answered differently: ${[...alike]}`] : []),
      ...(first > 1 ? [`user ${user}: event ${id} was accepted as new ${first} times`] : []),
    ];
  });
}

function conversions(history: History, user: number, { log, report }: AccountState): string[] {
  const events = groupedById(history.of('event', user));
  const logged = countsOf(log.map(({ event_id }) => event_id));
  const clicks = new Map(history.of('click', user).flatMap(({ given, answer }) => (answer ? [[given.sid, given]] : [])));
  const violations: string[] = [];
  const expected = new Map<string, { count: number; value: bigint }>();
  for (const [id, entries] of events) {
    const isAcknowledged = entries.some(({ answer }) => answer);
    const times = logged.get(id) ?? 0;
    if (isAcknowledged && times === 0) violations.push(`user ${user}: the acknowledged event ${id} is lost`);
    if (times > 1) violations.push(`user ${user}: event ${id} is in the log ${times} times`);
    const { type, value, currency, sid } = (entries[0] as Entry<'event'>).given;
    const click = clicks.get(sid);
    if (!click || !countedTypes.includes(type) || (times === 0 && !isAcknowledged)) continue;
    const cell = cellOf(click.campaign, click.adGroup, click.adId, type, currency);
    const sum = expected.get(cell) ?? { count: 0, value: 0n };
    expected.set(cell, { count: sum.count + 1, value: sum.value + scaled(value) });
  }
  for (const id of logged.keys()) if (!events.has(id)) violations.push(`user ${user}: event ${id} was never sent`);
  const reported = new Map(
    report.map(({ campaign, ad_group, ad_id, event_type, currency, count, value }) => [
      cellOf(campaign, ad_group, ad_id, event_type, currency),
      { count, value: scaled(value) },
    ]),
  );
  for (const cell of new Set([...expected.keys(), ...reported.keys()])) {
    const [right, said] = [expected.get(cell), reported.get(cell)];
    if (right?.count !== said?.count || right?.value !== said?.value)
      violations.push(
        `user ${user}: the report says ${said?.count ?? 0} (${said?.value ?? 0}) of ${cell}, expected ${right?.count ?? 0} (${right?.value ?? 0})`,
      );
  }
  return violations;
}

function erasures(history: History, user: number, { erased }: AccountState): string[] {
  return history.of('erasure', user).flatMap(({ given: { eventId }, answer }) => {
    if (!answer) return [];
    const receipt = erased[eventId];
    if (!receipt) return [`user ${user}: the receipt of the erased event ${eventId} is gone`];
    return receipt.svc_click_id || receipt.properties ? [`user ${user}: event ${eventId} was not erased`] : [];
  });
}

function credits(history: History, user: number, { credits }: AccountState): string[] {
  const { balance, transactions } = credits;
  const violations: string[] = [];
  const sum = transactions.reduce((total, { amount }) => total + amount, 0);
  if (sum !== balance) violations.push(`user ${user}: balance ${balance}, sum of the ledger ${sum}`);
  let running = 0;
  for (const { id, amount, balance_after } of transactions.toReversed()) {
    running += amount;
    if (running !== balance_after) violations.push(`user ${user}: balance_after of ${id} breaks the chain`);
  }
  const byKey = countsOf(transactions.map(({ key }) => key));
  const byReason = countsOf(transactions.map(({ reason }) => reason));
  const once = (what: string, times: number, isAcknowledged: boolean) => {
    if (times > 1) violations.push(`user ${user}: ${what} ${times} times`);
    if (isAcknowledged && times === 0) violations.push(`user ${user}: ${what} is lost`);
  };
  for (const [reason, entries] of grouped(history.of('grant', user), ({ given }) => given.reason))
    once(
      `grant ${reason}`,
      byReason.get(reason) ?? 0,
      entries.some(({ answer }) => answer),
    );
  for (const [id, entries] of grouped(history.of('invoice', user), ({ given }) => given.id))
    once(
      `invoice ${id}`,
      byKey.get(`invoice#${id}`) ?? 0,
      entries.some(({ answer }) => answer),
    );
  const daily = [...byKey].filter(([key]) => key.startsWith('daily#'));
  for (const [key, times] of daily) once(`the grant ${key}`, times, false);
  const isGranted = history.of('dailyGrant').some(({ answer }) => answer);
  if (isGranted && daily.length === 0) violations.push(`user ${user}: no daily grant`);
  return violations;
}

function keys(history: History, user: number, { keys }: AccountState, { works }: State): string[] {
  const listed = new Map(keys.map((key) => [key.id, key]));
  const names = countsOf(keys.map(({ name }) => name));
  const touched = new Set([...history.of('rotation', user), ...history.of('revocation', user)].map(({ given }) => given.id));
  const problem = (secret: string, isMeant: boolean, what: string) =>
    works.get(secret) === isMeant ? [] : [`user ${user}: ${what} is ${isMeant ? 'refused' : 'accepted'}`];
  return [
    ...history.of('key', user).flatMap(({ given, answer }) => {
      if (!answer) return (names.get(given.name) ?? 0) > 1 ? [`user ${user}: key ${given.name} twice`] : [];
      if (!listed.has(answer.id)) return [`user ${user}: the key ${answer.id} is lost`];
      return touched.has(answer.id) ? [] : problem(answer.secret, true, `the key ${answer.id}`);
    }),
    ...history.of('rotation', user).flatMap(({ given, answer }) => {
      if (!answer) return [];
      const isRevoked = history.of('revocation', user).some((other) => other.given.id === given.id);
      return [
        ...problem(given.before, false, `the rotated secret of ${given.id}`),
        ...(isRevoked ? [] : problem(answer.secret, true, `the new secret of ${given.id}`)),
      ];
    }),
    ...history.of('revocation', user).flatMap(({ given, answer }) => {
      if (!answer) return [];
      const isListed = listed.get(given.id)?.revoked_at ? [] : [`user ${user}: ${given.id} is not revoked`];
      return [...isListed, ...problem(given.secret, false, `the revoked key ${given.id}`)];
    }),
  ];
}

function prompts(history: History, user: number, { prompts }: AccountState): string[] {
  const sessions = countsOf(prompts.map(({ session_id }) => String(session_id)));
  const byKey = grouped(history.of('prompt', user), ({ given }) => given.key);
  const violations = [...byKey].flatMap(([key, entries]) => {
    const answered = new Set(entries.flatMap(({ answer }) => (answer ? [String(answer.session)] : [])));
    return [
      ...(answered.size > 1 ? [`user ${user}: ${key} made ${answered.size} prompts`] : []),
      ...[...answered]
        .filter((session) => sessions.get(session) !== 1)
        .map((session) => `user ${user}: the prompt ${session} is kept ${sessions.get(session) ?? 0} times`),
    ];
  });
  return prompts.length > byKey.size ? [...violations, `user ${user}: ${prompts.length} prompts of ${byKey.size} keys`] : violations;
}

const tasks = (history: History, user: number, { exports, discoveries }: AccountState): string[] => [
  ...history
    .of('export', user)
    .filter(({ answer }) => answer && exports[answer.id] !== 'completed')
    .map(({ answer }) => `user ${user}: export ${answer?.id} is ${exports[answer?.id ?? '']}`),
  ...history
    .of('discovery', user)
    .filter(({ answer }) => answer && !['completed', 'failed'].includes(discoveries[answer.task] ?? ''))
    .map(({ answer }) => `user ${user}: discovery ${answer?.task} is ${discoveries[answer?.task ?? '']}`),
];

function profile(history: History, user: number, { walkthrough, fullName }: AccountState): string[] {
  const isDone = history.of('walkthrough', user).some(({ answer }) => answer);
  const changes = history.of('profile', user);
  const newest = changes.findLastIndex(({ answer }) => answer);
  const possible = changes.slice(Math.max(newest, 0)).map(({ given }) => `Name ${given.place}`);
  return [
    ...(isDone && !walkthrough ? [`user ${user}: the walkthrough is not completed`] : []),
    ...(newest >= 0 && !possible.includes(fullName ?? '') ? [`user ${user}: is called ${fullName}, not ${possible.join(' or ')}`] : []),
  ];
}

function billing(history: History, user: number, { paidStatus, licences }: AccountState): string[] {
  const newest = history.of('subscription', user).sort((one, other) => other.given.created - one.given.created)[0];
  const byKey = new Map(licences.map((licence) => [licence.license_key, licence]));
  return [
    ...(newest?.answer && newest.given.status !== paidStatus
      ? [`user ${user}: paid status ${paidStatus}, not ${newest.given.status}`]
      : []),
    ...history.of('licence', user).flatMap(({ given, answer }) => {
      const licence = byKey.get(given.key);
      if (!answer) return [];
      if (licence?.status !== 'active' || licence.tier !== given.tier)
        return [`user ${user}: licence ${given.key} is ${licence?.status} of tier ${licence?.tier}`];
      return byKey.get(given.before)?.status === 'active' ? [`user ${user}: the replaced licence ${given.before} is still active`] : [];
    }),
  ];
}

function notices(history: History, { notices }: State, { repeatedNotices }: Allowed): string[] {
  const posted = countsOf(notices);
  const byText = grouped(history.of('notice'), ({ given }) => given.text);
  const lost = [...byText]
    .filter(([text, entries]) => entries.some(({ answer }) => answer) && !posted.has(text))
    .map(([text]) => `the notice "${text}" is lost`);
  const repeats = [...byText.keys()].reduce((sum, text) => sum + Math.max(0, (posted.get(text) ?? 0) - 1), 0);
  return repeats > repeatedNotices ? [...lost, `${repeats} notices were repeated, and ${repeatedNotices} faults explain one each`] : lost;
}

function mails(history: History, { mails }: State, { repeatedMails }: Allowed): string[] {
  const sent = (to: string, subject: RegExp) => mails.filter((mail) => mail.to === to && subject.test(mail.subject)).length;
  let repeats = 0;
  const violations = history.of('signUp').flatMap(({ given: { email }, answer }) => {
    const times = sent(email, welcomeSubject);
    repeats += Math.max(0, times - 1);
    return answer && times === 0 ? [`${email} has no welcome mail`] : [];
  });
  for (const email of new Set(history.of('nudge').map(({ given }) => given.email)))
    if (sent(email, nudgeSubject) > 1) violations.push(`${email} has ${sent(email, nudgeSubject)} nudges of one day`);
  return repeats > repeatedMails
    ? [...violations, `${repeats} welcome mails were repeated, and ${repeatedMails} faults explain one each`]
    : violations;
}

const cellOf = (...parts: string[]) => parts.join(' / ');

function scaled(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(`${whole}${fraction.padEnd(10, '0').slice(0, 10)}`);
}

function grouped<T>(all: readonly T[], by: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(by(one), [...(groups.get(by(one)) ?? []), one]);
  return groups;
}
const groupedById = (entries: Entry<'event'>[]) => grouped(entries, ({ given }) => given.id);

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

export function summaryOf(history: History): { kind: Kind; attempts: number; acknowledged: number }[] {
  return [...grouped(history.entries, ({ kind }) => kind)].map(([kind, entries]) => ({
    kind: kind as Kind,
    attempts: entries.length,
    acknowledged: entries.filter(({ answer }) => answer).length,
  }));
}
