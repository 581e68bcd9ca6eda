import { awsLimits } from '#lib/cloud/limits/aws-limits.ts';
import { stageLimits } from '#lib/cloud/limits/stage-limits.ts';
import { type Stage, stages } from '#lib/cloud/stages.ts';
import {
  type Arrival,
  accounts,
  assumed,
  type Bill,
  browsers,
  canary,
  clicksWithCandidates,
  conversions,
  fixed,
  flood,
  fullExports,
  keeping,
  keptConversions,
  keptVisits,
  totalOf,
  units,
} from './estimate.ts';
import { measured } from './measured.ts';
import { prices } from './prices.ts';

/** The stack has this many billed resources, which test/infra/stages.test.ts counts. */
export const stack = {
  alarmMetrics: 22,
  dashboards: 1,
  firewalls: 2,
  firewallRules: 10,
  secrets: 16,
  keys: 1,
  workedQueues: 22,
  deadLetterQueues: 32,
};

const roundsOfMonth = 30 * 24 * 3600;
const perRound = totalOf(conversions(1, { batchSize: 1, isQuiet: true })) - totalOf(conversions(1, { batchSize: 1 }));

/** Eight queries of a click's 50 latest events a second, all month. */
const sameSale = 8 * 5 * roundsOfMonth * (prices.dynamodb.readUnits / 1e6);

const dollars = (amount: number) => (amount >= 100 ? `$${Math.round(amount).toLocaleString('en-US')}` : `$${amount.toFixed(2)}`);
const arrivals: [string, Arrival][] = [
  ['one by one', { batchSize: 1 }],
  ['in batches of 100', { batchSize: 100 }],
  ['one by one, each of its own click', { batchSize: 1, hasOwnClick: true }],
  ['in batches, each of its own click', { batchSize: 100, hasOwnClick: true }],
  ['one by one, with users', { batchSize: 1, hasUser: true }],
  ['in batches, with users', { batchSize: 100, hasUser: true }],
  ['one by one, a few a minute', { batchSize: 1, isQuiet: true }],
];

function table(columns: readonly (readonly [string, Bill])[]): string {
  const parts = [...new Set(columns.flatMap(([, bill]) => Object.keys(bill)))];
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    row(['', ...columns.map(([name]) => name)]),
    row(['---', ...columns.map(() => '---:')]),
    ...parts.map((part) => row([part, ...columns.map(([, bill]) => dollars(bill[part] ?? 0))])),
    row(['**together**', ...columns.map(([, bill]) => `**${dollars(totalOf(bill))}**`)]),
  ].join('\n');
}

export function month(events: number, users: number): Bill {
  const sum = (bill: Bill) => totalOf(bill);
  const clicks = clicksOf(events);
  const pageViews = clicks * assumed.pageViewsOfClick;
  return {
    'a stage that nobody uses': sum(fixed(stack)) + sum(canary(stack)),
    'conversions, one by one, each of its own click': sum(conversions(events, { batchSize: 1, hasOwnClick: true })),
    [`keeping them, after ${assumed.month} months`]: sum(keeping(keptConversions(events), assumed.month)),
    'clicks of people': sum(browsers(clicks, 'click')),
    'page views': sum(browsers(pageViews, 'browserEvent')),
    'keeping clicks and page views': sum(keeping(keptVisits(clicks, pageViews), assumed.month)),
    'accounts in use': sum(accounts(users)),
  };
}

const clicksOf = (conversions: number) => conversions / assumed.conversionRate;

const prod = stages.find(({ name }) => name === 'prod') as Stage;
const executions = stageLimits(prod).reserved.conversions ?? 0;
const { requestsPerExecution } = awsLimits.lambda;
const figure = (count: number) => count.toLocaleString('en-US');
const bytes = (count: number) => count.toLocaleString('en-US');
const short = (count: number) => (count >= 1e6 ? `${count / 1e6} million` : count.toLocaleString('en-US'));

