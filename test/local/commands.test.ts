// Slow: it starts processes.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { someOf } from '#test/kit/tier.ts';

const run = promisify(execFile);
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

const node = (...args: string[]) =>
  run(process.execPath, args).then(
    ({ stdout, stderr }) => ({ text: stdout + stderr, code: 0 }),
    ({ stdout, stderr, code }: { stdout: string; stderr: string; code: number }) => ({
      text: stdout + stderr,
      code,
    }),
  );

const ops = (...args: string[]) => node('bin/ops.ts', ...args);
const names = ['data-centres', 'lambda-node', 'limits', 'mail-allow', 'move', 'recount', 'redrive', 'reindex', 'secret', 'verify-stage'];

it.each(['', 'nothing', 'toString', '--help'])('npm run ops lists every command for “%s”', async (name) => {
  const { text, code } = await ops(...(name ? [name] : []));
  expect([...text.matchAll(/^ {2}([\w-]+) {2}/gm)].map(([, name]) => name)).toEqual(names);
  expect(code).toBe(1);
});

it.each(someOf(names, 4))('npm run ops -- %s --help shows how the command is used', async (name) => {
  const { text } = await ops(name, '--help');
  expect(text).toContain(`npm run ops -- ${name} `);
  expect(text).not.toContain('node:internal');
});

it.each(someOf(names, 4))('npm run ops -- %s refuses an option that it does not know, in a sentence', async (name) => {
  const { text, code } = await ops(name, '--nonsense');
  expect(text).toContain(`npm run ops -- ${name} `);
  expect(text).not.toContain('node:internal');
  expect(code).toBeGreaterThan(0);
});

/** The command `bench` is excluded, because it first installs packages. */
const commands = ['chaos', 'cost', 'migrate', 'mutate', 'pictures', 'restore', 'simulate', 'smoke', 'upgrade'];

it.each(someOf(commands, 4))('npm run %s -- --help shows how the command is used', async (name) => {
  const { text, code } = await node(...pathOf(name), '--help');
  expect(text).toContain(`npm run ${name} `);
  expect(code).toBe(0);
});

it.each(someOf(commands, 4))('npm run %s refuses an option that it does not know, in a sentence', async (name) => {
  const { text, code } = await node(...pathOf(name), '--nonsense');
  expect(text).toMatch(/^Unknown option '--nonsense'/);
  expect(text).toContain(`npm run ${name} `);
  expect(text).not.toContain('node:internal');
  expect(code).toBeGreaterThan(0);
});

const pathOf = (name: string) => (scripts[name] ?? '').replace(/^node /, '').split(' ');
