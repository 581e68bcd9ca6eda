import { queues } from '#functions/queues.ts';
import { assumed } from '#lib/tools/cost/estimate.ts';
import { prices } from '#lib/tools/cost/prices.ts';
import { longestChain } from '#shared/backup/order-backup.ts';
import { checkIns } from './check-ins.ts';
import { type DeclaredPeak, declaredPeak, initMilliseconds, refusedIn } from './declared-peak.ts';
import { grantNight, type Night, nightUsers, tableQuota } from './grants.ts';
import { manyRegistrations, type Registrations, registrationsPerSecond } from './registrations.ts';
import { manyTenants, type Outcome, oneTenant } from './scenarios.ts';
import { type SearchOutcome, searchAtScale } from './search.ts';
import { askedFor } from './search-population.ts';

/** An audit on 2026-11-22 (commit 3d3752d) calculated these values. */
const before = {
  a: ['event log: one partition an account and day takes 1,000 events/s', '10 times its limit', '$2.61 with one stream shard', 'grows'],
  b: ['marks in totals: 140 write units a counter', 'all partitions', '$525 for counters', 'grows'],
  c: ['5 workers of about 1,000 users/s', '', '$3.75 a million users, for writes', '35 to 80 minutes a night'],
  d: ['`SEARCHFRESH`: one partition takes 330 records/s', '100 % at 330/s', '$21 a million records', 'grows'],
  e: ['a full export each night', '', '$100 a night and TB', 'restores: 20,000 items/s'],
  f: ['SES: its rate; then search as in d', '100 % at 330/s', '$29 a million', 'grows'],
} as const;

const scenarios: Record<keyof typeof before, string> = {
  a: 'one account, 10,000 conversions/s',
  b: '100,000 accounts, one conversion/s each',
  c: 'daily credits for 10 million users',
  d: 'search over 100 million records',
  e: 'backups of 1 TB',
  f: '5,000 registrations/s',
};

type Row = readonly [string, string, string, string];

const percent = (share: number) => `${Math.round(100 * share)} %`;
const dollars = (amount: number) => `$${amount.toFixed(2)}`;
const rowOf = ({ bottleneck, share, dollarsPerMillion, lagSeconds }: Outcome): Row => [
  `\`${bottleneck}\``,
  percent(share),
  dollars(dollarsPerMillion),
  `${lagSeconds.toFixed(1)} s`,
];

const grantsRow = ({ usersPerSecond, writeUnitsPerUser, minutes, dollars: night }: Night): Row => [
  usersPerSecond * writeUnitsPerUser >= tableQuota - 1
    ? `the table's quota, ${tableQuota.toLocaleString('en-US')} units/s`
    : `${queues.grants.maxConcurrency} workers`,
  '',
  `${dollars((1e6 * night) / nightUsers)} a million users`,
  `${Math.round(minutes)} minutes, ${dollars(night)} a night`,
];

const searchRow = ({ bottleneck, recordsPerSecond, dollarsPerMillion }: SearchOutcome): Row => [
  `\`${bottleneck}\`, in 16 shards`,
  `50 % at ${(100 * Math.round(recordsPerSecond / 100)).toLocaleString('en-US')}/s`,
  `${dollars(dollarsPerMillion)} a million records`,
  'a segment of 4,096 records',
];

const changedADay = 0.05;
const terabyte = 1000;
const exported = (terabyte * (1 + changedADay * (longestChain - 1))) / longestChain;
const backupsRow: Row = [
  'an export of what changed, and of everything once in seven nights',
  '',
  `${dollars(exported * prices.storage.exports)} a night and TB`,
  'restores: as before',
];

const registrationsRow = ({ bottleneck, share, dollarsPerMillion }: Registrations): Row => [
  `${bottleneck}; e-mails wait for SES`,
  percent(share),
  `${dollars(dollarsPerMillion)} a million, and d`,
  'codes: at the rate of SES',
];

const searchTable = ({ readings }: SearchOutcome) =>
  table(
    ['95 of 100 searches for', ...readings.map(({ records }) => `${records / 1e6} million records`)],
    [
      ...askedFor.map((name, i) => [
        name,
        ...readings.map(({ queries }) => {
          const { p95Ms = 0, p95Calls = 0 } = queries[i] ?? {};
          return `${p95Calls} calls, ${10 * Math.round(p95Ms / 10)} ms`;
        }),
      ]),
      ['not complete after two seconds', ...readings.map(({ partial }) => percent(partial))],
    ],
  );

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const peakTable = (peaks: readonly DeclaredPeak[]) =>
  table(
    ['', 'at its peak', 'executions kept', ...(peaks[0]?.rises ?? []).map(({ seconds }) => riseOf(seconds))],
    peaks.map(({ name, peak, reserved, rises }) => [
      `\`${name}\``,
      `${peak.toLocaleString('en-US')}/s`,
      reserved.toLocaleString('en-US'),
      ...rises.map((run) => `${refusedIn(run)} refused, ${run.started} started`),
    ]),
  );
