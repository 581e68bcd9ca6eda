import { text } from 'node:stream/consumers';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { signLocally } from '#lib/local/sign-locally.ts';
import { allowMail } from '#lib/ops/allow-mail.ts';
import { sdkDynamo } from '#lib/ops/aws/sdk-dynamo.ts';
import { commandLine, refuse } from '#lib/tools/command-line.ts';
import { suppressionsIn } from '#shared/mail/store/suppressions.ts';
import { tableAt } from '#shared/store/table.ts';

// Shell histories store arguments, so the e-mail address comes from standard input.
const usage = 'npm run ops -- mail-allow --accounts TABLE | --dynamodb URL [--data DIR]  <FILE with the address\n';
const option = { type: 'string' } as const;
const { values } = commandLine(usage, { accounts: option, dynamodb: option, data: option });
const { dynamodb, accounts = dynamodb && 'accounts' } = values;
if (!accounts) refuse(usage);
if (dynamodb) signLocally(dynamodb, values.data);
try {
  const wasStopped = await allowMail(await text(process.stdin), {
    ses: dynamodb ? null : new SESv2Client({}),
    suppressions: suppressionsIn(tableAt(accounts, sdkDynamo()), { now: Date.now }),
  });
  process.stdout.write(wasStopped ? 'Mail goes to that address again.\n' : 'Mail was not stopped there.\n');
} catch (error) {
  process.stderr.write(`That failed: ${(error as Error).name}.\n`);
  process.exitCode = 1;
}
