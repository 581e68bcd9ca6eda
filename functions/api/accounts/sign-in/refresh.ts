import * as z from 'zod';
import { ipNetworkId, users } from '#shared/accounts/needs.ts';
import { sessionDays } from '#shared/accounts/rules/limits.ts';
import { refreshableMs, type SessionId, seenAgain, sessionsOf } from '#shared/accounts/rules/user-sessions.ts';
import { exampleAuthResponse } from '#shared/accounts/sign-in/auth-response.ts';
import { tokens } from '#shared/accounts/sign-in/needs.ts';
import { type Caller, seenOf, startSession } from '#shared/accounts/sign-in/start-session.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import type { Actors } from '#shared/http/actors.ts';
import { challenge } from '#shared/http/credentials.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { sha256 } from '#shared/values/ids.ts';

const needs = { ipNetworkId, tokens, users };
type Deps = DepsOf<typeof needs>;

const { user: _, ...exampleToken } = exampleAuthResponse;

export const refresh = defineEndpoint({
  id: 'refresh',
  method: 'POST',
  path: '/api/v1/auth/refresh',
  auth: 'user',
  needs,
  summary: 'Refresh an access token',
  description: `Returns a new access token for one that is still valid. Works until ${sessionDays} days after the sign-in; then it returns 401, and the user has to sign in again.`,
  responses: {
    200: z
      .object({
        access_token: z.string().meta({ description: 'JWT to send as `Authorization: Bearer <token>`.' }),
        token_type: z.literal('bearer').meta({ description: 'Always `bearer`.' }),
        expires_in: z.int().meta({ description: 'Seconds.' }),
      })
      .meta({ id: 'NewToken' }),
  },
  answers: {
    200: 'Returns a new access token.',
  },
  example: { responses: { 200: exampleToken } },

  async handle({ actor, sourceIp, header }, deps) {
    const { user, signedInAt } = actor;
    if (deps.now() > signedInAt + refreshableMs) throw fail(serviceErrors.unauthenticated, challenge);
    const sessionId = await continuedSession(actor, { sourceIp, header }, deps);
    const { id, tokensValidAfter: validAfter } = user;
    const { token, expiresInSeconds } = await deps.tokens.issue('access', id, {
      signedInAt,
      validAfter,
      sessionId,
    });
    return ok({ access_token: token, token_type: 'bearer', expires_in: expiresInSeconds });
  },
});

/** The session's time of last use is written at most once an hour. */
async function continuedSession(actor: Actors['user'], caller: Caller, deps: Deps): Promise<SessionId> {
  const { user, sessionId } = actor;
  const existingSession = sessionsOf(user).find(([id]) => id === sessionId);
  if (!existingSession) return await sessionOfOldToken(actor, caller, deps);
  const [id, session] = existingSession;
  const changed = seenAgain(session, seenOf(caller, deps.now()));
  if (!changed) return id;
  const condition = { condition: 'attribute_exists(#stored)', names: { '#stored': id } };
  // The condition keeps this write from restoring a session that ended in parallel.
  if (!(await deps.users.change(user.id, { [id]: changed }, condition))) throw fail(serviceErrors.unauthenticated, challenge);
  return id;
}

async function sessionOfOldToken({ user, signedInAt }: Actors['user'], caller: Caller, deps: Deps): Promise<SessionId> {
  const digest = sha256(`${user.id} ${signedInAt}`).slice(0, 22);
  const session = { id: `session_${digest}`, createdAt: signedInAt } as const;
  const { id, changes, ended } = await startSession(user, caller, deps, session);
  if (!(await deps.users.change(user.id, changes, { ended }))) throw fail(serviceErrors.unauthenticated, challenge);
  return id;
}
