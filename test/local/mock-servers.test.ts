// Slow: it starts processes.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { type IdentityEngine, localClientId, localIssuer, startIdentity } from '#lib/local/engines/identity.ts';
import { type MockServers, startMockServers } from '#lib/local/mock-servers.ts';
import { temporaryFolder } from './temporary-folder.ts';

const keyFile = join(temporaryFolder(), 'keys.json');
let identity: IdentityEngine;
let mockServers: MockServers;
beforeAll(async () => {
  identity = await startIdentity(keyFile);
  mockServers = await startMockServers(identity.idToken);
});
afterAll(async () => {
  await mockServers.stop();
  await identity.stop();
});

async function ask(method: string, path: string, body?: unknown) {
  const answer = await fetch(`${mockServers.endpoint}${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text && JSON.parse(text) };
}
const keySet = async (engine: IdentityEngine) =>
  createLocalJWKSet((await (await fetch(`${engine.endpoint}/jwks`)).json()) as JSONWebKeySet);

describe('the control port of the mock servers', () => {
  it('the control port of the mock servers says on its page what it is and what the service sent, as text', async () => {
    const pageAt = async () => {
      const answer = await fetch(mockServers.endpoint);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      return await answer.text();
    };
    expect(await pageAt()).toMatch(/in place of the vendors.*has not called a vendor yet.*POST \/faults/s);
    mockServers.note({
      vendor: 'social',
      method: 'GET',
      path: '/ads?q=<script>alert(1)</script>',
      body: null,
    });
    const page = await pageAt();
    expect(page).toContain('GET /ads?q=&lt;script&gt;alert(1)');
    expect(page).toContain('href="/requests?vendor=social"');
    expect(page).not.toContain('<script');
    await ask('DELETE', '/requests');
  });

  it('the control port of the mock servers lists what a vendor was asked, and forgets it on request', async () => {
    mockServers.note({ vendor: 'social', method: 'GET', path: '/ads', body: null });
    mockServers.note({ vendor: 'llm', method: 'POST', path: '/v1/responses', body: { model: 'x' } });
    expect((await ask('GET', '/requests')).body).toHaveLength(2);
    expect((await ask('GET', '/requests?vendor=llm')).body).toEqual([
      {
        vendor: 'llm',
        method: 'POST',
        path: '/v1/responses',
        body: { model: 'x' },
        at: expect.stringMatching(/Z$/),
      },
    ]);
    expect((await ask('DELETE', '/requests')).status).toBe(204);
    expect((await ask('GET', '/requests')).body).toEqual([]);
  });

  it('the control port of the mock servers keeps the last five thousand requests of each vendor, and no pictures', async () => {
    await ask('DELETE', '/requests');
    mockServers.note({
      vendor: 'llm',
      method: 'POST',
      path: '/x',
      body: { input: [{ image: 'A'.repeat(30_000) }] },
    });
    for (let at = 0; at < 5_002; at++) mockServers.note({ vendor: 'sites', method: 'GET', path: `/${at}`, body: null });
    const kept = (await ask('GET', '/requests')).body as { vendor: string; path: string; body: unknown }[];
    expect(kept.filter(({ vendor }) => vendor === 'sites')).toHaveLength(5_000);
    expect(kept.at(-1)).toMatchObject({ path: '/5001' });
    expect(kept[0]).toMatchObject({ vendor: 'llm' });
    expect(JSON.stringify(kept[0]).length).toBeLessThan(21_000);
    expect(JSON.stringify(kept[0])).toContain('(30000 characters)');
    await ask('DELETE', '/requests');
  });

  it('the control port of the mock servers keeps a fault for as many requests of its vendor as asked', async () => {
    await ask('POST', '/faults', { vendor: 'social', status: 429, times: 2 });
    await ask('POST', '/faults', { vendor: 'social', delay_ms: 5, cut: true });
    expect(mockServers.fault('llm')).toBeUndefined();
    const met = Array.from({ length: 4 }, () => mockServers.fault('social'));
    const busy = { vendor: 'social', status: 429 };
    expect(met).toEqual([busy, busy, { vendor: 'social', delay_ms: 5, cut: true }, undefined]);
  });

  it('the control port of the mock servers forgets faults that nobody has met', async () => {
    await ask('POST', '/faults', { vendor: 'social', status: 429, times: 2 });
    expect((await ask('DELETE', '/faults')).status).toBe(204);
    expect(mockServers.fault('social')).toBeUndefined();
  });

  it('the control port of the mock servers issues id tokens that the provider has signed', async () => {
    const { status, body } = await ask('POST', '/idp/token', {
      claims: { sub: 'u1', email: 'a@b.example', aud: 'web' },
    });
    expect(status).toBe(200);
    const { payload } = await jwtVerify(body.id_token, await keySet(identity), {
      issuer: localIssuer,
      audience: 'web',
    });
    expect(payload).toMatchObject({ sub: 'u1', email: 'a@b.example' });
  });

  it('the control port of the mock servers issues id tokens of a made-up person when it is told nothing, and never the same one twice', async () => {
    const issue = async (claims: object) => {
      const { body } = await ask('POST', '/idp/token', { claims });
      return (await jwtVerify(body.id_token, await keySet(identity))).payload;
    };
    const [first, second] = [await issue({}), await issue({})];
    expect(first).toMatchObject({
      iss: localIssuer,
      aud: localClientId,
      email_verified: true,
      sub: second.sub,
    });
    expect(first.jti).not.toBe(second.jti);
    const [ada, bob] = [await issue({ email: 'ada@b.example' }), await issue({ email: 'bob@b.example' })];
    expect(ada).not.toHaveProperty('email_verified');
    expect(new Set([first.sub, ada.sub, bob.sub]).size).toBe(3);
    expect(await issue({ sub: 'u1' })).not.toHaveProperty('email');
  });

  it('the control port of the mock servers is well before it is loaded, and after', async () => {
    const file = join(temporaryFolder(), 'keys.json');
    const unused = await startIdentity(file);
    const isWell = async () => (await fetch(`${unused.endpoint}/health-check`)).ok;
    expect(await isWell()).toBe(true);
    expect(existsSync(file)).toBe(false);
    await unused.idToken({});
    expect(await isWell()).toBe(true);
    await unused.stop();
  });

  it('the control port of the mock servers keeps the signing key over a restart, so that older tokens stay good', async () => {
    const token = await identity.idToken({ sub: 'u1' });
    await identity.stop();
    identity = await startIdentity(keyFile);
    expect((await jwtVerify(token, await keySet(identity))).payload.sub).toBe('u1');
  });

  it('the control port of the mock servers refuses what it does not understand', async () => {
    expect((await ask('POST', '/faults', { status: 500 })).status).toBe(422);
    expect((await ask('POST', '/idp/token', 'text')).status).toBe(422);
    expect((await ask('GET', '/nothing')).status).toBe(404);
    const answer = await fetch(`${mockServers.endpoint}/faults`, { method: 'POST', body: '{' });
    expect(answer.status).toBe(422);
  });
});
