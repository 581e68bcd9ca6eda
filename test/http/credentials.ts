import { randomBytes } from 'node:crypto';
import { hashPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { jwtTokens } from '#shared/accounts/sign-in/vendors/jwt-tokens.ts';
import type { Auth } from '#shared/http/endpoint.ts';
import { newApiKey, sha256 } from '#shared/values/ids.ts';
import { newAdvertiser, newWorld, operatorToken, startApp } from '#test/kit/harness.ts';
import type { Call } from '#test/kit/outgoing.ts';
import { secretsJson, secretsOfJson } from '#test/kit/secrets-json.ts';
import { newOperator, otherUser, revokedKeys } from './callers.ts';
import type { Credentials } from './credentials-sent.ts';
import { signers } from './signers.ts';

const issuer = 'adtrail';
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const bearer = (token: string): Credentials => ({ headers: { authorization: `Bearer ${token}` } });

export async function withCredentials(isDown?: (call: Call) => boolean) {
  const jwtKey = { kid: 'k1', secret: randomBytes(32).toString('base64url') };
  const secretsOf = (...jwt_keys: object[]) => secretsJson({ sessions: { jwt_keys } });
  const SECRETS_JSON = secretsOf(jwtKey);
  const app = await startApp(await newWorld(), { env: { SECRETS_JSON }, ...(isDown && { isDown }) });
  const { clock } = app.world;
  const signed = signers(clock);
  const unsessioned = await newAdvertiser(app);
  const refreshed = await app.accounts.refresh({ headers: unsessioned.headers });
  if (refreshed.status !== 200) throw new Error(JSON.stringify(refreshed.body));
  const advertiser = {
    ...unsessioned,
    headers: { authorization: `Bearer ${refreshed.body.access_token}` },
  };
  await app.users.change(advertiser.id, {
    passwordHash: await hashPassword('not the password of any example'),
  });
  const tokensWith = (json: string, from = issuer, at = clock.now) =>
    jwtTokens({
      secrets: secretsOfJson(json),
      issuer: from,
      now: () => at,
    });

  const read = { name: 'Assistant', kind: 'read', environment: 'live' } as const;
  const { key: readKey } = await advertiser.issue(read);

  const good: Record<Auth, () => Credentials> = {
    none: () => ({}),
    user: () => ({ headers: advertiser.headers }),
    optionalUser: () => ({ headers: unsessioned.headers }),
    view: () => ({ headers: advertiser.headers }),
    report: () => ({ headers: advertiser.headers }),
    viewOrKey: () => ({ headers: advertiser.key }),
    operator: () => ({ headers: { 'x-svc-dev-token': operatorToken } }),
    devToken: () => ({ headers: { 'x-dev-token': operatorToken } }),
    devUser: () => operator,
    readKey: () => bearer(readKey),
    conversionKey: () => ({ headers: advertiser.key }),
    pixelKey: () => ({ body: { key: advertiser.pixelKey } }),
    billingSignature: () => signed.billing(),
    partnerSignature: () => signed.partner(),
  };

  const ownToken = advertiser.headers.authorization.slice(7);
  const [, payload = '', signature = ''] = ownToken.split('.');
  const issue = async (tokens: ReturnType<typeof tokensWith>, type: 'access' | 'operator' | 'reset', id = advertiser.id) =>
    bearer((await tokens.issue(type, id)).token);
  const forged = async (type: 'access' | 'operator', id: number): Promise<Record<string, Credentials>> => ({
    'an expired token': await issue(tokensWith(SECRETS_JSON, issuer, clock.now - 86_400_001), type, id),
    'a token of another issuer': await issue(tokensWith(SECRETS_JSON, 'elsewhere'), type, id),
    'a token signed by another key': await issue(
      tokensWith(secretsOf({ ...jwtKey, secret: randomBytes(32).toString('base64url') })),
      type,
      id,
    ),
    'a token of an unknown key': await issue(tokensWith(secretsOf({ ...jwtKey, kid: 'k2' })), type, id),
  });
  const secretKey = advertiser.key.authorization.slice(7);
  const revoked = await revokedKeys(app, advertiser);
  const malformed = {
    'an empty token': { headers: { authorization: 'Bearer ' } },
    'another scheme': { headers: { authorization: `Basic ${Buffer.from('a:b').toString('base64')}` } },
    'two tokens': { headers: { authorization: `Bearer ${secretKey} ${ownToken}` } },
    'no scheme': { headers: { authorization: ownToken } },
    'a long token': bearer('x'.repeat(6000)),
  };
  const inBody = (key: unknown): Credentials => ({ body: { key } });

  const operatorId = await newOperator(app);
  const operator = await issue(tokensWith(SECRETS_JSON), 'operator', operatorId);
  const noUser = {
    ...malformed,
    'a secret key': bearer(secretKey),
    'a public key': bearer(advertiser.pixelKey),
    'an operator token': bearer(operatorToken),
    'an operator token in its own header': { headers: { 'x-svc-dev-token': operatorToken } },
    'a token of an operator': operator,
    'an operator token under the id of a user': await issue(tokensWith(SECRETS_JSON), 'operator'),
    'a reset token': await issue(tokensWith(SECRETS_JSON), 'reset'),
    ...(await forged('access', advertiser.id)),
    'a token with alg none': bearer(`${base64url({ alg: 'none', typ: 'JWT', kid: 'k1' })}.${payload}.`),
    'a token with alg none and a signature': bearer(`${base64url({ alg: 'none', kid: 'k1' })}.${payload}.${signature}`),
    'a token with changed claims': bearer(ownToken.replace(payload, base64url({ ...claimsOf(payload), sub: '1' }))),
    'a token of nobody': await issue(tokensWith(SECRETS_JSON), 'access', 2 ** 48),
    'a token of an inactive user': await otherUser(app, { isActive: false }),
    'a token issued before tokensValidAfter': await otherUser(app, { tokensValidAfter: clock.now + 1 }),
  };
  const noOperatorToken = (name: string) => ({
    'another token': { headers: { [name]: 'another-token' } },
    'an empty token': { headers: { [name]: '' } },
    'the hash of the token': { headers: { [name]: sha256(operatorToken) } },
    'the token as Bearer': bearer(operatorToken),
    "a user's token": { headers: { [name]: ownToken } },
    "an operator's own token": {
      headers: { ...operator.headers, [name]: operator.headers?.authorization ?? '' },
    },
  });

  const bad: Record<Auth, Record<string, Credentials>> = {
    none: {},
    user: noUser,
    optionalUser: {},
    view: noUser,
    report: { ...noUser, 'an unknown read-only key': bearer(newApiKey('rk_live_')) },
    viewOrKey: {
      ...Object.fromEntries(Object.entries(noUser).filter(([name]) => name !== 'a secret key')),
      'an unknown secret key': bearer(newApiKey('sk_live_')),
      'a revoked secret key': bearer(revoked.secret),
      'a read-only key': bearer(readKey),
    },
    operator: {
      ...noOperatorToken('x-svc-dev-token'),
      'the token in the other header': { headers: { 'x-dev-token': operatorToken } },
    },
    devToken: {
      ...noOperatorToken('x-dev-token'),
      'the token in the other header': { headers: { 'x-svc-dev-token': operatorToken } },
    },
    devUser: {
      ...malformed,
      'an operator token': bearer(operatorToken),
      'an operator token in its own header': { headers: { 'x-dev-token': operatorToken } },
      "a user's token": bearer(ownToken),
      "a user's token under the id of an operator": await issue(tokensWith(SECRETS_JSON), 'access', operatorId),
      'a reset token': await issue(tokensWith(SECRETS_JSON), 'reset', operatorId),
      'a token of nobody': await issue(tokensWith(SECRETS_JSON), 'operator', 2 ** 48),
      'a token of an inactive operator': await issue(tokensWith(SECRETS_JSON), 'operator', await newOperator(app, { isActive: false })),
      ...(await forged('operator', operatorId)),
    },
    readKey: {
      ...malformed,
      "a user's token": bearer(ownToken),
      'an operator token': bearer(operatorToken),
      'a secret key': bearer(secretKey),
      'a public key': bearer(advertiser.pixelKey),
      'an unknown key': bearer(newApiKey('rk_live_')),
      'a revoked key': bearer(revoked.read),
      'its hash': bearer(sha256(readKey)),
      'the key in the body': inBody(readKey),
    },
    conversionKey: {
      ...malformed,
      "a user's token": bearer(ownToken),
      'an operator token': bearer(operatorToken),
      'a public key': bearer(advertiser.pixelKey),
      'an unknown key': bearer(newApiKey('sk_live_')),
      'a mistyped key': bearer(`${secretKey.slice(0, -1)}${secretKey.endsWith('a') ? 'b' : 'a'}`),
      'a revoked key': bearer(revoked.secret),
      'its hash': bearer(sha256(secretKey)),
      'the key in the body': inBody(secretKey),
    },
    pixelKey: {
      'a secret key': inBody(secretKey),
      "a user's token": inBody(ownToken),
      'an unknown key': inBody(newApiKey('pk_live_')),
      'a revoked key': inBody(revoked.public),
      'a number': inBody(7),
      'an array': inBody([advertiser.pixelKey]),
      'an object': inBody({ key: advertiser.pixelKey }),
      nothing: inBody(null),
      'the key as Bearer': { ...bearer(advertiser.pixelKey), body: { key: '' } },
    },
    ...signed.bad,
  };
  return { app, advertiser, good, bad };
}

const claimsOf = (payload: string) => JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
