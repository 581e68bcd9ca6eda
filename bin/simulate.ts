import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { scalePage } from '#lib/tools/simulate/page.ts';
import { log } from '#shared/log.ts';

// Runs the service's own code over a modelled DynamoDB and a modelled Lambda, and prints what stops it first.
const usage = `npm run simulate [-- --write]

Runs the service's own code over a model of DynamoDB and Lambda, for some minutes, and prints docs/scale.md.
  --write  writes it to docs/scale.md
`;
const options = { write: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;

function argumentsGiven(): { write?: boolean; help?: boolean } {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}

const { write, help } = argumentsGiven();
if (help) process.stdout.write(usage);
else {
  log.setLogLevel('ERROR');
  const page = await scalePage(new Date().toISOString().slice(0, 10));
  if (write) writeFileSync(new URL('../docs/scale.md', import.meta.url), page);
  else process.stdout.write(page);
}
