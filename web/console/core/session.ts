import operations from 'virtual:operations';
import { sealed, unsealed } from './sealed-storage.ts';

/** Only memory has the plain token; the tab's storage has it sealed for a reload (`sealed-storage.ts`). */
type Session = { token: string; expiresAt: number; issuedAt: number };
const storageName = 'adtrail.session';
let session: Session | null = null;
let refreshing: Promise<void> | null = null;
const listeners = new Set<() => void>();

export const accessToken = (): string | null => session?.token ?? null;
export const isSignedIn = (): boolean => session !== null && session.expiresAt > Date.now();
export const onSessionChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export async function signIn(answer: { access_token: string; expires_in: number }): Promise<void> {
  farewell = null;
  const now = Date.now();
  session = { token: answer.access_token, issuedAt: now, expiresAt: now + answer.expires_in * 1000 };
  await sealed(storageName, JSON.stringify(session)).catch(() => {});
  for (const listener of listeners) listener();
}

let farewell: string | null = null;
export const sessionEnd = (): string => farewell ?? '';
/** The next person in this tab may be another. */
export const hasLeft = (): boolean => farewell !== null && farewell !== expired;
const expired = 'Your session has ended. Sign in again to continue.';

export function signOut(why = ''): void {
  if (!session) return;
  session = null;
  farewell = why;
  sealed(storageName, null).catch(() => {});
  for (const listener of listeners) listener();
}

export const endExpired = (): void => signOut(expired);

export async function resume(): Promise<void> {
  const text = await unsealed(storageName).catch(() => null);
  if (text) session = JSON.parse(text) as Session;
  if (isSignedIn()) return;
  if (session) farewell = expired;
  session = null;
}

const refreshAfterMs = 60 * 60_000;
export async function freshToken(): Promise<string | null> {
  if (session && Date.now() > session.issuedAt + refreshAfterMs) {
    refreshing ??= refresh().finally(() => {
      refreshing = null;
    });
    await refreshing;
  }
  return accessToken();
}

async function refresh(): Promise<void> {
  const [method = '', path = ''] = operations.refresh?.split(' ') ?? [];
  try {
    const headers = { authorization: `Bearer ${session?.token}` };
    const response = await fetch(path, { method, headers, credentials: 'omit' });
    if (response.ok) await signIn(await response.json());
    else if (response.status === 401) endExpired();
  } catch {
    // If the refresh fails, the previous token is still valid.
  }
}
