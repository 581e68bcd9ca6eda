import { text } from 'node:stream/consumers';
import {
  announced,
  type Change,
  changeSecret,
  replaced,
  rotated,
  withKey,
  withoutFormer,
} from '#lib/ops/secret-changes.ts';
import { signedAws } from '#shared/aws/signed-aws.ts';
import { vendorSecretKinds } from '#shared/secrets.ts';

const usage = `npm run ops -- secret announce ARN         make the next root of sessions, operators, deck or hashing
npm run ops -- secret rotate ARN           use it; what the previous one signed stays valid
npm run ops -- secret forget ARN           drop the previous roots
npm run ops -- secret replace ARN          a new root at once, for one that was exposed
npm run ops -- secret set ARN NAME <FILE   set a vendor's key, read from standard input
ARN: a stack output, such as SecretSessions. NAME: ${Object.keys(vendorSecretKinds).join(', ')}, assistant_…
AWS credentials come from the environment.
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
if (!arn || !(Object.hasOwn(changes, what) || (what === 'set' && isName))) {
  process.stderr.write(usage);
  process.exit(2);
}
const { env } = process;
const call = signedAws({
  service: 'secretsmanager',
  jsonVersion: '1.1',
  region: env.AWS_REGION ?? 'us-east-1',
  endpoint: env.AWS_ENDPOINT_URL_SECRETS_MANAGER ?? env.AWS_ENDPOINT_URL,
  credentials: () => ({
    accessKeyId: env.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '',
    sessionToken: env.AWS_SESSION_TOKEN,
  }),
});
const change = changes[what] ?? withKey(name, (await text(process.stdin)).trim());
try {
  await changeSecret(call, arn, change);
  process.stdout.write('Done. Functions read the secret again within five minutes.\n');
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
