import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What `npm run ops -- …` writes, and its exit code. */
const ops = (...args: string[]) =>
  run(process.execPath, ['bin/ops.ts', ...args]).then(
    ({ stdout, stderr }) => ({ text: stdout + stderr, code: 0 }),
    ({ stdout, stderr, code }: { stdout: string; stderr: string; code: number }) => ({
      text: stdout + stderr,
      code,
    }),
  );

const names = ['mail-allow', 'move', 'recount', 'redrive', 'reindex', 'secret'];

it.each(['', 'nothing', 'toString', '--help'])('npm run ops lists every command for “%s”', async (name) => {
  const { text, code } = await ops(...(name ? [name] : []));
  expect([...text.matchAll(/^ {2}([\w-]+) {2}/gm)].map(([, name]) => name)).toEqual(names);
  expect(code).toBe(1);
});

it.each(names)('npm run ops -- %s --help shows how the command is used', async (name) => {
  const { text } = await ops(name, '--help');
  expect(text).toContain(`npm run ops -- ${name} `);
  expect(text).not.toContain('node:internal');
});

it.each(names)('npm run ops -- %s refuses an option that it does not know, in a sentence', async (name) => {
  const { text, code } = await ops(name, '--nonsense');
  expect(text).toContain(`npm run ops -- ${name} `);
  expect(text).not.toContain('node:internal');
  expect(code).toBeGreaterThan(0);
});
