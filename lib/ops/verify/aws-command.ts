import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Stage, stages } from '#lib/cloud/stages.ts';
import { type Account, CheckFailed, expected, type Json } from './check.ts';

const run = promisify(execFile);

export async function aws(...args: string[]): Promise<Json> {
  try {
    const { stdout } = await run('aws', [...args, '--output', 'json'], { maxBuffer: 50_000_000 });
    return JSON.parse(stdout || '{}');
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    const [line = ''] = (stderr.trim() || message).split('\n');
    throw new CheckFailed(`aws ${args.slice(0, 2).join(' ')}: ${line}`);
  }
}

export async function accountOf(stack: string, call: Account['aws'] = aws): Promise<Account> {
  const { Stacks = [] } = await call('cloudformation', 'describe-stacks', '--stack-name', stack);
  expected(Stacks.length === 1, `There is no stack ${stack}.`);
  const outputs = new Map<string, string>((Stacks[0].Outputs ?? []).map(({ OutputKey, OutputValue }: Json) => [OutputKey, OutputValue]));
  return { aws: call, stack, stage: stageOf(stack), outputs };
}

function stageOf(stack: string): Stage {
  const dev = stages.find(({ name }) => name === 'dev') as Stage;
  return stages.find(({ name }) => stack === `adtrail-${name}`) ?? { ...dev, isTemporary: true };
}
