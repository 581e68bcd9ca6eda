import type { Command } from '../command.ts';
import { openConfig, profileNames } from '../config.ts';
import { exits, Failure } from '../failure.ts';
import { table } from '../table.ts';
import { version } from '../version.ts';
import { oneLine } from '../visible.ts';

const endOf = (key: string | undefined) => (key === undefined ? null : `${key.slice(0, 8)}…${key.slice(-4)}`);

export const status: Command = {
  name: 'status',
  summary: 'Show who you are, at which address, with which keys, and whether the service answers',
  examples: ['adtrail status', 'adtrail status --profile staging --json'],
  async run({ config, api, print }) {
    const { baseUrl, secretKey, readKey, accessToken, profile, otherBaseUrl } = config;
    const health = await api('GET', '/health', { auth: 'none', onceWithinMs: 10_000, also: [404] }).catch(() => null);
    const isUp = health?.body.status === 'ok';
    const me = isUp && accessToken !== undefined ? await api('GET', '/api/v1/auth/me', { also: [401, 403] }) : null;
    const isSignedIn = me === null ? null : me.status === 200;
    const key = secretKey ?? readKey;
    const shown = {
      profile,
      base_url: baseUrl,
      is_up: isUp,
      service_version: health?.body.version ?? null,
      cli_version: version,
      is_signed_in: isSignedIn,
      user_id: isSignedIn ? (me?.body.id ?? null) : null,
      email: isSignedIn ? (me?.body.email ?? null) : null,
      environment: key === undefined ? null : /^.k_test_/.test(key) ? 'test' : 'live',
      secret_key: endOf(secretKey),
      read_key: endOf(readKey),
    };
    const who = isSignedIn
      ? [shown.email, `user ${shown.user_id}`].filter(Boolean).join(', ')
      : isSignedIn === false
        ? 'the token is not accepted: run `adtrail login`'
        : accessToken === undefined
          ? `not signed in${otherBaseUrl ? `: what login has stored is for ${otherBaseUrl}` : ''}`
          : 'unknown';
    const rows = [
      ['address', baseUrl],
      ['service', isUp ? `answers, version ${shown.service_version}` : 'does not answer'],
      ['command line', `version ${version}, Node ${process.versions.node}`],
      ['profile', profile],
      ['user', who],
      ['environment', shown.environment ?? 'no key'],
      ['secret key', shown.secret_key ?? 'none'],
      ['read-only key', shown.read_key ?? 'none'],
    ].map(([name, value]) => ({ name, value }));
    print(shown, table(rows, ['name', 'value']));
    if (!isUp) throw new Failure(`${baseUrl} does not respond.`, { exit: exits.unreachable, code: 'no_response' });
    if (isSignedIn === false)
      throw new Failure('The token is not accepted. Run `adtrail login`.', {
        exit: exits.unauthenticated,
        code: 'unauthenticated',
      });
  },
};

export const profiles: Command = {
  name: 'profiles',
  summary: 'List the profiles that login has stored',
  examples: ['adtrail profiles', 'adtrail login --profile staging', 'adtrail logout --profile staging'],
  async run({ config, print }) {
    const rows = profileNames(config.env).map((name) => {
      const current = { profile: name, is_current: name === config.profile };
      try {
        const { baseUrl, storedSession, secretKey, readKey, accessToken } = openConfig(config.env, {
          profile: name,
        });
        const is_signed_in = storedSession !== null || accessToken !== undefined;
        const keys = { secret_key: endOf(secretKey), read_key: endOf(readKey) };
        return { ...current, base_url: baseUrl, is_signed_in, ...keys };
      } catch {
        return { ...current, base_url: null, is_signed_in: false, secret_key: null, read_key: null };
      }
    });
    const text = rows.map((row) => ({
      ...row,
      profile: `${row.is_current ? '* ' : '  '}${oneLine(row.profile)}`,
    }));
    const columns = ['profile', 'base_url', 'is_signed_in', 'secret_key', 'read_key'];
    print({ profiles: rows }, rows.length > 0 ? table(text, columns) : 'No profiles. Run `adtrail login`.');
  },
};
