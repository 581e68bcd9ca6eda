import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#test/dynoxide/free-port.ts';

const debian = ['wordpress', 'wordpress-theme-twentytwentythree', 'wordpress-theme-twentytwentyone'].concat('php-getid3');
const mustExist = ['php', 'mariadbd', 'mariadb-install-db', 'mariadb', 'apt-get', 'dpkg-deb'];
export const password = 'a password of this run';

/** Debian's WordPress on a MariaDB of its own, in a folder. Whatever is missing fails with its output. */
export async function wordpress(base: string) {
  for (const program of mustExist) run('sh', ['-c', `command -v ${program} || { echo "${program} is missing" >&2; exit 1; }`]);
  const [packages, system, data] = ['packages', 'system', 'data'].map((name) => join(base, name)) as Three;
  for (const folder of [packages, system, data]) mkdirSync(folder, { recursive: true });
  run('apt-get', ['download', ...debian], packages);
  for (const name of readdirSync(packages)) run('dpkg-deb', ['-x', join(packages, name), system]);
  const folder = join(base, 'site');
  cpSync(join(system, 'usr', 'share', 'wordpress'), folder, { recursive: true, dereference: false });
  // The package links to libraries of other packages by relative paths.
  for (const name of ['php', 'javascript'])
    if (readdirSync(join(system, 'usr', 'share')).includes(name))
      cpSync(join(system, 'usr', 'share', name), join(base, name), { recursive: true });

  const socket = join(data, 'socket');
  run('mariadb-install-db', [`--datadir=${data}/db`, '--auth-root-authentication-method=normal', '--user=root']);
  const database = start('mariadbd', [
    '--no-defaults',
    `--datadir=${data}/db`,
    `--socket=${socket}`,
    '--skip-networking',
    '--user=root',
    `--pid-file=${data}/pid`,
    '--innodb-buffer-pool-size=32M',
  ]);
  await until(() => run('mariadb', ['--no-defaults', `--socket=${socket}`, '-uroot', '-e', 'CREATE DATABASE wordpress']));

  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  writeFileSync(join(folder, 'wp-config.php'), configuration(socket, folder));
  const plugins = join(folder, 'wp-content', 'mu-plugins');
  mkdirSync(plugins, { recursive: true });
  cpSync('test/night/wordpress/stand-in.php', join(plugins, 'stand-in.php'));
  const version = run('php', ['test/night/wordpress/install.php', folder, address, password]).trim();
  const server = start('php', ['-S', `127.0.0.1:${port}`, '-t', folder], { PHP_CLI_SERVER_WORKERS: '4' });
  await until(async () => void (await fetch(address)));
  return {
    address,
    folder,
    version,
    log: () => {
      try {
        return readFileSync(join(folder, 'debug.log'), 'utf8');
      } catch {
        return '';
      }
    },
    async stop() {
      for (const child of [server, database]) await ended(child);
    },
  };
}
type Three = [string, string, string];

const configuration = (socket: string, folder: string) => `<?php
define('DB_NAME', 'wordpress');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${socket}');
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
define('FS_METHOD', 'direct');
define('WP_DEBUG', true);
define('WP_DEBUG_LOG', '${folder}/debug.log');
define('WP_DEBUG_DISPLAY', false);
// The site reaches no other site, and the test runs the queue.
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('WP_ACCESSIBLE_HOSTS', '127.0.0.1');
define('DISABLE_WP_CRON', true);
foreach (['AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY', 'AUTH_SALT', 'SECURE_AUTH_SALT', 'LOGGED_IN_SALT', 'NONCE_SALT'] as $name) {
    define($name, 'of one run ' . $name);
}
$table_prefix = 'wp_';
defined('ABSPATH') || define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`;

const run = (command: string, args: string[], cwd?: string) =>
  execFileSync(command, args, { encoding: 'utf8', ...(cwd && { cwd }), stdio: ['ignore', 'pipe', 'pipe'] });

const start = (command: string, args: string[], env: Record<string, string> = {}) =>
  spawn(command, args, { stdio: 'ignore', detached: true, env: { ...process.env, ...env } });

/** The group, because the web server has workers. */
async function ended(child: ChildProcess) {
  const end = new Promise((resolve) => child.once('exit', resolve));
  if (child.pid && child.exitCode === null) process.kill(-child.pid);
  await end;
}

async function until(attempt: () => unknown) {
  for (let left = 120; ; left--)
    try {
      return await attempt();
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
}
