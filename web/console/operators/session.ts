import { sealed, unsealed } from '../core/sealed-storage.ts';

/** Unlike a user's session (`core/session.ts`), this session is not refreshed. */
type Session = { token: string; expiresAt: number };
const name = 'adtrail.operator';
let session: Session | null = null;
const listeners = new Set<() => void>();

export const operatorToken = (): string | null => (session && session.expiresAt > Date.now() ? session.token : null);
export const isOperatorSignedIn = (): boolean => operatorToken() !== null;
export const onOperatorChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export async function operatorSignIn(answer: { access_token: string; expires_in: number }): Promise<void> {
  session = { token: answer.access_token, expiresAt: Date.now() + answer.expires_in * 1000 };
  await sealed(name, JSON.stringify(session)).catch(() => {});
  for (const listener of listeners) listener();
}

export function operatorSignOut(): void {
  if (!session) return;
  session = null;
  sealed(name, null).catch(() => {});
  for (const listener of listeners) listener();
}

const text = await unsealed(name).catch(() => null);
if (text) session = JSON.parse(text) as Session;
