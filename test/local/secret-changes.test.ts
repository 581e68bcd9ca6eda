// Slow: it starts processes.
import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { announced, changeSecret, replaced, rotated, withKey, withoutFormer } from '#lib/ops/secret-changes.ts';
import { secretsFrom } from '#shared/secrets.ts';
import { newAdvertiser, newUser, newWorld, startApp } from '#test/kit/harness.ts';
import { secretsJson } from '#test/kit/secrets-json.ts';

const minute = 60_000;

function manager(first: object) {
  const state = { stored: JSON.stringify(first), calls: [] as string[] };
  const call = async (target: string, input: object) => {
    state.calls.push(target);
    if (target.endsWith('GetSecretValue')) return { SecretString: state.stored };
    state.stored = (input as { SecretString: string }).SecretString;
    return {};
  };
  return { state, call };
}

describe('a root is rotated', () => {
  it('a root is rotated without a moment in which a function that reads late refuses what another one signed', async () => {
    let now = Date.parse('2026-11-22T12:00:00Z');
    const { state, call } = manager({ root: 'first'.repeat(8) });
    const kids = async () => (await secretsFrom(async () => state.stored, Date.now).jwtKeys('sessions')).map(({ kid }) => kid);
    const [old] = await kids();
    await changeSecret(call, 'arn', announced, now);
    const known = await kids();
    expect(known).toHaveLength(2);
    expect(known[0]).toBe(old);
    await expect(changeSecret(call, 'arn', announced, now)).rejects.toThrow('announced already');
    now += 5 * minute;
    await expect(changeSecret(call, 'arn', rotated, now)).rejects.toThrow('Wait another 60 s');
    now += minute;
    await changeSecret(call, 'arn', rotated, now);
    expect(await kids()).toEqual([known[1], old]);
    await expect(changeSecret(call, 'arn', rotated, now)).rejects.toThrow('Run announce first');
    await changeSecret(call, 'arn', withoutFormer, now);
    expect(await kids()).toEqual([known[1]]);
    await changeSecret(call, 'arn', replaced, now);
    expect(await kids()).not.toContain(known[1]);
    expect(await kids()).toHaveLength(1);
  });

  it('a root is rotated keeps sessions, links and codes good', async () => {
    const world = await newWorld();
    const root = 'first'.repeat(8);
    const roots = (stored: object) => ({ sessions: stored, hashing: stored });
    const env = (stored: object) => ({ SECRETS_JSON: secretsJson(roots(stored)) });
    const before = await startApp(world, { env: env({ root }) });
    const user = await newUser(before, { emailVerified: false });
    const { email } = user;
    const sent = await before.accounts.sendVerification({ body: { email }, headers: user.headers });
    expect(sent.status).toBe(200);
    const code = /\b\d{6}\b/.exec(world.mails.at(-1)?.text ?? '')?.[0] ?? '';
    const after = await startApp(world, { env: env({ root: 'second'.repeat(8), former_roots: [root] }) });
    expect((await after.accounts.readMe({ headers: user.headers })).status).toBe(200);
    expect((await after.accounts.verifyCode({ body: { email, code }, headers: user.headers })).status).toBe(200);
    const dropped = await startApp(world, { env: env({ root: 'second'.repeat(8) }) });
    expect((await dropped.accounts.readMe({ headers: user.headers })).status).toBe(401);
  });

  it('a root is rotated erases what was stored under the former root too', async () => {
    const world = await newWorld();
    const root = 'first'.repeat(8);
    const under = (hashing: object) => startApp(world, { env: { SECRETS_JSON: secretsJson({ sessions: { root }, hashing }) } });
    const before = await under({ root });
    const owner = await newAdvertiser(before);
    const sid = await owner.click();
    const after = await under({ root: 'second'.repeat(8), former_roots: [root] });
    for (const [app, event_id] of [
      [before, 'e1'],
      [after, 'e2'],
    ] as const) {
      const event = { event_type: 'order_created', event_id, svc_click_id: sid, external_user_id: 'ada' };
      await app.conversions.sendConversion({ body: event, headers: owner.key });
    }
    await after.settle();
    const answer = await after.privacy.erase({
      body: { external_user_id: 'ada' },
      headers: owner.headers,
    });
    expect(answer).toMatchObject({ status: 202, body: { erased_events: 2 } });
    for (const event_id of ['e1', 'e2'])
      expect(await after.events.readConversion({ params: { event_id }, query: {}, headers: owner.headers })).toMatchObject({
        body: { erased: true },
      });
  });

  it('a root is rotated refuses a fourth former root, which no function would read', async () => {
    const { state, call } = manager({ root: 'r'.repeat(40), former_roots: ['a', 'b', 'c'] });
    const before = state.stored;
    await changeSecret(call, 'arn', announced, 0);
    await expect(changeSecret(call, 'arn', rotated, 10 * minute)).rejects.toThrow('Run forget first');
    expect(JSON.parse(state.stored)).toMatchObject(JSON.parse(before));
  });
});

describe("a vendor's key", () => {
  let server: Server;
  let stored = '{"search_api_key":"kept"}';
  const targets: (string | undefined)[] = [];
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const input = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
      const target = String(request.headers['x-amz-target']);
      targets.push(target);
      if (target.endsWith('PutSecretValue')) stored = input.SecretString;
      response.end(JSON.stringify({ SecretString: stored }));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterAll(() => void server.close());

  const run = (args: string[], input: string) =>
    new Promise<{ code: number | null; output: string }>((done) => {
      const child = spawn(process.execPath, ['bin/secret.ts', ...args], {
        env: {
          ...process.env,
          AWS_REGION: 'us-east-1',
          AWS_ACCESS_KEY_ID: 'a',
          AWS_SECRET_ACCESS_KEY: 'b',
          AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        },
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
      child.on('close', (code) => done({ code, output }));
      child.stdin.end(input);
    });

  it("a vendor's key is read from standard input, kept beside the others and never printed", async () => {
    const { code, output } = await run(['set', 'arn:1', 'llm_api_key'], 'sk-of-the-vendor\n');
    expect([code, output]).toEqual([0, 'Done. Functions read the secret again within five minutes.\n']);
    expect(JSON.parse(stored)).toEqual({ search_api_key: 'kept', llm_api_key: 'sk-of-the-vendor' });
    expect(targets).toEqual(['secretsmanager.GetSecretValue', 'secretsmanager.PutSecretValue']);
  });

  it.each([
    [[], 2],
    [['rotate'], 2],
    [['set', 'arn:1', 'unknown_key'], 2],
    [['set', 'arn:1', 'llm_api_key'], 1],
    [['rotate', 'arn:1'], 1],
  ])('%j without what it needs is refused, and changes nothing', async (args, code) => {
    const before = stored;
    expect((await run(args, '')).code).toBe(code);
    expect(stored).toBe(before);
  });

  it("a vendor's key replaces the one before", () => {
    expect(withKey('llm_api_key', 'new')({ llm_api_key: 'old' }, 0)).toEqual({ llm_api_key: 'new' });
  });
});
