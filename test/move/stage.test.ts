import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { queueNames } from '#functions/queues.ts';
import { optionsFrom } from '#lib/ops/move/options.ts';
import { stageIn } from '#lib/ops/move/stage.ts';
import { secretKinds } from '#shared/secrets.ts';
import { temporaryFolder } from '../local/temporary-folder.ts';

const folder = temporaryFolder();
const outputs: Record<string, string> = {
  Region: 'eu-central-1',
  TableAccounts: 'a',
  TableAttribution: 'b',
  TableAnalysis: 'c',
  ExportBucket: 'e',
  FilesBucket: 'f',
  BackupBucket: 'g',
  ApiUrl: 'https://api.example',
  ...Object.fromEntries(secretKinds.map((kind) => [`Secret${kind}`, `arn:${kind}`])),
  ...Object.fromEntries(
    queueNames.flatMap((name) => [
      [`Queue${name.replaceAll('_', '')}`, `url:${name}`],
      [`Queue${name.replaceAll('_', '')}Dead`, `url:${name}-dead`],
    ]),
  ),
};
function file(json: object): string {
  const name = join(folder, 'outputs.json');
  writeFileSync(name, JSON.stringify(json));
  return name;
}

it('reads a stage from the outputs of its stack, in the form of the CDK and of the AWS command line', () => {
  const stage = stageIn(file({ 'adtrail-prod': outputs }));
  expect(stage).toMatchObject({
    region: 'eu-central-1',
    tables: { accounts: 'a', attribution: 'b', analysis: 'c' },
    buckets: { exports: 'e', files: 'f', backups: 'g' },
  });
  expect(stage.queues.get('bulk_mail')).toBe('url:bulk_mail');
  expect(stage.queues.get('bulk_mail-dead')).toBe('url:bulk_mail-dead');
  expect(stage.secrets.hashing).toBe('arn:hashing');
  const listed = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
  expect(stageIn(file({ Stacks: [{ StackName: 'adtrail-prod', Outputs: listed }] }))).toEqual(stage);
});

it('says what is wrong with a file, before anything is moved', () => {
  const { FilesBucket: _, ...less } = outputs;
  expect(() => stageIn(file({ 'adtrail-prod': less }))).toThrow('has no output FilesBucket.');
  expect(() => stageIn(file({ a: outputs, b: outputs }))).toThrow('must hold the outputs of one stack');
  expect(() => stageIn(join(folder, 'none.json'))).toThrow('cannot be read');
});

it('reads its command line', () => {
  const read = (...args: string[]) => optionsFrom(args, '/root');
  expect(read('--outputs', '/o.json')).toEqual({
    action: 'move',
    directory: '/root/.local',
    outputs: '/o.json',
  });
  expect(read('--data', '/d', '--outputs', '/o', '--verify-only').action).toBe('verify');
  expect(read('--data', '/d', '--outputs', '/o', '--dry-run').action).toBe('dry-run');
  expect(read('--data', '/d', '--go-back')).toEqual({ action: 'go-back', directory: '/d', outputs: '' });
  expect(read('--help').action).toBe('help');
  expect(() => read('--data', '/d')).toThrow('--outputs is missing.');
  expect(() => read('--outputs', '/o', '--dry-run', '--go-back')).toThrow('Give one of');
  expect(() => read('--stage', 'prod')).toThrow('Usage: npm run ops -- move');
});
