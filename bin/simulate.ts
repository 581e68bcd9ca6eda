import { writeFileSync } from 'node:fs';
import { commandLine } from '#lib/tools/command-line.ts';
import { scalePage } from '#lib/tools/simulate/page.ts';
import { log } from '#shared/log.ts';

const usage = `npm run simulate [-- --write]

Runs the service's own code over a model of DynamoDB and Lambda, for some minutes, and prints docs/scale.md.
  --write  writes it to docs/scale.md
`;
const { values } = commandLine(usage, { write: { type: 'boolean' } });
log.setLogLevel('ERROR');
const page = await scalePage(new Date().toISOString().slice(0, 10));
if (values.write) writeFileSync(new URL('../docs/scale.md', import.meta.url), page);
else process.stdout.write(page);
