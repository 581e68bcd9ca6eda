import { signLocally } from '#lib/local/sign-locally.ts';
import { sdkDynamo } from '#lib/ops/aws/sdk-dynamo.ts';
import { everyDay, recount } from '#lib/ops/recount.ts';
import { commandLine, refuse, runToEnd } from '#lib/tools/command-line.ts';

const usage = `npm run ops -- recount --table ATTRIBUTION | --dynamodb URL [--data DIR]
  [--account ID] [--from YYYY-MM-DD] [--to YYYY-MM-DD]   without them: every account, every day (UTC)
`;
const text = { type: 'string' } as const;
const { values } = commandLine(usage, {
  account: text,
  from: text,
  to: text,
  table: text,
  dynamodb: text,
  data: text,
});
const { dynamodb, table: tableName = dynamodb && 'attribution' } = values;
const { from = everyDay.from, to = everyDay.to } = values;
const accountId = values.account === undefined ? undefined : Number(values.account);
const isDay = (day: string) => /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day));
if (!tableName || !isDay(from) || !isDay(to) || from > to || Number.isNaN(accountId)) refuse(usage);
await runToEnd('recount', async (around) => {
  if (dynamodb) signLocally(dynamodb, values.data);
  const { accounts, events } = await recount({ dynamo: sdkDynamo(), tableName, accountId, from, to, withCells: true }, around);
  return `${events} events of ${accounts} accounts recounted.`;
});
