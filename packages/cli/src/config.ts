import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure } from './failure.ts';

type Stored = {
  base_url?: string;
  access_token?: string;
  /** When the token was issued, ISO 8601. */
  issued_at?: string;
  secret_key?: string;
  read_key?: string;
  /** The token is that of the demo account, which others use as well. */
  is_demo?: boolean;
};
export type Config = ReturnType<typeof openConfig>;

export const defaultBaseUrl = 'http://127.0.0.1:3007';

/** The folder that this platform has for settings of programs. */
function configFolder(env: NodeJS.ProcessEnv): string {
  if (env.ADTRAIL_CONFIG_DIR) return env.ADTRAIL_CONFIG_DIR;
  if (platform() === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'adtrail');
  if (platform() === 'darwin') return join(homedir(), 'Library', 'Application Support', 'adtrail');
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'adtrail');
}

/**
 * What `login` has stored, readable by its owner alone. The environment comes first. `isReset`: a file that cannot be read
 * counts as empty, since the command deletes it.
 */
export function openConfig(env: NodeJS.ProcessEnv = process.env, { isReset = false } = {}) {
  const file = join(configFolder(env), 'config.json');
  let stored: Stored = {};
  try {
    stored = JSON.parse(readFileSync(file, 'utf8')) as Stored;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' && !isReset)
      throw new Failure(`${file} cannot be read. Run \`adtrail logout\`, then \`adtrail login\`.`, {
        code: 'config',
      });
  }
  const baseUrl = (env.ADTRAIL_BASE_URL || stored.base_url || defaultBaseUrl).replace(/\/+$/, '');
  // A credential goes nowhere but to the service that it is for.
  const own = baseUrl === (stored.base_url ?? defaultBaseUrl) ? stored : {};
  return {
    file,
    baseUrl,
    accessToken: env.ADTRAIL_ACCESS_TOKEN || own.access_token,
    secretKey: env.ADTRAIL_SECRET_KEY || own.secret_key,
    /** Reads reports, and nothing else. */
    readKey: env.ADTRAIL_READ_KEY || own.read_key,
    /** The session that `login` has stored, whatever the environment says. */
    storedSession:
      stored.access_token && !stored.is_demo
        ? {
            baseUrl: (stored.base_url ?? defaultBaseUrl).replace(/\/+$/, ''),
            accessToken: stored.access_token,
          }
        : null,
    /** The stored token, if it is the one in use. */
    issuedAt: env.ADTRAIL_ACCESS_TOKEN ? undefined : own.issued_at,
    store(changes: Stored): void {
      const same = changes.base_url === undefined || changes.base_url === stored.base_url;
      stored = { ...(same && stored), ...changes };
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      const next = `${file}.${process.pid}`;
      writeFileSync(next, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 });
      chmodSync(next, 0o600);
      renameSync(next, file);
    },
    forget: () => rmSync(file, { force: true }),
  };
}
