import { longestChain } from '#shared/backup/order-backup.ts';
import { measured } from './measured.ts';
import { prices } from './prices.ts';

/** Lambda's own time depends on its network and is assumed. */
export const assumed = {
  /** The durations are in milliseconds, for one event and for a batch of 100. */
  singleMs: 10,
  refusedMs: 3,
  batchOf100Ms: 120,
  functionGb: 1769 / 1024,
  pixelGb: 1,
  /** The stream consumer processes 100 events in this many milliseconds. */
  followUpMs: 150,
  /** A batch of 100 clicks has 40 candidates, and judging these takes 250 milliseconds. */
  candidatesOfMessage: 40,
  verdictMs: 250,
  verdictGb: 0.5,
  keptForMonths: 4,
  clickKeptForMonths: 4,
  browserEventKeptForMonths: 3,
  /** The sum is of the month after this number of months. */
  month: 24,
  /** A conversion needs 36 clicks, as in test/traffic/twenty-days.test.ts. */
  conversionRate: 0.0276,
  /** Each is a request of its own, since a page sends what it has when it is left. */
  pageViewsOfClick: 2,
  /** An active account uses this many requests and mails a month. */
  requestsOfUser: 200,
  mailsOfUser: 2,
  canarySeconds: 5,
  canaryAsks: 4,
};

export type Bill = Record<string, number>;
export type Arrival = { batchSize: 1 | 100; isQuiet?: true; hasUser?: true; hasOwnClick?: true };

export const units = ({ readUnits, writeUnits }: { readUnits: number; writeUnits: number }) =>
  (readUnits * prices.dynamodb.readUnits + writeUnits * prices.dynamodb.writeUnits) / 1e6;
export const run = (ms: number, functionGb = assumed.functionGb) =>
  (ms / 1000) * functionGb * prices.lambda.gbSecond + prices.lambda.requests / 1e6;
const accessLogBytes = 300;
const gb = (bytes: number) => bytes / 1e9;

export function conversions(count: number, { batchSize, isQuiet, hasUser, hasOwnClick }: Arrival): Bill {
  const { hot, hotInBatchOf100, followUpAlone, followUpTogether, followUpOfOwnClick, followUpWithUser, logBytes } = measured.conversion;
  const ofKnownClick = hasOwnClick ? followUpOfOwnClick : followUpTogether;
  const together = hasUser ? followUpWithUser : ofKnownClick;
  const requests = count / batchSize;
  const batches = isQuiet ? count : count / 100;
  return {
    'front (CloudFront, its firewall, two edge functions)': (requests * edge) / 1e6,
    'function of the Conversion API': requests * run(batchSize === 1 ? assumed.singleMs : assumed.batchOf100Ms),
    // Events of a batch share the read of a click that they have in common.
    'its one read and one write': count * units(batchSize === 1 || hasOwnClick ? hot : hotInBatchOf100),
    'totals, event log, indexes': count * units(isQuiet ? followUpAlone : together),
    'their function': batches * run(isQuiet ? 20 : assumed.followUpMs),
    logs: gb(requests * logBytes) * prices.logs,
  };
}

const edge = prices.front.cloudFront + prices.front.edgeFirewall + 2 * prices.front.edgeFunction;

/** Even the responses 401 and 429 cost money. The flood lasts an hour at `perSecond` requests. */
export function flood({ perSecond, isBlocked }: { perSecond: number; isBlocked: boolean }): number {
  const requests = perSecond * 3600;
  const { cloudFront, edgeFirewall } = prices.front;
  const front = isBlocked ? cloudFront + edgeFirewall : edge;
  return (requests * front) / 1e6 + (isBlocked ? 0 : requests * run(assumed.refusedMs));
}

export function clicksWithCandidates(count: number, share: number): Bill {
  const candidates = count * share;
  const messages = candidates / assumed.candidatesOfMessage;
  const { queueRequests } = prices;
  return {
    ...browsers(count, 'click'),
    'tables, with what follows': (count - candidates) * units(measured.click) + candidates * units(measured.candidate),
    // A click waits twice in a queue, and each message is sent, received and removed.
    'queue of verdicts': (messages * 2 * 3 * queueRequests) / 1e6,
    'function of verdicts': messages * (run(5, assumed.verdictGb) + run(assumed.verdictMs, assumed.verdictGb)),
  };
}

/** With `byGateway`, the bill is as before decision 0018. */
export function browsers(count: number, kind: 'click' | 'browserEvent', byGateway = false): Bill {
  const { restApi, firewall } = prices.front;
  return {
    'front (CloudFront, its firewall, two edge functions)': (count * edge) / 1e6,
    'API Gateway and firewall': byGateway ? (count * (restApi + firewall)) / 1e6 : 0,
    'function of the pixel': count * run(assumed.singleMs, assumed.pixelGb),
    'tables, with what follows': count * units(measured[kind]),
    logs: gb(count * (measured.conversion.logBytes + (byGateway ? accessLogBytes : 0))) * prices.logs,
  };
}

