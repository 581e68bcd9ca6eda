// Slow: it starts processes.
import { spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { clickCases } from '../click-cases.ts';
import { runProgram } from '../packages/install.ts';

const folder = temporaryFolder();
const isHere = (command: string) => spawnSync(command, [command === 'go' ? 'version' : '--version']).status === 0;

copyFileSync('examples/go/adtrail.go', join(folder, 'adtrail.go'));
copyFileSync('examples/go/go.mod', join(folder, 'go.mod'));
writeFileSync(
  join(folder, 'main.go'),
  `package main
import ("encoding/json"; "net/http"; "os")
func main() {
	var headers []string
	_ = json.NewDecoder(os.Stdin).Decode(&headers)
	clicks := []string{}
	for _, header := range headers {
		clicks = append(clicks, ClickFrom(&http.Request{Header: http.Header{"Cookie": {header}}}))
	}
	_ = json.NewEncoder(os.Stdout).Encode(clicks)
}`,
);
const stdin = "json_decode(file_get_contents('php://stdin'))";
const wordpress = `define('ABSPATH', '/'); function add_action() {} function get_option() { return []; } function register_activation_hook() {}
  function add_filter() {} function plugin_basename() { return 'adtrail/adtrail.php'; }
  function wp_slashed($t) { return addslashes($t); } require 'examples/woocommerce/adtrail.php';
  $clicks = array_map(function ($header) {
    $_SERVER['HTTP_COOKIE'] = wp_slashed($header); $_COOKIE = ['svc_sid' => ['an' => 'array']]; return adtrail_click();
  }, ${stdin}); echo json_encode($clicks);`;

const readers: Record<string, [command: string, args: string[], cwd?: string]> = {
  Python: [
    'python3',
    [
      '-c',
      `import json, sys; sys.path.insert(0, 'examples/python'); from adtrail import click_from
print(json.dumps([click_from(header) for header in json.load(sys.stdin)]))`,
    ],
  ],
  PHP: ['php', ['-r', `require 'examples/php/adtrail.php'; echo json_encode(array_map(fn($h) => Adtrail::click($h), ${stdin}));`]],
  Ruby: ['ruby', ['-r', './examples/ruby/adtrail', '-e', 'puts JSON.generate(JSON.parse($stdin.read).map { |h| Adtrail.click_from(h) })']],
  Go: ['go', ['run', '.'], folder],
  WooCommerce: ['php', ['-r', wordpress]],
};

const missing = new Set(Object.values(readers).map(([command]) => command)).values().filter((command) => !isHere(command));
const absent = [...missing];
if (absent.length > 0) process.stdout.write(`Not on this machine, so not run: ${absent.join(', ')}.\n`);

for (const [name, [command, args, cwd = '.']] of Object.entries(readers)) {
  if (absent.includes(command)) continue;
  describe(`the reader of the click for ${name}`, () => {
    const clicksOf = async (headers: readonly string[]): Promise<(string | null)[]> => {
      const env = { PYTHONDONTWRITEBYTECODE: '1' };
      const { code, stdout, stderr } = await runProgram(command, args, {
        cwd,
        env,
        input: JSON.stringify(headers),
      });
      expect([code, stderr]).toEqual([0, '']);
      return (JSON.parse(stdout) as (string | null)[]).map((click) => click || null);
    };

    it(`the reader of the click for ${name} answers every shared case of a Cookie header`, async () => {
      const { headers } = clickCases;
      const clicks = await clicksOf(headers.map(({ header }) => header));
      expect(headers.map(({ name }, at) => [name, clicks[at]])).toEqual(headers.map(({ name, click }) => [name, click]));
    });

    it(`the reader of the click for ${name} answers every shared case of a value`, async () => {
      // A semicolon ends a value in a header, so entities cannot appear there.
      const values = [...clickCases.values, ...clickCases.unreadable.map((one) => ({ ...one, click: null }))];
      const possible = values.filter(({ value }) => !value.includes('&'));
      const clicks = await clicksOf(possible.map(({ value }) => `a=1; svc_sid=${value}`));
      expect(possible.map(({ name }, at) => [name, clicks[at]])).toEqual(possible.map(({ name, click }) => [name, click]));
    });
  });
}

it.runIf(isHere('php'))('reads the cookies of PHP, whatever they hold, when there is no header', async () => {
  const values = clickCases.values.map(({ value }) => value);
  const program = `require 'examples/php/adtrail.php';
    $odd = [[], ['svc_sid' => ['x' => 'y']], ['svc_sid' => null], ['svc_sid' => '']];
    echo json_encode(array_map(fn($c) => Adtrail::click($c), array_merge($odd, array_map(fn($v) => ['svc_sid' => $v], ${stdin}))));`;
  const { code, stdout, stderr } = await runProgram('php', ['-r', program], {
    cwd: '.',
    input: JSON.stringify(values),
  });
  expect([code, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout)).toEqual([null, null, null, null, ...clickCases.values.map(({ click }) => click)]);
});
