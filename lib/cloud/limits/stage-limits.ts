import { jobs } from '#functions/jobs.ts';
import { queueNames, queues } from '#functions/queues.ts';
import { type TableName, tables } from '#shared/store/tables.ts';
import { awsLimits } from './aws-limits.ts';

export type Peak = { conversions: number; pixel: number; api: number };
export type UrlFunction = Exclude<keyof Peak, 'api'>;
export const urlFunctions = ['conversions', 'pixel'] as const satisfies readonly UrlFunction[];

/** The events of all requests: a request to the Conversion API has up to 1,000, one to the pixel up to 50. */
export type EventPeak = Record<UrlFunction, number>;

export type Quotas = {
  executions: number;
  tableWriteUnits: number;
  mailsPerSecond: number;
  gatewayRequestsPerSecond: number;
};

export const firstQuotas: Quotas = {
  executions: awsLimits.lambda.executions,
  tableWriteUnits: awsLimits.dynamodb.table.writeUnits,
  mailsPerSecond: awsLimits.ses.mailsPerSecond,
  gatewayRequestsPerSecond: awsLimits.apiGateway.requestsPerSecond,
};

type Units = { writeUnits: number; readUnits: number };

/**
 * test/simulate/simulate.test.ts and test/cost/measured.test.ts verify the units of a request, which include follow-up
 * work.
 */
export const unitsOf: Record<keyof Peak, Partial<Record<TableName, Units>>> = {
  conversions: { attribution: { writeUnits: 11, readUnits: 2 } },
  pixel: { attribution: { writeUnits: 2.2, readUnits: 1.1 } },
  api: { accounts: { writeUnits: 0.2, readUnits: 1 }, attribution: { writeUnits: 0.1, readUnits: 1 } },
};

/** An event beyond the first of its request shares the follow-up work of its batch. */
const unitsOfFurtherEvent: Record<UrlFunction, Units> = {
  conversions: { writeUnits: 3.1, readUnits: 3.1 },
  pixel: { writeUnits: 1.1, readUnits: 0.1 },
};

/** On average, 1 of this many requests sends a mail with a code. */
const requestsOfMail = 200;
/** DynamoDB splits a stream shard when its partition is half busy. */
const unitsOfShard = awsLimits.dynamodb.partition.writeUnits / 2;

export type StageLimits = {
  reserved: Partial<Record<UrlFunction, number>>;
  executions: number;
  secondsToPeak: number;
  tables: Record<TableName, Units>;
  mailsPerSecond: number;
  throttling: { requestsPerSecond: number; burst: number };
  fromOneAddress: Record<UrlFunction, number>;
};

/** A peak of 0 rejects every request (docs/runbook.md#backup-and-restore). */
export function stageLimits({
  peakRequestsPerSecond: peak,
  peakEventsPerSecond: events = peak,
  reservesExecutions,
}: {
  peakRequestsPerSecond: Peak;
  peakEventsPerSecond?: EventPeak;
  reservesExecutions: boolean;
}): StageLimits {
  const { requestsPerExecution, neverReserved, gained, gainedEverySeconds } = awsLimits.lambda;
  const executionsFor = (requests: number) => Math.ceil(requests / requestsPerExecution);
  const reserved = Object.fromEntries(
    urlFunctions.filter((name) => reservesExecutions || peak[name] === 0).map((name) => [name, executionsFor(peak[name])]),
  );
  const units = unitsByTable(peak, events);
  const workers =
    queueNames.reduce((sum, name) => sum + queues[name].maxConcurrency, 0) +
    Object.keys(jobs).length +
    Object.entries(units).reduce(
      (sum, [name, { writeUnits }]) => sum + tables[name as TableName].stream.length * Math.ceil(writeUnits / unitsOfShard),
      0,
    );
  const others = executionsFor(peak.api) + workers;
  const forUrls = urlFunctions.reduce((sum, name) => sum + executionsFor(peak[name]), 0);
  const most = Math.max(...urlFunctions.map((name) => executionsFor(peak[name])));
  return {
    reserved,
    executions: forUrls + Math.max(others, neverReserved),
    secondsToPeak: Math.max(0, Math.ceil(most / gained) - 1) * gainedEverySeconds,
    tables: units,
    mailsPerSecond: Math.ceil(peak.api / requestsOfMail),
    throttling: { requestsPerSecond: peak.api, burst: 2 * peak.api },
    fromOneAddress: {
      conversions: inWindow(peak.conversions),
      pixel: Math.min(inWindow(peak.pixel), mostOfOneNetwork),
    },
  };
}

/** An office or mobile network may send this many requests in five minutes. */
const mostOfOneNetwork = 30_000;

/** A customer's servers share an IP address, so a single address may cause the whole peak. */
const inWindow = (requestsPerSecond: number) =>
  Math.max(awsLimits.firewall.leastRequests, requestsPerSecond * awsLimits.firewall.windowSeconds);

function unitsByTable(peak: Peak, events: EventPeak): Record<TableName, Units> {
  const furtherEvents = (from: UrlFunction) => (peak[from] === 0 ? 0 : Math.max(0, events[from] - peak[from]));
  const ofFurther = (table: TableName, unit: keyof Units) =>
    table === 'attribution' ? urlFunctions.reduce((sum, from) => sum + furtherEvents(from) * unitsOfFurtherEvent[from][unit], 0) : 0;
  const sum = (table: TableName, unit: keyof Units) =>
    Math.ceil(
      (Object.keys(unitsOf) as (keyof Peak)[]).reduce(
        (units, from) => units + peak[from] * (unitsOf[from][table]?.[unit] ?? 0),
        ofFurther(table, unit),
      ),
    );
  const names = Object.keys(tables) as TableName[];
  const entries = names.map((name) => [name, { writeUnits: sum(name, 'writeUnits'), readUnits: sum(name, 'readUnits') }]);
  return Object.fromEntries(entries) as Record<TableName, Units>;
}
