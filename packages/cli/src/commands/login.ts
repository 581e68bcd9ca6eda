import { readFileSync } from 'node:fs';
import { assertAddress, openApi } from '../api.ts';
import type { Command } from '../command.ts';
import type { Config } from '../config.ts';
import { Failure, usage } from '../failure.ts';
import { ask } from '../prompt.ts';

export const login: Command = {
  name: 'login',
  summary: 'Sign in, or store a secret key',
  options: {
    'base-url': { value: 'URL', text: 'Address of the service' },
    email: { value: 'EMAIL', text: 'E-mail address of the account' },
    'password-stdin': { text: 'Read the password from stdin' },
    code: { value: 'CODE', text: 'Code of your authenticator app, if you use one' },
    'secret-key-stdin': { text: 'Read a secret key (sk_…) from stdin and store it' },
    'read-key-stdin': { text: 'Read a read-only key (rk_…) from stdin and store it' },
    demo: { value: 'FILE', text: 'Use the demo account of a local service: its demo.json' },
  },
  examples: [
    'adtrail login --base-url https://adtrail.example.com --email ada@shop.example',
    'adtrail login --secret-key-stdin < key.txt',
    'adtrail login --demo .local/demo.json',
    'adtrail login --profile staging --base-url https://staging.adtrail.example.com',
  ],
  async run({ text, isSet, print, config, stdin }) {
    const base_url = text('base-url')?.replace(/\/+$/, '') ?? config.baseUrl;
    assertAddress(base_url);
    const stored = { base_url, issued_at: new Date().toISOString() };
    const printStored = (what: object, sentence: string) =>
      print({ ...what, base_url, file: config.file }, `${sentence} Stored in ${config.file}.`);
    const demo = text('demo');
    if (demo !== undefined) {
      const { access_token, secret_key, email } = demoAccount(demo);
      config.store({ ...stored, access_token, secret_key, is_demo: true });
      return printStored({ email }, `Signed in as ${email} at ${base_url}.`);
    }
    if (isSet('secret-key-stdin')) {
      const secret_key = (await stdin()).trim();
      if (!/^sk_(live|test)_\w+$/.test(secret_key)) throw usage('Not a secret key: it begins with sk_live_ or sk_test_.');
      config.store({ base_url, secret_key });
      return printStored({ secret_key: `…${secret_key.slice(-4)}` }, 'Secret key stored.');
    }
    if (isSet('read-key-stdin')) {
      const read_key = (await stdin()).trim();
      if (!/^rk_(live|test)_\w+$/.test(read_key)) throw usage('Not a read-only key: it begins with rk_live_ or rk_test_.');
      config.store({ base_url, read_key });
      return printStored({ read_key: `…${read_key.slice(-4)}` }, 'Read-only key stored.');
    }
    const api = openApi({ ...config, accessToken: undefined, baseUrl: base_url });
    const email = text('email') ?? (await ask('E-mail'));
    const password = isSet('password-stdin') ? (await stdin()).replace(/\r?\n$/, '') : await ask('Password', { isSecret: true });
    let answer = await api('POST', '/api/v1/auth/login', {
      auth: 'none',
      body: { email, password },
      also: [401],
      isAnswer,
    });
    if (answer.body.code === 'mfa_required') {
      const body = {
        mfa_token: answer.body.mfa_token,
        code: text('code') ?? (await ask('Code of your authenticator app')),
      };
      answer = await api('POST', '/api/v1/auth/login/mfa', { auth: 'none', body, isAnswer });
    }
    if (answer.status !== 200) throw new Failure('E-mail address or password is wrong.', { exit: 3, code: 'invalid_credentials' });
    config.store({ ...stored, access_token: String(answer.body.access_token), is_demo: false });
    return printStored({ email }, `Signed in as ${email} at ${base_url}.`);
  },
};

const isAnswer = ({ access_token: token }: Record<string, unknown>) => typeof token === 'string';

function demoAccount(file: string): { access_token: string; secret_key: string; email: string } {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw usage(`${file} cannot be read. A local service writes it into its data folder (.local/demo.json).`);
  }
}

export const logout: Command = {
  name: 'logout',
  summary: 'End the session of login, and delete what it has stored',
  examples: ['adtrail logout'],
  async run({ config, print }) {
    const { storedSession } = config;
    config.forget();
    const session_ended = storedSession && (await endSession(storedSession, config).catch(() => false));
    print(
      { signed_out: true, session_ended },
      session_ended === false
        ? `Signed out on this machine. ${storedSession?.baseUrl} did not end the session: end it in the console, on the page Account.`
        : 'Signed out.',
    );
  },
};

/** Returns `null` if the token has no session any more. */
async function endSession({ baseUrl, accessToken }: NonNullable<Config['storedSession']>, config: Config): Promise<true | null> {
  const api = openApi({ ...config, baseUrl });
  const callWith = (token: string) => (method: string, path: string) =>
    api(method, path, {
      auth: 'none',
      headers: { authorization: `Bearer ${token}` },
      also: [401, 404],
      onceWithinMs: 10_000,
    });
  let call = callWith(accessToken);
  let listed = await call('GET', '/api/v1/auth/sessions');
  if (listed.status === 401) {
    // The token expires after a day, but its session later, so the token is refreshed.
    const refreshed = await call('POST', '/api/v1/auth/refresh');
    if (refreshed.status !== 200) return null;
    call = callWith(String(refreshed.body.access_token));
    listed = await call('GET', '/api/v1/auth/sessions');
  }
  const sessions = (listed.body.sessions ?? []) as { id: string; is_current: boolean }[];
  const currentSession = sessions.find(({ is_current }) => is_current);
  if (!currentSession) return null;
  await call('DELETE', `/api/v1/auth/sessions/${currentSession.id}`);
  return true;
}
