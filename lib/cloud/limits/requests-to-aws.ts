import type { Stage } from '#lib/cloud/stages.ts';
import type { TableName } from '#shared/store/tables.ts';
import { awsLimits } from './aws-limits.ts';
import { firstQuotas, type Quotas, stageLimits } from './stage-limits.ts';

export type QuotaNeed = {
  quota: keyof Quotas;
  service: string;
  name: string;
  needed: number;
  has: number;
  first: number;
};

type Limited = Pick<Stage, 'name' | 'peakRequestsPerSecond' | 'peakEventsPerSecond' | 'reservesExecutions' | 'quotas' | 'warmThroughput'>;

export function quotaNeeds(stage: Limited): QuotaNeed[] {
  const { executions, tables, mailsPerSecond, throttling } = stageLimits(stage);
  const writeUnits = Math.max(...Object.values(tables).map((units) => units.writeUnits));
  const needs: Omit<QuotaNeed, 'has' | 'first'>[] = [
    { quota: 'executions', service: 'lambda', name: 'Concurrent executions', needed: executions },
    {
      quota: 'tableWriteUnits',
      service: 'dynamodb',
      name: 'Table-level write throughput limit',
      needed: writeUnits,
    },
    { quota: 'mailsPerSecond', service: 'ses', name: 'Sending rate', needed: mailsPerSecond },
    {
      quota: 'gatewayRequestsPerSecond',
      service: 'apigateway',
      name: 'Throttle rate',
      needed: throttling.requestsPerSecond,
    },
  ];
  return needs.map((need) => ({ ...need, has: stage.quotas[need.quota], first: firstQuotas[need.quota] }));
}

export function checkStageLimits(stage: Limited): void {
  const faults = quotaNeeds(stage)
    .filter(({ needed, has }) => needed > has)
    .map(
      ({ service, name, needed, has, quota }) =>
        `This stage needs a quota of ${figure(needed)} (${service}: ${name}), and \`quotas.${quota}\` is ${figure(has)}.`,
    );
  if (faults.length > 0)
    throw new Error(
      `Limits of the stage ${stage.name}: ${faults.join(' ')} Request it from AWS (\`npm run ops -- limits --stage ${stage.name}\`), or lower \`peakRequestsPerSecond\` or \`peakEventsPerSecond\`.`,
    );
  const slow = coldTables(stage).map(
    ({ table, line }) => `The table ${table} does not take the peak on its first day: set \`warmThroughput: { ${line} }\`.`,
  );
  if (slow.length > 0)
    throw new Error(`Limits of the stage ${stage.name}: ${slow.join(' ')} Or lower \`peakRequestsPerSecond\` or \`peakEventsPerSecond\`.`);
}

/** The tables that do not take the peak at once, with the setting that makes them do so. */
function coldTables(stage: Limited): { table: string; line: string }[] {
  const { newTable } = awsLimits.dynamodb;
  return (Object.entries(stageLimits(stage).tables) as [TableName, Needed][]).flatMap(([table, { writeUnits, readUnits }]) => {
    const { writeUnitsPerSecond = 0, readUnitsPerSecond = 0 } = stage.warmThroughput[table] ?? {};
    const writes = Math.max(newTable.writeUnits, writeUnitsPerSecond);
    const reads = Math.max(newTable.readUnits, readUnitsPerSecond);
    if (writeUnits <= writes && readUnits <= reads) return [];
    const line = `${table}: { writeUnitsPerSecond: ${Math.max(writeUnits, writes)}, readUnitsPerSecond: ${Math.max(readUnits, reads)} }`;
    return [{ table, line }];
  });
}
type Needed = { writeUnits: number; readUnits: number };

export const figure = (value: number) => value.toLocaleString('en-US');

export function requestsToAws(stage: Stage): string {
  const limits = stageLimits(stage);
  const { api, conversions, pixel } = stage.peakRequestsPerSecond;
  const isWanted = ({ needed, first }: QuotaNeed) => needed > first;
  const rows = quotaNeeds(stage).map((need) => [
    `${need.service}: ${need.name}`,
    figure(need.needed),
    figure(need.first),
    isWanted(need) ? 'request it' : 'enough',
  ]);
  const warm = coldTables({ ...stage, warmThroughput: {} }).map(({ line }) => line);
  const events = stage.peakEventsPerSecond;
  const reserved = Object.entries(limits.reserved).map(([name, count]) => `${name} ${figure(count)}`);
  return `# ${stage.name}: ${figure(conversions)} requests with conversions, ${figure(pixel)} with clicks and browser events and ${figure(api)} other requests a second

The requests have ${figure(events.conversions)} conversions and ${figure(events.pixel)} clicks and browser events a second.

${markdown(['Quota', 'needed', 'of a new account', ''], rows)}

${quotaNeeds(stage).filter(isWanted).map(requestOf).join('\n')}
Executions kept: ${reserved.length > 0 ? reserved.join(', ') : 'none'}; a function takes ${awsLimits.lambda.requestsPerExecution} requests a second for each. From none to the peak: ${limits.secondsToPeak} s.
Write units a second: ${Object.entries(limits.tables)
    .map(([table, { writeUnits }]) => `${table} ${figure(writeUnits)}`)
    .join(', ')}; a new table takes ${figure(awsLimits.dynamodb.newTable.writeUnits)}.
${warm.length > 0 ? `At once, without growing first: \`warmThroughput: { ${warm.join(', ')} }\` (paid for once, and never less again).` : 'A new table takes this at once.'}
One address in five minutes: ${figure(limits.fromOneAddress.conversions)} conversions, ${figure(limits.fromOneAddress.pixel)} to the pixel. The gateway: ${figure(limits.throttling.requestsPerSecond)} a second, ${figure(limits.throttling.burst)} at once.
`;
}

const requestOf = ({ service, name, needed }: QuotaNeed) =>
  service === 'ses'
    ? `Ask for ${figure(needed)} mails a second in the console of SES.\n`
    : `\`\`\`sh
aws service-quotas request-service-quota-increase --service-code ${service} --desired-value ${needed} --quota-code \\
  "$(aws service-quotas list-service-quotas --service-code ${service} --query "Quotas[?QuotaName=='${name}'].QuotaCode" --output text)"
\`\`\`
`;

const markdown = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
