import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { localClientId, localIssuer, startIdentity } from '#lib/local/engines/identity.ts';
import { temporaryFolder } from './temporary-folder.ts';

const provider = await startIdentity(join(temporaryFolder(), 'keys.json'));
afterAll(() => provider.stop());
const redirect_uri = 'https://app.example/back?own=1';
const authorize = (more: Record<string, string>) =>
  fetch(
    `${provider.endpoint}/authorize?${new URLSearchParams({
      response_type: 'code',
      client_id: localClientId,
      scope: 'openid',
      state: 's t',
      redirect_uri,
      ...more,
    })}`,
    { redirect: 'manual' },
  );
const exchange = (code: string) =>
  fetch(`${provider.endpoint}/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri }),
  });

it.each([
  ['grace@company.example', 'Grace'],
  ['ada.lovelace@company.example', 'Ada Lovelace'],
  ['ada_king-noel@company.example', 'Ada King Noel'],
])('the mock provider signs %s in as %s, once for a code', async (email, name) => {
  const location = new URL((await authorize({ login_hint: email })).headers.get('location') ?? '');
  expect([location.host, location.searchParams.get('state')]).toEqual(['app.example', 's t']);
  const code = location.searchParams.get('code') ?? '';
  const answer = await exchange(code);
  const { id_token } = (await answer.json()) as { id_token: string };
  const person = { email, email_verified: true, name, iss: localIssuer, aud: localClientId };
  expect(decodeJwt(id_token)).toMatchObject({ ...person, sub: expect.stringMatching(/^[0-9a-f]{21}$/) });
  expect((await exchange(code)).status).toBe(400);
});

it('the mock provider asks for the account, keeps what was asked, and leads back when it is cancelled', async () => {
  const page = await authorize({ extra: '<b>' });
  expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
  const text = await page.text();
  expect(text).toContain('name="extra" value="&lt;b&gt;"');
  expect(text).toContain('https://app.example/back?own=1&amp;error=access_denied&amp;state=s+t');
  for (const to of ['javascript:alert(1)', 'https://', ''])
    expect(await (await authorize({ redirect_uri: to })).text()).not.toContain('Cancel');
});

it('a token of the mock provider has usual claims, and those that were asked for', async () => {
  const [usual, again, named] = await Promise.all(
    [{}, { email: 'grace@company.example' }, { sub: 'x', email: 'a@b.example', email_verified: false }].map(async (claims) =>
      decodeJwt(await provider.idToken(claims)),
    ),
  );
  expect(usual).toMatchObject({
    email: 'grace@company.example',
    email_verified: true,
    name: 'Grace Example',
  });
  expect(again?.sub).toBe(usual?.sub);
  expect(again).not.toHaveProperty('name');
  expect(named).toMatchObject({ sub: 'x', email: 'a@b.example', email_verified: false, iss: localIssuer });
  expect(new Set([usual?.jti, again?.jti, named?.jti]).size).toBe(3);
});
