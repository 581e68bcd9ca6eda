import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { bench, budgets } from '#test/bench/bench.ts';
import { printed } from '#test/bench/print.ts';

// `npm run bench [-- --quick] [--json FILE]`: the figures as tables on the screen, and as JSON in a file.
const ending = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => ending.abort(new Error('The bench was stopped.')));
}

try {
  const { values } = parseArgs({ options: { quick: { type: 'boolean' }, json: { type: 'string' } } });
  const tell = (step: string) => process.stderr.write(`bench: ${step}\n`);
  const report = await bench(values.quick ? budgets.quick : budgets.full, { signal: ending.signal, tell });
  process.stdout.write(`\n${printed(report)}`);
  if (values.json) await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`);
} catch (error) {
  const { message } = (ending.signal.aborted ? ending.signal.reason : error) as Error;
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