const riseOf = (seconds: number) => (seconds === 0 ? 'at once' : seconds === 1 ? 'in a second' : `in ${seconds} s`);

/**
 * The cost is in dollars per million events, with grouped counters, a claim, and 0.3 queue requests per
 * event.
 */
const grouped = (now: number) => now + prices.dynamodb.writeUnits * (1 - 5 * (1 - 1 / 5)) + (3 * prices.queueRequests) / 10;

export async function scalePage(date: string): Promise<string> {
  const a = await oneTenant();
  const b = await manyTenants();
  const longer = await manyTenants({ gatherSeconds: 4 });
  const c = await grantNight();
  const d = await searchAtScale();
  const f = await manyRegistrations();
  const mails = await checkIns();
  const peaks = declaredPeak();
  const tenThousand = declaredPeak({
    peakRequestsPerSecond: { conversions: 10_000, pixel: 10_000, api: 0 },
    reservesExecutions: true,
  });
  const after: Record<keyof typeof before, Row> = {
    a: rowOf(a),
    b: rowOf(b),
    c: grantsRow(c),
    d: searchRow(d),
    e: backupsRow,
    f: registrationsRow(f),
  };
  const written = Object.fromEntries(Object.entries({ a, b, c, d, f }).map(([name, { mostWritten }]) => [name, mostWritten]));
  const head = ['', 'First bottleneck', 'Of its limit', 'A million', 'Lag or time'];
  const rows = (Object.keys(before) as (keyof typeof before)[]).flatMap((name) => [
    [`${name}) ${scenarios[name]}: before`, ...before[name]],
    [`${name}) after`, ...after[name]],
  ]);
  const lines = (outcome: Outcome) =>
    [
      outcome.writeUnitsPerEvent.toFixed(1),
      outcome.partitions.toLocaleString('en-US'),
      outcome.workers.toLocaleString('en-US'),
      outcome.deferred.toLocaleString('en-US'),
    ] as const;
  return `# Scale

\`npm run simulate -- --write\` wrote this page on ${date}. Nothing was measured on AWS: the service's own code runs over a
model of DynamoDB, its partitions and its streams (\`lib/tools/simulate\`).

${table(head, rows)}

| | Write units an event | Partitions | Workers at a time | Log entries put off |
| --- | --- | --- | --- | --- |
| a | ${lines(a).join(' | ')} |
| b | ${lines(b).join(' | ')} |

The item that is written most often, by the kinds of its keys; none takes more than 100 writes a second:

${table(
  ['', ...Object.keys(written)],
  [
    ['item', ...Object.values(written).map(({ item }) => `\`${item.replace(/\d+$/, '…')}\``)],
    ['writes a second', ...Object.values(written).map(({ writes }) => String(Math.ceil(writes)))],
  ],
)}

"Of its limit" is the busiest partition key as a share of what one partition takes: 1,000 write units and 3,000 read units a
second. The dollars are those of DynamoDB and of the consumer; requests and logs come on top ([cost](cost.md)).

Searches of operators, one after the other, with the calls and their time up to which 95 of 100 came:

${searchTable(d)}

## The declared peak on Lambda

