import { signLocally } from '#lib/local/sign-locally.ts';
import { sdkDynamo } from '#lib/ops/aws/sdk-dynamo.ts';
import { reindex } from '#lib/ops/reindex.ts';
import { commandLine, refuse, runToEnd } from '#lib/tools/command-line.ts';

const usage = 'npm run ops -- reindex --accounts TABLE --analysis TABLE | --dynamodb URL [--data DIR]\n';
const text = { type: 'string' } as const;
const { values } = commandLine(usage, { accounts: text, analysis: text, dynamodb: text, data: text });
const { dynamodb, accounts = dynamodb && 'accounts', analysis = dynamodb && 'analysis' } = values;
if (!accounts || !analysis) refuse(usage);
if (dynamodb) signLocally(dynamodb, values.data);
await runToEnd('reindex', async (around) => {
  const { documents, removedItems } = await reindex({ dynamo: sdkDynamo(), tableNames: { accounts, analysis } }, around);
  return `${documents} documents indexed, ${removedItems} old items removed.`;
});