export const monthTable = (months: readonly (readonly [events: number, users: number])[]) =>
  table(months.map(([events, users]) => [`${short(events)} conversions, ${short(users)} accounts`, month(events, users)]));

export const costPage = () => `# Cost on AWS

\`npm run cost -- --events 10m --users 100k\` prints the bill of a month; \`npm run cost -- --write\` writes this page.
Nothing here was billed: it is measured capacity units (\`lib/tools/cost/measured.ts\`, which a test measures again) times list
prices of ${prices.region} as read on ${prices.readOn} (\`lib/tools/cost/prices.ts\`, which says which are from memory).

## A million conversions

${table(arrivals.map(([name, arrival]) => [name, conversions(1e6, arrival)]))}

A conversion comes through CloudFront to the function's own URL: a REST API and its firewall would add $4.10 for each
million requests. "With users": each event has an \`external_user_id\`, of a user who sends three from one click. The link of
click and user is one write, and leads to the events of both ([decision 0017](decisions/0017-links-as-index.md)): ${(measured.conversion.followUpWithUser.writeUnits - measured.conversion.followUpTogether.writeUnits).toFixed(2)} write
units and ${(measured.conversion.followUpWithUser.readUnits - measured.conversion.followUpTogether.readUnits).toFixed(2)} read units more an event. Events without a known click have a row of their user as well, one write unit.
An event that its user earns takes three write units more with \`identity_attribution: report\` than with \`answer\`
([decision 0020](decisions/0020-identity-after-the-response.md)).
"Each of its own click": a shop, where few clicks earn two events. The stream's workers read each click again, once to store that it was a
person's: ${(measured.conversion.followUpOfOwnClick.readUnits - measured.conversion.followUpTogether.readUnits).toFixed(2)} read units more an event. If an account counts two event types, the worker also looks for sales that both
count: at most ten clicks a batch and eight a second, each at most five read units. So a shard costs at most $${sameSale.toFixed(2)} a month for it, and a
batch of 100 events of one busy click five read units (\`npm test -- test/conversions/sales-counted-twice\`).
Of an event with a user, ${bytes(measured.conversion.withUser.bytesForEver)} bytes stay and ${bytes(measured.conversion.withUser.bytesForAWhile)} expire; of one without, ${bytes(measured.conversion.bytesForEver)} and ${bytes(measured.conversion.bytesForAWhile)}.

The last column is a service with so few events that each of them makes its own round through the stream. A shard makes at most
one round a second, so this costs a stage at most ${dollars(roundsOfMonth * perRound)} a month for each shard. To gather longer would save most of that, and reports
would be as much later.

## A million clicks and browser events

${table([
  ['clicks', browsers(1e6, 'click')],
  ['clicks, 40 % candidates', clicksWithCandidates(1e6, 0.4)],
  ['events, one in a request', browsers(1e6, 'browserEvent')],
  ['clicks, as before', browsers(1e6, 'click', true)],
  ['events, as before', browsers(1e6, 'browserEvent', true)],
])}

They come to the pixel's own URL too ([decision 0018](decisions/0018-pixel-by-url.md)). "As before": through the REST API and the
firewall. The pixel gathers events: a request brings up to 50, which share all but the tables' part.

"40 % candidates": so many clicks come from data centres, and none of them shows a person. A message with ${assumed.candidatesOfMessage} of them waits twice
for 15 minutes, then a worker reads them and their events, stores ${assumed.candidatesOfMessage} verdicts, and the stream moves their cells. A click that reports
interaction costs one write instead. A click of a network and ad that others have clicked in the last ten minutes adds a read and a
write to a batch of clicks, whose number this page leaves out.

A click with long click IDs of networks, or with a sealed user agent and landing address, has up to 4 KB instead of 1 KB: three
write units more, ${dollars(1e6 * units({ readUnits: 0, writeUnits: 3 }))} a million. An event with match keys has an item of its own: one or two write units more.

## A flood of made-up keys

A request to the Conversion API with a made-up key costs CloudFront, its firewall and a function of ${assumed.refusedMs} ms, which reads no
body. It is counted by network (10 a second, 200 at once): above that it is 429 at the same cost. The firewall blocks an address
with more than 1,000 requests without a secret key, or ${figure(stageLimits(prod).fromOneAddress.conversions)} with one, in five minutes; then CloudFront and the firewall remain.

| An hour of 10,000 requests a second | |
| --- | ---: |
| from many addresses | ${dollars(flood({ perSecond: 10_000, isBlocked: false }))} |
| from addresses that the firewall blocks | ${dollars(flood({ perSecond: 10_000, isBlocked: true }))} |

The Conversion API of prod has ${figure(executions)} executions for itself, which take ${figure(executions * requestsPerExecution)} requests a second however short they are. Of such a flood from
many addresses Lambda refuses the rest with 429, and customers' requests among it; sign-ins, the pixel and workers are not touched.

## A month

${monthTable([
  [1e6, 10_000],
  [1e7, 100_000],
  [1e8, 1_000_000],
])}

A conversion needs ${Math.round(clicksOf(1))} clicks of people, at a conversion rate of ${(assumed.conversionRate * 100).toFixed(2)} %, and a click is followed by ${assumed.pageViewsOfClick} page views. So they are
the larger part of the bill, and it follows the rate: ${dollars(totalOf(browsers(1e6, 'click')) + assumed.pageViewsOfClick * totalOf(browsers(1e6, 'browserEvent')))} for a million clicks. Visitors without an ad's click are not counted here, nor clicks of bots,
which cost the same until a worker judges them.

${table([12, 24, 36].map((months) => [`keeping 10 million a month, after ${months} months`, keeping(keptConversions(1e7), months)]))}

A full export each night would be ${dollars(fullExports(keptConversions(1e7), assumed.month))} a month after ${assumed.month} months. DynamoDB's smallest charge, 10 MB for an export,
is not counted.

## A stage that nobody uses

${table([['a month', { ...fixed(stack), 'the canary': totalOf(canary(stack)) }]])}

Item by item from the template: ${stack.alarmMetrics} metrics that alarms read, ${stack.firewalls} firewalls with ${stack.firewallRules} rules, ${stack.secrets} secrets, ${stack.keys} key,
${stack.workedQueues} queues at ${figure(prices.pollsOfQueue)} polls, ${stack.dashboards} dashboard; \`test/infra/stages.test.ts\` counts them again. Logs, tables, buckets, schedules and
deployments cost nothing while nobody uses them.

The canary walks the stage every five minutes:

${table([['a month', canary(stack)]])}

## Assumed, not measured

- Lambda takes ${assumed.singleMs} ms for an event and ${assumed.batchOf100Ms} ms for a batch of 100, with ${Math.round(assumed.functionGb * 1024)} MB; the consumer takes ${assumed.followUpMs} ms for 100 events.
- Nothing of a conversion is traced; of the other requests one in 20.
- What expires of a conversion is kept for ${assumed.keptForMonths} months on average; a click for ${assumed.clickKeptForMonths} months, a page view for ${assumed.browserEventKeptForMonths}.
- A conversion rate of ${(assumed.conversionRate * 100).toFixed(2)} %, and ${assumed.pageViewsOfClick} page views a click, each in a request of its own. Half of either halves that part of the bill.
- An account in use sends ${assumed.requestsOfUser} requests a month, each with one read and now and then a write, and gets ${assumed.mailsOfUser} mails and its daily credits.
- The canary is at work for ${assumed.canarySeconds} s, and asks for the report ${assumed.canaryAsks} times until it shows the conversion.
- A metric that is written only when something happens is not counted: $0.30 for a month in which it happens every hour. They are
  failed requests by function, failed sign-ins, dead effects, pauses of mail to many and the cost of models.
- Without language models, ad libraries, messages to phones, data transfer and tax.
`;
