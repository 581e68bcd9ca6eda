import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { html, htmlPage } from '#shared/values/html.ts';
import { sha256 } from '#shared/values/ids.ts';
import { listen, loopback } from '../listen.ts';
import { refuseForeign } from '../refuse-foreign.ts';

/**
 * The issuer is fixed, so that users keep their identity although the engine's address changes with every
 * start.
 */
export const localIssuer = 'https://idp.adtrail.example';
export const localClientId = 'adtrail-local';

export type IdentityEngine = {
  endpoint: string;
  /** The token is valid for an hour. A missing subject derives from the e-mail. */
  idToken(claims: Record<string, unknown>): Promise<string>;
  stop(): Promise<void>;
};

/**
 * The keys in `file` keep tokens valid over a restart. The keys load on the first request, so that the start
 * is fast.
 */
export async function startIdentity(file: string): Promise<IdentityEngine> {
  let loading: ReturnType<typeof load> | undefined;
  const provider = () => (loading ??= load(file, endpoint));
  const door = createServer(async (request, response) => {
    if (request.url?.startsWith('/authorize?') && !parametersOf(request).has('login_hint'))
      return showAccounts(parametersOf(request), response);
    try {
      // Loading the keys takes longer than the timeout of a health check.
      if (request.url === '/health-check') {
        await loading;
        return void response.end();
      }
      (await provider()).service.requestHandler(request, response);
    } catch (error) {
      response.writeHead(500).end(`The provider could not be loaded (${(error as Error).message}).\n`);
    }
  });
  refuseForeign(door);
  const endpoint = `http://${loopback}:${await listen(door, 0)}`;
  return {
    endpoint,
    idToken: async (claims) =>
      (await provider()).issuer.buildToken({
        scopesOrTransform: (_header, payload) => Object.assign(payload, usualClaims(claims), claims),
      }),
    stop: () =>
      new Promise((resolve) => {
        door.close(() => resolve());
        door.closeAllConnections();
      }),
  };
}

async function load(file: string, endpoint: string) {
  const { OAuth2Issuer, OAuth2Service } = await import('oauth2-mock-server');
  const issuer = new OAuth2Issuer();
  issuer.url = endpoint;
  const service = new OAuth2Service(issuer);
  const { keys } = issuer;
  const storedKeys = keysIn(file);
  for (const key of storedKeys) await keys.add(key);
  if (storedKeys.length === 0) {
    await keys.generate('RS256');
    writeFileSync(file, JSON.stringify(keys.toJSON(true)), { mode: 0o600 });
  }
  const people = new Map<unknown, Record<string, unknown>>();
  service.on('beforeAuthorizeRedirect', ({ url }: { url: URL }, request: IncomingMessage) => {
    const email = parametersOf(request).get('login_hint') ?? '';
    people.set(url.searchParams.get('code'), { email, email_verified: true, name: nameOf(email) });
  });
  service.on('beforeTokenSigning', ({ payload }, { body }: { body: Record<string, unknown> }) => {
    const person = people.get(body.code);
    Object.assign(payload, person && { ...usualClaims(person), ...person });
  });
  service.on('beforeResponse', (answer, { body }: { body: Record<string, unknown> }) => {
    if (body.grant_type === 'authorization_code' && !people.delete(body.code))
      Object.assign(answer, { statusCode: 400, body: { error: 'invalid_grant' } });
  });
  return { issuer, service };
}

const parametersOf = ({ url }: IncomingMessage) => new URL(url ?? '/', 'http://provider').searchParams;
const nameOf = (email: string) =>
  (email.split('@')[0] ?? '').replace(/^\w|[._-]+\w/g, (start) => start.replace(/[._-]+/, ' ').toUpperCase());

function showAccounts(asked: URLSearchParams, response: ServerResponse): void {
  const redirectUri = asked.get('redirect_uri');
  const back = redirectUri && /^https?:/.test(redirectUri) && URL.canParse(redirectUri) ? new URL(redirectUri) : null;
  back?.searchParams.set('error', 'access_denied');
  back?.searchParams.set('state', asked.get('state') ?? '');
  const page = htmlPage({
    title: 'Mock identity provider',
    head: html`<style>body{font:16px/1.5 system-ui,sans-serif;margin:24px auto;max-width:24rem;padding:0 16px}</style>`,
    body: html`<h1>Mock identity provider</h1>
<p>It runs on this machine and asks for no password.</p>
<form action="/authorize">
${[...asked].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p><label>E-mail<br><input name="login_hint" type="email" required value="grace@company.example" style="font:inherit;width:100%"></label></p>
<p><button style="font:inherit">Continue</button></p>
</form>
${back && html`<p><a href="${back.href}">Cancel</a></p>`}`,
  });
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'referrer-policy': 'no-referrer' });
  response.end(page.html);
}

function usualClaims({ email, sub }: Record<string, unknown>) {
  const person = { email: 'grace@company.example', email_verified: true, name: 'Grace Example' };
  return {
    iss: localIssuer,
    aud: localClientId,
    jti: randomUUID(),
    sub: sha256(String(email ?? person.email)).slice(0, 21),
    ...(email === undefined && sub === undefined && person),
  };
}

function keysIn(file: string): Record<string, unknown>[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}
