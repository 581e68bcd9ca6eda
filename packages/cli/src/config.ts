import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure, usage } from './failure.ts';
import { nearest } from './nearest.ts';

type Stored = {
  base_url?: string;
  access_token?: string;
  issued_at?: string;
  secret_key?: string;
  read_key?: string;
  /** The token belongs to the demo account, which is shared. */
  is_demo?: boolean;
};
export type Config = ReturnType<typeof openConfig>;

export const defaultBaseUrl = 'http://127.0.0.1:3007';

function configFolder(env: NodeJS.ProcessEnv): string {
  if (env.ADTRAIL_CONFIG_DIR) return env.ADTRAIL_CONFIG_DIR;
  if (platform() === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'adtrail');
  if (platform() === 'darwin') return join(homedir(), 'Library', 'Application Support', 'adtrail');
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'adtrail');
}

export const defaultProfile = 'default';
const profileForm = /^[a-z0-9][a-z0-9_-]{0,39}$/;
const fileOf = (env: NodeJS.ProcessEnv, profile: string) =>
  profile === defaultProfile ? join(configFolder(env), 'config.json') : join(configFolder(env), 'profiles', `${profile}.json`);

export function profileNames(env: NodeJS.ProcessEnv): string[] {
  const named = namesIn(join(configFolder(env), 'profiles'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -5))
    .filter((name) => profileForm.test(name));
  const hasDefault = namesIn(configFolder(env)).includes('config.json');
  return [...(hasDefault ? [defaultProfile] : []), ...named.sort()];
}
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

type Opening = {
  isReset?: boolean;
  mayBeNew?: boolean;
  profile?: string | undefined;
  baseUrl?: string | undefined;
};

/**
 * The environment overrides the stored settings, and a profile in an option overrides the environment. With
 * `isReset`, an unreadable file counts as empty.
 */
export function openConfig(
  variables: NodeJS.ProcessEnv = process.env,
  { isReset = false, mayBeNew = false, profile: wanted, baseUrl: wantedUrl }: Opening = {},
) {
  const profile = wanted ?? (variables.ADTRAIL_PROFILE || defaultProfile);
  if (!profileForm.test(profile)) throw usage(`--profile ${profile}: a name of small letters, digits, - and _ expected.`);
  const env = wanted === undefined ? variables : withoutCredentials(variables);
  const file = fileOf(env, profile);
  const names = profileNames(env);
  if (!mayBeNew && !isReset && profile !== defaultProfile && !names.includes(profile)) {
    const meant = nearest(profile, names);
    const hint = meant ? ` Did you mean ${meant}?` : '';
    throw usage(`There is no profile ${profile}.${hint} \`adtrail login --profile ${profile}\` makes it.`);
  }
  let stored: Stored = {};
  try {
    stored = JSON.parse(readFileSync(file, 'utf8')) as Stored;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' && !isReset)
      throw new Failure(`${file} cannot be read. Run \`adtrail logout\`, then \`adtrail login\`.`, {
        code: 'config',
      });
  }
  const baseUrl = (wantedUrl || env.ADTRAIL_BASE_URL || stored.base_url || defaultBaseUrl).replace(/\/+$/, '');
  // A credential is sent only to the service that issued it.
  const credentials = baseUrl === (stored.base_url ?? defaultBaseUrl) ? stored : {};
  return {
    file,
    profile,
    env,
    baseUrl,
    otherBaseUrl: credentials === stored || !stored.base_url ? null : stored.base_url,
    accessToken: env.ADTRAIL_ACCESS_TOKEN || credentials.access_token,
    secretKey: env.ADTRAIL_SECRET_KEY || credentials.secret_key,
    readKey: env.ADTRAIL_READ_KEY || credentials.read_key,
    storedSession:
      stored.access_token && !stored.is_demo
        ? {
            baseUrl: (stored.base_url ?? defaultBaseUrl).replace(/\/+$/, ''),
            accessToken: stored.access_token,
          }
        : null,
    issuedAt: env.ADTRAIL_ACCESS_TOKEN ? undefined : credentials.issued_at,
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

function withoutCredentials(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { ADTRAIL_ACCESS_TOKEN: _, ADTRAIL_SECRET_KEY: __, ADTRAIL_READ_KEY: ___, ADTRAIL_BASE_URL: ____, ...rest } = env;
  return rest;
}
