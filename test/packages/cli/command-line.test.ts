import { version } from '#packages/cli/src/version.ts';
import { runCommand } from './run-command.ts';

const nowhere = { ADTRAIL_CONFIG_DIR: '/nonexistent' };
const notSignedIn = 'Not signed in. Run `adtrail login`, or set ADTRAIL_ACCESS_TOKEN.';
const refusal = `${JSON.stringify({ error: { code: 'unauthenticated', message: notSignedIn } })}\n`;

describe('an option of every command', () => {
  it.each([
    ['--json credits'],
    ['credits --json'],
    ['--json keys list'],
    ['keys --json list'],
    ['--base-url http://127.0.0.1:9 --json keys list'],
    ['--base-url=http://127.0.0.1:9 keys --json list'],
    ['--json events show order_created:1'],
  ])('works in any place: adtrail %s', async (line) => {
    expect(await runCommand(line.split(' '), nowhere)).toEqual({ code: 3, stdout: '', stderr: refusal });
  });

  it.each([
    ['--profile missing report', 'There is no profile missing. `adtrail login --profile missing` makes it.'],
    ['--limit 3 credits', '--limit precedes the command. Options of a command follow it.'],
    ['--json', 'A command is missing. `adtrail --help` lists all.'],
    ['--help kyes', 'Unknown command: kyes. Did you mean keys? `adtrail --help` lists all.'],
    ['--base-url http://a.example reports', 'Unknown command: reports. Did you mean report? `adtrail --help` lists all.'],
  ])('is not taken for a command: adtrail %s', async (line, sentence) => {
    const { code, stderr } = await runCommand(line.split(' '), nowhere);
    const said = line.includes('--json') ? JSON.parse(stderr).error.message : stderr.trim();
    expect([code, said]).toEqual([2, sentence]);
  });
});

it('`adtrail version` prints the version, as JSON with --json', async () => {
  expect(await runCommand(['version'], nowhere)).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  expect((await runCommand(['--json', 'version'], nowhere)).stdout).toBe(`{"version":"${version}"}\n`);
});

it('`adtrail help` prints the help of the command that it names, and nothing else', async () => {
  for (const name of ['report', 'keys create']) {
    const { code, stdout } = await runCommand(['help', ...name.split(' ')], nowhere);
    expect([code, stdout]).toEqual([0, (await runCommand([...name.split(' '), '--help'], nowhere)).stdout]);
  }
  const { stdout: group } = await runCommand(['help', 'keys'], nowhere);
  expect(group).toContain('keys rotate <id>');
  expect(group).not.toContain('webhooks');
  expect((await runCommand(['help'], nowhere)).stdout).toBe((await runCommand([], nowhere)).stdout);
  expect(await runCommand(['help', 'kyes'], nowhere)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Unknown command: kyes\. Did you mean keys\?/),
  });
});
