import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { optionsFrom } from '#lib/ops/move/options.ts';

const guide = readFileSync('docs/guides/from-one-machine-to-aws.md', 'utf8');

it('the commands of the guide are those that the test of the move runs, in its order', () => {
  const commands = [...guide.matchAll(/^ *npm run ops -- move (?!--help)(.*)$/gm)].map(([, args = '']) => args.split(' '));
  expect(commands.map((args) => optionsFrom(args, '/').action)).toEqual(['dry-run', 'move', 'verify', 'go-back']);
  for (const args of commands) expect(optionsFrom(args, '/').directory).toBe('/var/lib/adtrail');
});

it('the guide deploys the stage at rest first, and its schedules last', () => {
  const deploys = [...guide.matchAll(/^ *npx cdk deploy (.*)$/gm)].map(([, args = '']) => {
    const options = { context: { type: 'string', short: 'c' }, 'outputs-file': { type: 'string' } } as const;
    return parseArgs({ args: args.split(' '), options, allowPositionals: true });
  });
  expect(deploys.map(({ positionals, values }) => [positionals, values.context])).toEqual([
    [['adtrail-prod'], 'schedules=off'],
    [['adtrail-prod'], undefined],
  ]);
  expect(deploys[0]?.values['outputs-file']).toBe('outputs.json');
});
