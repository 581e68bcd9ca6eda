import { type Answer, ApiError, call } from '../core/api.ts';
import { sealed, unsealed } from '../core/sealed-storage.ts';
import { signInSearch } from './search.ts';

export type Intent = 'sign_in' | 'sign_up';
type Provider = NonNullable<Answer<'readIdentityProvider'>['provider']>;
/** The tab keeps this state while the user is at the provider. */
type Asked = { state: string; nonce: string; codeVerifier: string; intent: Intent; next?: string };
export type IdentityProof = {
  identity: { id_token: string; nonce: string };
  /** This e-mail is only for display; the service uses the e-mail that it verifies. */
  email: string;
  intent: Intent;
  next?: string;
};

const storageName = 'adtrail.identity';
const text = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
const random = () => text(crypto.getRandomValues(new Uint8Array(32)));

const path = '/console/sign-in';
const redirectUri = () => window.location.origin + path;

let returned = returnedWith();
/** A bookmark or the router would keep the code, so the address loses it at once. */
function returnedWith(): URLSearchParams | null {
  const { pathname, search } = window.location;
  const answer = new URLSearchParams(search);
  if (pathname !== path || !answer.has('state')) return null;
  window.history.replaceState(null, '', path);
  return answer;
}
export function takeReturned(): URLSearchParams | null {
  const parameters = returned;
  returned = null;
  return parameters;
}

export async function sendToProvider({ authorization_url, client_id, scope }: Provider, { intent, next }: Pick<Asked, 'intent' | 'next'>) {
  const signInRequest: Asked = { state: random(), nonce: random(), codeVerifier: random(), intent };
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(signInRequest.codeVerifier));
  await sealed(storageName, JSON.stringify({ ...signInRequest, ...(next && { next }) }));
  const url = new URL(authorization_url);
  for (const [name, value] of Object.entries({
    response_type: 'code',
    client_id,
    redirect_uri: redirectUri(),
    scope,
    state: signInRequest.state,
    nonce: signInRequest.nonce,
    prompt: 'select_account',
    code_challenge: text(new Uint8Array(hash)),
    code_challenge_method: 'S256',
  }))
    url.searchParams.set(name, value);
  window.location.assign(url.href);
}

export async function proofIn(answer: URLSearchParams): Promise<IdentityProof> {
  const stored = await unsealed(storageName).catch(() => null);
  await sealed(storageName, null);
  const signInRequest = stored ? (JSON.parse(stored) as Asked) : null;
  const code = answer.get('code');
  // A link of another person's sign-in has a `state` that this tab did not create, so it is rejected.
  if (!signInRequest || answer.get('state') !== signInRequest.state)
    throw failed('This sign-in was not started in this tab. Start it again.');
  if (!code)
    throw failed(
      answer.get('error') === 'access_denied' ? 'The sign-in was canceled.' : 'The identity provider could not sign you in. Try again.',
    );
  const body = { code, code_verifier: signInRequest.codeVerifier, redirect_uri: redirectUri() };
  const { id_token } = await call('exchangeIdpCode', { body }, { token: null });
  const { intent, nonce } = signInRequest;
  return {
    identity: { id_token, nonce },
    email: emailIn(id_token),
    intent,
    ...signInSearch({ next: signInRequest.next }),
  };
}

export async function enterWith({ identity: body, intent }: IdentityProof) {
  const withoutToken = { token: null };
  try {
    return { answer: await call('signInWithIdp', { body }, withoutToken), isNew: false };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'account_not_found') throw error;
    if (intent === 'sign_in') return null;
    return { answer: await call('signUpWithIdp', { body }, withoutToken), isNew: true };
  }
}

const failed = (detail: string) => new ApiError(400, { detail, code: 'identity_failed' });

function emailIn(idToken: string): string {
  try {
    const payload = atob((idToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    return String(JSON.parse(payload).email);
  } catch {
    return 'this e-mail address';
  }
}