A function takes ten requests a second for each execution that is kept for it, gains 1,000 executions in ten seconds, and a
request that finds none free starts one and waits for it. So a stage says what it is to take (\`peakRequestsPerSecond\` in
\`lib/cloud/stages.ts\`), and a tenth of it is kept. Requests that Lambda refuses with 429 during 20 seconds at the peak of prod
and before, by the time in which the peak came from a hundredth of it:

${peakTable(peaks)}

The same with 10,000 a second, of which 1,000 executions are a tenth:

${peakTable(tenThousand)}

- At the peak Lambda refuses nothing when it is reached within a second or more. A jump from next to nothing starts more environments than are kept:
  the requests of its first moments are refused once, and clients retry them.
- A batch of 100 events takes ${assumed.batchOf100Ms} ms, which is more than a tenth of a second: of batches alone \`conversions\` takes ${(peaks[0]?.batches ?? 0).toLocaleString('en-US')} a second.
- \`npm run ops -- limits\` prints what follows from a peak, and what to ask AWS for ([runbook](runbook.md#the-first-deployment)).

## What the model does

- Each item is billed by its size to the partition of its key. A partition refuses what is too much, after what it saved in
  five minutes. It is split between two keys when it is busy, never within one: DynamoDB may do that too, so the model is
  stricter.
- Each partition is a stream shard. Its worker has a memory of its own and one batch under way, and a batch that fails comes
  again with the next second. The tables begin as they are after days of such traffic: large, and the account known to be busy.
- Of a, 16 processes of the Conversion API apply the limit of the account's key, which is what it sends.
- A call takes 5 ms, and a worker has 12 under way on average.
- Lambda: a request takes ${assumed.singleMs} ms and the start of an environment ${initMilliseconds} ms, both assumed. An environment has one request at a
  time. Requests of a second come at random moments of it.
- Of b, 8 accounts are run for some minutes, with events from any of the table's shards. A round of a shard brings what came there
  meanwhile, 28 events of as many accounts a second: what a round takes once is shared by them. In the first second of
  a day every account is noted, which is arithmetic.
- Of c, 6,400 users get 21 nights of credits from the job's own code; 10 million users are arithmetic on the units of the
  last ten. That a worker grants to 1,000 users a second is from the audit. Pages of the index are arithmetic. The model
  does not refuse transactions: it shows which key is the busiest.
- Of d, 18,000 records are written by the service's own code. A table of 10 million is the segments of these again and again
  under other names; what is searched for is in one of them. The items that a search reads are parsed as if they came over
  the network. The time is that of computing, and 5 ms for calls at the same time.
- Of f, 240 registrations from as many networks are run through the endpoint's own code, and the light discoveries that follow
  those of a second by 120 processes. The index of active accounts has 16 shards and is arithmetic.
- e is arithmetic: 5 % of the terabyte change in a day. The restore of a backup of changes reads seven backups at most.
- "Before" is an audit of 2026-11-22, by arithmetic.

## What is left

- a needs a quota of ${(1000 * Math.ceil(a.writeUnitsPerEvent * 10)).toLocaleString('en-US')} write units a second for the table, 1,000 executions that are kept for \`conversions\`, and an account with 100 more than all that are kept.
- b costs ${dollars(b.dollarsPerMillion)} a million (an earlier model charged each event for a round of its own: $8.00). To gather for four seconds in
  place of one makes it ${dollars(longer.dollarsPerMillion)}, and reports ${longer.lagSeconds.toFixed(1)} s late: the events of a round are of other accounts, whose counters are
  other items. Of its ${b.writeUnitsPerEvent.toFixed(1)} write units five are counters. To gather those by account, a second stage keyed by account would take five
  events at once, and a claim for each event to count it once: by arithmetic ${dollars(grouped(b.dollarsPerMillion))} a million, with reports more than five seconds late. It is
  not built, and $5 is not reached ([decision 0010](decisions/0010-large-tables.md)).
- b needs quotas of ${Math.ceil((b.writeUnitsPerEvent * 1e5) / 1e6).toLocaleString('en-US')} million write units a second for the table and ${b.workers.toLocaleString('en-US')} concurrent functions: both are raised on request.
- c takes ${c.writeUnitsPerUser.toFixed(2)} write and ${c.readUnitsPerUser.toFixed(2)} read units a user: one write of one item, and once in ten days a transaction of two
  ([decision 0012](decisions/0012-daily-credits.md)). The dearest night takes ${c.mostWriteUnitsPerUser.toFixed(2)} write units a user; the first night
  of an account takes 6. The busiest key, \`${c.hottest.kind}\`, is at ${percent(c.hottest.share)} of its limit.
- d: the records of a year are written with ${d.writeUnitsPerRecord.toFixed(0)} write units each ([decision 0013](decisions/0013-search-segments.md)). Among 100
  million, one search in a hundred ends after two seconds with \`partial: true\`.
- f needs a quota of ${(Math.round((f.writeUnitsPerAccount * registrationsPerSecond) / 1000) * 1000).toLocaleString('en-US')} write units a second for the accounts; its codes stop
  at the rate of SES. Mail to many goes out at 80 % of it, in days if need be; codes and notices are sent beside it
  ([runbook](runbook.md#mail-to-many)). By the service's own pace and in virtual time, 100,000 check-ins beside two codes a
  second take ${mails.hours.toFixed(1)} hours at 14 e-mails a second; ${mails.givenUp} are given up, and SES refuses ${mails.throttledMails + mails.throttledCodes}. More codes a second than SES takes are tried for ten minutes.
`;
}
