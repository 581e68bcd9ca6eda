import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { scalePage } from '#lib/tools/simulate/page.ts';
import { log } from '#shared/log.ts';

// Runs the service's own code over a modelled DynamoDB, and prints what stops it first. With --write, writes docs/scale.md.
const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
log.setLogLevel('ERROR');
const page = await scalePage(new Date().toISOString().slice(0, 10));
if (values.write) writeFileSync(new URL('../docs/scale.md', import.meta.url), page);
else process.stdout.write(page);
