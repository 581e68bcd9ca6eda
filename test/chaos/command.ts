import { parseArgs } from 'node:util';
import { printedChaos, runChaos } from './chaos.ts';

// `npm run chaos -- [--seconds 60] [--seed N] [--disk]`: whether the service keeps what it acknowledged. Exits 1 if it does not.
const { values } = parseArgs({
  options: { seconds: { type: 'string' }, seed: { type: 'string' }, disk: { type: 'boolean' } },
});
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => process.exit(1));
const seed = Number(values.seed ?? Date.now() % 100_000);
process.stderr.write(`chaos: seed ${seed}\n`);
const report = await runChaos({
  seed,
  seconds: Number(values.seconds ?? 60),
  fillsDisk: values.disk ?? false,
  tell: (step) => process.stderr.write(`chaos: ${step}\n`),
});
process.stdout.write(`\n${printedChaos(report)}`);
process.exitCode = report.violations.length === 0 ? 0 : 1;
