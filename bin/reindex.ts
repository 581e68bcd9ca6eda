import { signLocally } from '#lib/local/sign-locally.ts';
import { sdkDynamo } from '#lib/ops/aws/sdk-dynamo.ts';
import { reindex } from '#lib/ops/reindex.ts';
import { commandLine } from '#lib/tools/command-line.ts';

// A killed command continues when it is repeated.
const usage = 'npm run ops -- reindex --accounts TABLE --analysis TABLE | --dynamodb URL [--data DIR]\n';
const text = { type: 'string' } as const;
const { values } = commandLine(usage, { accounts: text, analysis: text, dynamodb: text, data: text });
const { dynamodb, accounts = dynamodb && 'accounts', analysis = dynamodb && 'analysis' } = values;
if (!accounts || !analysis) {
  process.stderr.write(usage);
  process.exit(2);
}
if (dynamodb) {
  signLocally(dynamodb, values.data);
}
const ending = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => ending.abort(new Error('Stopped. Run the same command again to continue.')));
try {
  const { documents, removedItems } = await reindex(
    { dynamo: sdkDynamo(), tableNames: { accounts, analysis } },
    { signal: ending.signal, onStep: (step) => process.stderr.write(`reindex: ${step}\n`) },
  );
  process.stdout.write(`${documents} documents indexed, ${removedItems} old items removed.\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
