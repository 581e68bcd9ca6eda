import { commandLine, refuse } from '#lib/tools/command-line.ts';
import { SmokeFailed, smoke } from '#shared/canary/smoke.ts';

const usage = `npm run smoke -- --url ADDRESS

Walks a stage as a customer does. The environment names a test account: SMOKE_EMAIL and SMOKE_PASSWORD, or SMOKE_PUBLIC_KEY
and SMOKE_SECRET_KEY for a shorter walk.
`;
const { values } = commandLine(usage, { url: { type: 'string' } });
const url = values.url?.replace(/\/+$/, '');
const { SMOKE_EMAIL, SMOKE_PASSWORD, SMOKE_PUBLIC_KEY, SMOKE_SECRET_KEY } = process.env;
const account = SMOKE_EMAIL && SMOKE_PASSWORD ? { email: SMOKE_EMAIL, password: SMOKE_PASSWORD } : undefined;
const keys = SMOKE_PUBLIC_KEY && SMOKE_SECRET_KEY ? { publicKey: SMOKE_PUBLIC_KEY, secretKey: SMOKE_SECRET_KEY } : undefined;
if (!url || (!account && !keys)) refuse(usage);
try {
  const onStep = (step: string, milliseconds: number) => process.stderr.write(`smoke: ${step} (${Math.round(milliseconds)} ms)\n`);
  await smoke({ url, onStep, ...(account ? { account } : keys && { keys }) });
  process.stdout.write('The stage works.\n');
} catch (error) {
  const { message } = error as Error;
  process.stderr.write(error instanceof SmokeFailed ? `${message}\n` : `The stage does not answer: ${message}\n`);
  process.exitCode = 1;
}
