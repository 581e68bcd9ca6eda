import { betterAuth } from 'better-auth';
import { type MemoryDB, memoryAdapter } from 'better-auth/adapters/memory';
import type { Route } from '../../../lib/local/gateway.ts';
import { hashPassword, verifyPassword } from '../../../shared/accounts/sign-in/rules/passwords.ts';
import type { Account } from '../sign-in.ts';

/** The better-auth peer has the same hash and an in-memory store, but neither limits nor a log. */
export async function makeHandler(accounts: readonly Account[], password: string): Promise<Route['handler']> {
  const origin = 'http://bench.example';
  const store: MemoryDB = { user: [], session: [], account: [], verification: [] };
  const auth = betterAuth({
    baseURL: origin,
    secret: 'a secret of the bench, and of nothing else',
    database: memoryAdapter(store),
    emailAndPassword: {
      enabled: true,
      password: {
        hash: hashPassword,
        verify: async ({ password, hash }) => (await verifyPassword(password, hash)).isRight,
      },
    },
    rateLimit: { enabled: false },
    logger: { disabled: true },
    telemetry: { enabled: false },
  });
  for (const { email } of accounts) await auth.api.signUpEmail({ body: { email, password, name: 'Bench' } });
  return async ({ body }) => {
    const headers = { 'content-type': 'application/json', origin };
    const request = new Request(`${origin}/api/auth/sign-in/email`, { method: 'POST', headers, body });
    const answer = await auth.handler(request);
    return {
      statusCode: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: await answer.text(),
    };
  };
}
