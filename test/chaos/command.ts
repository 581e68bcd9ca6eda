import { commandLine } from '#lib/tools/command-line.ts';
import { printedChaos, runChaos } from './chaos.ts';

const usage = `npm run chaos -- [--seconds 60] [--seed N] [--disk]

Kills the service while it takes events, and checks that it keeps what it acknowledged. Exits 1 if it does not.
`;
const { values } = commandLine(usage, {
  seconds: { type: 'string' },
  seed: { type: 'string' },
  disk: { type: 'boolean' },
});
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => process.exit(1));
const seed = Number(values.seed ?? Date.now() % 100_000);
process.stderr.write(`chaos: seed ${seed}\n`);
const report = await runChaos({
  seed,
  seconds: Number(values.seconds ?? 60),
  fillsDisk: values.disk ?? false,
  onStep: (step) => process.stderr.write(`chaos: ${step}\n`),
});
process.stdout.write(`\n${printedChaos(report)}`);
process.exitCode = report.violations.length === 0 ? 0 : 1;
