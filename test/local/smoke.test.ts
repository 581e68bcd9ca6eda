// Night: it starts processes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Facts } from '#lib/local/host.ts';
import { SmokeFailed, smoke } from '#shared/canary/smoke.ts';
import { type SpawnedHost, spawnHost } from './spawn-host.ts';
import { temporaryFolder } from './temporary-folder.ts';

const data = join(temporaryFolder(), 'data');
let host: SpawnedHost;
let facts: Facts;
beforeAll(async () => {
  host = spawnHost(['--port', '0', '--data', data, '--json']);
  facts = await host.ready();
});
afterAll(() => host?.end('SIGTERM'));

async function run(env: Record<string, string>) {
  const child = spawn(process.execPath, ['bin/smoke.ts', '--url', `${facts.api}/`], {
    env: { PATH: process.env.PATH ?? '', ...env },
  });
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output.text += chunk));
  const [code] = (await once(child, 'close')) as [number];
  return { code, text: output.text };
}
const account = () => ({ email: facts.demo.email, password: facts.demo.password });
const asUser = async (path: string) => {
  const headers = { authorization: `Bearer ${facts.demo.access_token}` };
  return (await (await fetch(facts.api + path, { headers })).json()) as Record<string, never>;
};

const working = async () => {
  const { keys } = (await asUser('/api/v1/pixel/keys')) as unknown as {
    keys: { name: string; revoked_at: string | null }[];
  };
  return keys.filter(({ name, revoked_at }) => name.startsWith('Smoke ') && !revoked_at).map(({ name }) => name);
};

describe('npm run smoke', () => {
  it('npm run smoke walks from the sign-in to the erasure, and leaves no key behind that works', async () => {
    const { email, password } = account();
    const { code, text } = await run({ SMOKE_EMAIL: email, SMOKE_PASSWORD: password });
    expect(text).toMatch(/health.*sign-in.*public key.*secret key.*click.*conversion.*again.*report.*erasure.*revoked.*The stage works/s);
    expect(code).toBe(0);
    expect(text).not.toContain(password);
    expect(text).not.toMatch(/[sp]k_test_|eyJ/);
    const { keys } = (await asUser('/api/v1/pixel/keys')) as unknown as {
      keys: { name: string; revoked_at: string | null }[];
    };
    const own = keys.filter(({ name }) => name.startsWith('Smoke '));
    expect(own).toHaveLength(2);
    for (const { revoked_at } of own) expect(revoked_at).not.toBeNull();
  });

  it('npm run smoke sends a conversion with given keys', async () => {
    const { code, text } = await run({
      SMOKE_PUBLIC_KEY: facts.demo.public_key,
      SMOKE_SECRET_KEY: facts.demo.secret_key,
    });
    expect([code, text]).toEqual([0, expect.stringContaining('the same again')]);
    expect(text).not.toContain('sign-in');
  });

  it('npm run smoke fails with the step, the status and the request, and revokes its keys also then', async () => {
    const wrong = await run({ SMOKE_EMAIL: account().email, SMOKE_PASSWORD: 'not the password' });
    expect([wrong.code, wrong.text]).toEqual([
      1,
      expect.stringMatching(/sign-in: status 401, code invalid_credentials, request [\w-]{8,}/),
    ]);
    const steps: string[] = [];
    const failing: typeof fetch = (input, init) =>
      String(input).endsWith('/server-events')
        ? Promise.resolve(Response.json({ code: 'unavailable', request_id: 'req-4711' }, { status: 503 }))
        : fetch(input, init);
    const walk = smoke({
      url: facts.api,
      account: account(),
      fetch: failing,
      onStep: (step) => void steps.push(step),
    });
    await expect(walk).rejects.toThrow(new SmokeFailed('conversion: status 503, code unavailable, request req-4711.'));
    expect(steps.at(-1)).toBe('keys revoked, signed out');
    expect(await working()).toEqual([]);

    let isDead = false;
    const dying: typeof fetch = (input, init) => {
      isDead ||= String(input).endsWith('/server-events');
      return isDead ? Promise.reject(new Error('The process is dead.')) : fetch(input, init);
    };
    const again = { url: facts.api, account: account(), onStep: () => {} };
    await expect(smoke({ ...again, fetch: dying })).rejects.toThrow('The process is dead.');
    const left = await working();
    expect(left).toHaveLength(2);
    await smoke(again);
    expect(await working()).toEqual(left);
    await smoke({ ...again, now: () => Date.now() + 3_600_000 });
    expect(await working()).toEqual([]);
  });
});
