import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { MoveRefused } from './move-refused.ts';

const usage = 'npm run ops -- move --data DIR --outputs FILE [--dry-run | --verify-only] | --data DIR --go-back';

export const help = `Moves the data of a service that ran on one machine to a stage on AWS.

Usage: ${usage}

  --data DIR      The data folder. No host may use it. Default: .local
  --outputs FILE  The outputs of the stage's stack, as "npx cdk deploy --outputs-file FILE" writes them,
                  or "aws cloudformation describe-stacks --stack-name NAME".
  --dry-run       Checks the folder and the stage, and changes nothing.
  --verify-only   Compares the stage with the folder after the move, and changes nothing.
  --go-back       Gives the folder back to the host. Only while the stage has no clients.
  -h, --help      Prints this help.

The region is that of the stack. AWS credentials come from the environment or the profile.
Interrupted, the same command continues. See docs/guides/from-one-machine-to-aws.md.
`;

export type Action = 'move' | 'dry-run' | 'verify' | 'go-back' | 'prepare' | 'help';
export type Options = { action: Action; directory: string; outputs: string };

export function optionsFrom(args: readonly string[], root: string): Options {
  const values = parsed(args);
  const chosen = (['dry-run', 'verify-only', 'go-back', 'prepare'] as const).filter((name) => values[name]);
  const directory = values.data === undefined ? resolve(root, '.local') : resolve(values.data);
  if (values.help) return { action: 'help', directory, outputs: '' };
  if (chosen.length > 1) throw new MoveRefused(`Give one of --${chosen.join(', --')}.\nUsage: ${usage}`);
  const [name = 'move'] = chosen;
  const action = name === 'verify-only' ? 'verify' : name;
  const needsStage = action !== 'go-back' && action !== 'prepare';
  if (needsStage && !values.outputs) throw new MoveRefused(`--outputs is missing.\nUsage: ${usage}`);
  return { action, directory, outputs: values.outputs ? resolve(values.outputs) : '' };
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        data: text,
        outputs: text,
        'dry-run': flag,
        'verify-only': flag,
        'go-back': flag,
        prepare: flag,
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new MoveRefused(`${(error as Error).message.split('\n')[0]}\nUsage: ${usage}`);
  }
}
