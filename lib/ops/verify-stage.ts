import { parseArgs } from 'node:util';
import { accountOf } from './verify/aws-command.ts';
import type { Account } from './verify/check.ts';
import { checkNames, runChecks } from './verify/run-checks.ts';

const usage = `npm run ops -- verify-stage --stack adtrail-STAGE | --url ADDRESS [--only NAME,NAME]

Checks a deployed stage, and prints pass or fail for each check. With --stack it asks AWS too, by its command line (\`aws\`) and
the credentials of the environment; with --url it looks at the address alone.

Checks: ${checkNames.join(', ')}
`;

type Out = { write(text: string): unknown };

export async function main(args: string[], out: Out = process.stdout): Promise<number> {
  const option = { type: 'string' } as const;
  let values: { stack?: string; url?: string; only?: string; help?: boolean };
  try {
    const options = {
      stack: option,
      url: option,
      only: option,
      help: { type: 'boolean', short: 'h' },
    } as const;
    values = parseArgs({ args, options }).values;
  } catch (error) {
    out.write(`${(error as Error).message}\n\n${usage}`);
    return 2;
  }
  const only = values.only?.split(',');
  const unknown = only?.find((name) => !checkNames.includes(name));
  if (unknown !== undefined) out.write(`There is no check "${unknown}".\n\n`);
  if (values.help || unknown !== undefined || (!values.stack && !values.url)) {
    out.write(usage);
    return values.help ? 0 : 2;
  }
  let account: Account | null;
  try {
    account = values.stack ? await accountOf(values.stack) : null;
  } catch (error) {
    out.write(`fail  stack  ${(error as Error).message}\n`);
    return 1;
  }
  const url = (values.url ?? account?.outputs.get('ApiUrl') ?? '').replace(/\/+$/, '');
  const verdicts = await runChecks(
    { url, fetch, account },
    {
      only,
      onVerdict: ({ name, isPassed, words }) => out.write(`${isPassed ? 'pass' : 'fail'}  ${name.padEnd(22)}  ${words}\n`),
    },
  );
  const failed = verdicts.filter(({ isPassed }) => !isPassed).length;
  out.write(`${verdicts.length - failed} of ${verdicts.length} passed.\n`);
  return failed === 0 && verdicts.length > 0 ? 0 : 1;
}