type Kept = { perMonth: number; bytesForEver: number; bytesForAWhile: number; months: number };

export const keptConversions = (perMonth: number): Kept[] => {
  const { bytesForEver, bytesForAWhile } = measured.conversion;
  return [{ perMonth, bytesForEver, bytesForAWhile, months: assumed.keptForMonths }];
};

export const keptVisits = (clicks: number, pageViews: number): Kept[] => [
  { perMonth: clicks, ...measured.storedClick, months: assumed.clickKeptForMonths },
  { perMonth: pageViews, ...measured.storedBrowserEvent, months: assumed.browserEventKeptForMonths },
];

const storedGb = (kept: readonly Kept[], after: number): number =>
  gb(
    kept.reduce(
      (sum, { perMonth, bytesForEver, bytesForAWhile, months }) =>
        sum + perMonth * (after * bytesForEver + Math.min(after, months) * bytesForAWhile),
      0,
    ),
  );

export const fullExports = (kept: readonly Kept[], after: number): number => storedGb(kept, after) * prices.storage.exports * 30;

/** The bill of the month after `after` months that each brought as much. */
export function keeping(kept: readonly Kept[], after: number): Bill {
  const stored = storedGb(kept, after);
  // An export of changes includes expired items, so each such item counts twice.
  const changed = gb(kept.reduce((sum, one) => sum + (one.perMonth / 30) * (one.bytesForEver + 2 * one.bytesForAWhile), 0));
  const exported = (stored + changed * (longestChain - 1)) / longestChain;
  return {
    storage: stored * prices.storage.dynamodb,
    'point-in-time recovery': stored * prices.storage.pointInTime,
    'exports of each night: changes, and everything once in seven': exported * prices.storage.exports * 30,
  };
}

export function accounts(count: number): Bill {
  const requests = count * assumed.requestsOfUser;
  const { front } = prices;
  return {
    'front (CloudFront, API Gateway, firewalls)': (requests * (edge + front.restApi + front.firewall)) / 1e6,
    functions: requests * run(assumed.singleMs),
    tables: requests * units({ readUnits: 1, writeUnits: 0.2 }),
    'daily credits': count * 30 * units(measured.dailyCredits),
    logs: gb(requests * (measured.conversion.logBytes + accessLogBytes)) * prices.logs,
    traces: (requests * 0.05 * prices.traces) / 1e6,
    mails: (count * assumed.mailsOfUser * prices.mail) / 1000,
  };
}

/** The canary runs every five minutes and reads each dead-letter queue. */
export function canary({ deadLetterQueues }: { deadLetterQueues: number }): Bill {
  const walks = 30 * 24 * 12;
  const { requests: least, ...used } = measured.canary;
  const requests = walks * (least + assumed.canaryAsks - 1);
  const { front } = prices;
  return {
    'front (CloudFront, API Gateway, firewalls)': (requests * (edge + front.restApi + front.firewall)) / 1e6,
    functions: requests * run(assumed.singleMs),
    'its own function': walks * assumed.canarySeconds * 0.5 * prices.lambda.gbSecond,
    tables: walks * units(used),
    'looks at queues': (walks * deadLetterQueues * prices.queueRequests) / 1e6,
    'the metric of dead letters': prices.fixed.metric,
    'looks at starts without a code cache': (walks * prices.metricRequests) / 1000,
    logs: gb(requests * (measured.conversion.logBytes + accessLogBytes)) * prices.logs,
    traces: (requests * 0.05 * prices.traces) / 1e6,
  };
}

export const fixed = (stack: {
  alarmMetrics: number;
  dashboards: number;
  firewallRules: number;
  firewalls: number;
  keys: number;
  secrets: number;
  workedQueues: number;
}): Bill => ({
  'metrics of alarms': stack.alarmMetrics * prices.fixed.alarm,
  'a dashboard (an account has three for nothing)': stack.dashboards * prices.fixed.dashboard,
  firewalls: stack.firewalls * prices.fixed.firewall + stack.firewallRules * prices.fixed.firewallRule,
  secrets: stack.secrets * prices.fixed.secret,
  'a key of KMS': stack.keys * prices.fixed.key,
  'polls of empty queues': (stack.workedQueues * prices.pollsOfQueue * prices.queueRequests) / 1e6,
});

export const totalOf = (bill: Bill) => Object.values(bill).reduce((sum, part) => sum + part, 0);
