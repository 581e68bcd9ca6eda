import { parseArgs } from 'node:util';
import { accountOf } from './verify/aws-command.ts';
import { canaryReport } from './verify/canary-report.ts';

const usage = `npm run ops -- lambda-node --stack adtrail-STAGE

Prints the version of Node that Lambda runs the stage's functions on. The deploy workflow makes the code caches with it.
`;

type Out = { write(text: string): unknown };

export async function main(args: string[], out: Out = process.stdout): Promise<number> {
  let values: { stack?: string; help?: boolean };
  try {
    const options = { stack: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
    values = parseArgs({ args, options }).values;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`);
    return 2;
  }
  if (values.help || !values.stack) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  try {
    const { node } = await canaryReport(await accountOf(values.stack));
    out.write(`${node ?? ''}\n`);
    return node ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return 1;
  }
}
