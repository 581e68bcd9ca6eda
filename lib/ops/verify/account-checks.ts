import { awsLimits } from '#lib/cloud/limits/aws-limits.ts';
import { quotaNeeds } from '#lib/cloud/limits/requests-to-aws.ts';
import { stageLimits } from '#lib/cloud/limits/stage-limits.ts';
import { isDurable, type TableDescription, tableNames, tables } from '#shared/store/tables.ts';
import { canaryReport } from './canary-report.ts';
import { type Account, type AccountCheck, expected, type Json } from './check.ts';

const functionOf = ({ stack }: Account, name: string) => `${stack}-${name}`;
const configuration = (account: Account, name: string) =>
  account.aws('lambda', 'get-function-configuration', '--function-name', functionOf(account, name));
const neededOf = (account: Account, quota: string) => quotaNeeds(account.stage).find((need) => need.quota === quota)?.needed ?? 0;
const outputOf = ({ outputs }: Account, name: string) => {
  const value = outputs.get(name);
  expected(value !== undefined, `The stack has no output ${name}.`);
  return value;
};

export const accountChecks: readonly AccountCheck[] = [
  {
    name: 'executions',
    about: 'The account has as many concurrent executions as the declared peak needs.',
    async ask(account) {
      const { AccountLimit } = await account.aws('lambda', 'get-account-settings');
      const [has, needed] = [AccountLimit.ConcurrentExecutions, neededOf(account, 'executions')];
      expected(has >= needed, `The quota is ${has}, and the stage needs ${needed}: npm run ops -- limits.`);
      return `${has}, of which the stage needs ${needed}`;
    },
  },
  {
    name: 'reserve',
    about: 'Conversions and pixel have the executions that follow from their peak.',
    async ask(account) {
      const reserved = Object.entries(stageLimits(account.stage).reserved);
      for (const [name, count] of reserved) {
        const args = ['lambda', 'get-function-concurrency', '--function-name', functionOf(account, name)];
        const { ReservedConcurrentExecutions: has } = await account.aws(...args);
        expected(has === count, `${name} has ${has ?? 'none'}, not ${count}.`);
      }
      return reserved.length === 0 ? 'none is kept' : reserved.map((entry) => entry.join(' ')).join(', ');
    },
  },
  {
    name: 'function-urls',
    about: 'The function URLs refuse who does not come through CloudFront.',
    async ask(account, { fetch }) {
      for (const name of ['conversions', 'pixel']) {
        const args = ['lambda', 'get-function-url-config', '--function-name', functionOf(account, name)];
        const { FunctionUrl } = await account.aws(...args, ...(account.stage.isTemporary ? [] : ['--qualifier', 'live']));
        const { status } = await fetch(FunctionUrl, { method: 'POST', body: '{}' });
        expected(status === 403, `${name} answers ${status} at its own address.`);
      }
      return 'both are 403 without the token';
    },
  },
  {
    name: 'dynamic-references',
    about: "CloudFormation has put CloudFront's token in the place of its reference.",
    async ask(account) {
      const { Environment } = await configuration(account, 'conversions');
      const tokens = String(Environment?.Variables?.EDGE_TOKEN ?? '').split(',');
      expected(!tokens.join().includes('{{'), 'EDGE_TOKEN is the reference itself.');
      expected(
        tokens.every((token) => token.length >= 40),
        'EDGE_TOKEN is too short.',
      );
      return `${tokens.length} resolved`;
    },
  },
  {
    name: 'runtime',
    about: 'The Node of the functions moves with a deployment and at no other time.',
    async ask(account) {
      const name = functionOf(account, 'conversions');
      const { UpdateRuntimeOn } = await account.aws('lambda', 'get-runtime-management-config', '--function-name', name);
      expected(UpdateRuntimeOn === 'FunctionUpdate', `It moves on ${UpdateRuntimeOn}.`);
      return 'FunctionUpdate';
    },
  },
  {
    name: 'canary',
    about: 'The canary walks through the stage as a customer does.',
    async ask(account) {
      const { outcome, ms } = await canaryReport(account);
      expected(outcome === 'passed', `The walk is ${outcome}: see its log.`);
      return `in ${ms} ms`;
    },
  },
  {
    name: 'code-cache',
    about: 'V8 takes the code caches that the deployment made.',
    async ask(account) {
      const { code_cache, node, uncached_starts } = await canaryReport(account);
      expected(code_cache === 'used', `Node ${node} refuses them: npm run ops -- lambda-node, and deploy again.`);
      return `Node ${node}; ${uncached_starts ?? 'unknown'} refused in the last hour`;
    },
  },
  {
    name: 'argon2',
    about: "Passwords are hashed by Lambda's own Node, not in WebAssembly.",
    async ask(account) {
      const { argon2 } = await canaryReport(account);
      expected(argon2 === 'native', `They are hashed by ${argon2}, at half the speed and on the event loop.`);
      return 'native';
    },
  },
  {
    name: 'mail-limits',
    about: 'SES is out of its sandbox and sends as much as the peak needs.',
    async ask({ aws, ...account }) {
      const { ProductionAccessEnabled, SendingEnabled, SendQuota } = await aws('sesv2', 'get-account');
      expected(ProductionAccessEnabled === true, 'The account is in the sandbox: only verified addresses get mail.');
      expected(SendingEnabled === true, 'Sending is paused.');
      const needed = neededOf({ aws, ...account }, 'mailsPerSecond');
      const has = SendQuota?.MaxSendRate ?? 0;
      expected(has >= needed, `${has} mails a second, and the stage needs ${needed}.`);
      return `${has} mails a second, ${SendQuota?.Max24HourSend} a day`;
    },
  },
  {
    name: 'mail-domain',
    about: 'The domain of the mails is verified and signed.',
    async ask({ aws, stage: { mailDomain } }) {
      const identity = await aws('sesv2', 'get-email-identity', '--email-identity', mailDomain);
      expected(identity.VerifiedForSendingStatus === true, `${mailDomain} is not verified.`);
      expected(identity.DkimAttributes?.Status === 'SUCCESS', `DKIM is ${identity.DkimAttributes?.Status}.`);
      return mailDomain;
    },
  },
  {
    name: 'alarms',
    about: 'No alarm rings, and all of them may tell.',
    async ask({ aws, stack }) {
      const { MetricAlarms = [] } = await aws('cloudwatch', 'describe-alarms', '--alarm-name-prefix', `${stack}-`);
      expected(MetricAlarms.length > 0, 'There are none.');
      const names = (wanted: (alarm: Json) => boolean) =>
        MetricAlarms.filter(wanted)
          .map(({ AlarmName }: Json) => AlarmName)
          .join(', ');
      const ringing = names(({ StateValue }) => StateValue === 'ALARM');
      expected(ringing === '', `They ring: ${ringing}.`);
      const silent = names(({ ActionsEnabled, AlarmActions = [] }) => !ActionsEnabled || AlarmActions.length === 0);
      expected(silent === '', `They tell nobody: ${silent}.`);
      return `${MetricAlarms.length}, quiet`;
    },
  },
  {
    name: 'alarm-mail',
    about: 'The subscribers of alarms have confirmed.',
    async ask(account) {
      const topic = outputOf(account, 'AlarmTopicArn');
      const { Subscriptions = [] } = await account.aws('sns', 'list-subscriptions-by-topic', '--topic-arn', topic);
      const unconfirmed = Subscriptions.filter(({ SubscriptionArn }: Json) => SubscriptionArn === 'PendingConfirmation');
      expected(unconfirmed.length === 0, `${unconfirmed.length} have not confirmed.`);
      expected(Subscriptions.length > 0 || !account.stage.alarmEmail, 'Nobody is subscribed.');
      return `${Subscriptions.length} subscribed`;
    },
  },
  {
    name: 'tables',
    about: 'The tables are active, protected as their stage says, and recover to any second, except for the one that no backup holds.',
    async ask(account) {
      for (const name of tableNames) {
        const table = outputOf(account, `Table${name.charAt(0).toUpperCase()}${name.slice(1)}`);
        const { Table } = await account.aws('dynamodb', 'describe-table', '--table-name', table);
        expected(Table.TableStatus === 'ACTIVE', `${name} is ${Table.TableStatus}.`);
        const { stream }: TableDescription = tables[name];
        expected(stream.length === 0 || Table.StreamSpecification?.StreamEnabled === true, `${name} has no stream.`);
        const isProtected = Table.DeletionProtectionEnabled === true;
        expected(isProtected || !account.stage.protectsData, `${name} can be deleted.`);
        const { ContinuousBackupsDescription } = await account.aws('dynamodb', 'describe-continuous-backups', '--table-name', table);
        const { PointInTimeRecoveryStatus } = ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {};
        const recovers = PointInTimeRecoveryStatus === 'ENABLED';
        expected(recovers || !isDurable(name), `${name} has no point-in-time recovery.`);
        expected(!recovers || isDurable(name), `${name} has point-in-time recovery, which keeps removed items.`);
      }
      return `${tableNames.length}, active`;
    },
  },
  {
    name: 'warm-tables',
    about: 'The table of events takes the writes of the declared peak at once.',
    async ask(account) {
      const table = outputOf(account, 'TableAttribution');
      const { Table } = await account.aws('dynamodb', 'describe-table', '--table-name', table);
      const has = Table.WarmThroughput?.WriteUnitsPerSecond ?? awsLimits.dynamodb.newTable.writeUnits;
      const needed = stageLimits(account.stage).tables.attribution.writeUnits;
      expected(has >= needed, `It takes ${has} write units a second, and the peak ${needed}: set warmThroughput, or let it grow.`);
      return `${has} write units a second`;
    },
  },
  {
    name: 'streams',
    about: 'Every queue and stream has its worker, and none fails.',
    async ask({ aws, stack }) {
      const { EventSourceMappings = [] } = await aws('lambda', 'list-event-source-mappings');
      const mappings = EventSourceMappings.filter(({ FunctionArn }: Json) => String(FunctionArn).includes(`:${stack}-`));
      expected(mappings.length > 0, 'There are none.');
      const bad = mappings.filter(
        ({ State, LastProcessingResult = '' }: Json) => State !== 'Enabled' || /PROBLEM/.test(LastProcessingResult),
      );
      expected(bad.length === 0, bad.map(({ EventSourceArn, State }: Json) => `${EventSourceArn} ${State}`).join(', '));
      return `${mappings.length}, enabled`;
    },
  },
  {
    name: 'schedules',
    about: 'The jobs of the night run.',
    async ask({ aws, stack }) {
      const { Schedules = [] } = await aws('scheduler', 'list-schedules', '--name-prefix', stack);
      expected(Schedules.length > 0, 'There are none.');
      const off = Schedules.filter(({ State }: Json) => State !== 'ENABLED').map(({ Name }: Json) => Name);
      expected(off.length === 0, `Off: ${off.join(', ')}.`);
      return `${Schedules.length}, enabled`;
    },
  },
];
