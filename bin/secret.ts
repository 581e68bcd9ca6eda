import { text } from 'node:stream/consumers';
import { sdkSecrets } from '#lib/ops/aws/sdk-calls.ts';
import { announced, type Change, changeSecret, replaced, rotated, withKey, withoutFormer } from '#lib/ops/secret-changes.ts';
import { refuse } from '#lib/tools/command-line.ts';
import { vendorSecretKinds } from '#shared/secrets.ts';

const usage = `npm run ops -- secret announce ARN         make the next root of sessions, operators, deck or hashing
npm run ops -- secret rotate ARN           use it; what the previous one signed stays valid
npm run ops -- secret forget ARN           drop the previous roots
npm run ops -- secret replace ARN          a new root at once, for one that was exposed
npm run ops -- secret set ARN NAME <FILE   set a vendor's key, read from standard input
ARN: a stack output, such as SecretSessions. NAME: ${Object.keys(vendorSecretKinds).join(', ')}, assistant_…
AWS credentials come from the environment or a profile.
`;

// Shells and terminals keep histories, so no secret is an argument or is printed.
const [what = '', arn, name = ''] = process.argv.slice(2);
const changes: Record<string, Change> = {
  announce: announced,
  rotate: rotated,
  forget: withoutFormer,
  replace: replaced,
};
const isName = Object.hasOwn(vendorSecretKinds, name) || /^assistant_\w+$/.test(name);
if (!arn || !(Object.hasOwn(changes, what) || (what === 'set' && isName))) refuse(usage);
const change = changes[what] ?? withKey(name, (await text(process.stdin)).trim());
try {
  const [, , , region] = arn.split(':');
  await changeSecret(sdkSecrets(region ? { region } : {}), arn, change);
  process.stdout.write('Done. Functions read the secret again within five minutes.\n');
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
