import { days, hours } from '#shared/values/durations.ts';
import { maxSessions, sessionDays } from './limits.ts';
export type SessionId = `session_${string}`;

export type UserSession = {
  createdAt: number;
  /** The time of last use may be an hour late. */
  seenAt: number;
  client: string | null;
  network: string;
  validAfter: number;
};

/** Parallel sign-ins must not overwrite each other, so each session is an attribute of its own. */
export type SessionsOfUser = { [id: SessionId]: UserSession };

export const refreshableMs = days(sessionDays);
const longestMs = refreshableMs + days(1);
const coarseMs = hours(1);

export const isSessionId = (name: string): name is SessionId => name.startsWith('session_');

type Holder = SessionsOfUser & { tokensValidAfter: number };

const allOf = (user: Holder): [SessionId, UserSession][] =>
  Object.entries(user).filter((entry): entry is [SessionId, UserSession] => isSessionId(entry[0]));

export const storedSessions = (user: Holder): SessionId[] => allOf(user).map(([id]) => id);

export const sessionsOf = (user: Holder): [SessionId, UserSession][] =>
  allOf(user)
    .filter(([, { validAfter }]) => validAfter === user.tokensValidAfter)
    .sort(([a, { createdAt: atA }], [b, { createdAt: atB }]) => atB - atA || (a < b ? -1 : 1))
    .slice(0, maxSessions);

export const currentSessionsOf = (user: Holder, now: number): [SessionId, UserSession][] =>
  sessionsOf(user).filter(([, { createdAt }]) => now < createdAt + longestMs);

export const hasSession = (user: Holder, id: string): boolean => sessionsOf(user).some(([sessionId]) => sessionId === id);

/** Ended sessions are removed to keep the user item small. */
export function endedSessions(user: Holder, now: number): SessionId[] {
  const recentIds = new Set(
    currentSessionsOf(user, now)
      .map(([id]) => id)
      .slice(0, maxSessions - 1),
  );
  return storedSessions(user).filter((id) => !recentIds.has(id));
}

export const anonymousSessions = (user: Holder, now: number): SessionsOfUser =>
  Object.fromEntries(currentSessionsOf(user, now).map(([id, session]) => [id, { ...session, client: null, network: '' }]));

export const seenAgain = (session: UserSession, seen: Pick<UserSession, 'seenAt' | 'client' | 'network'>): UserSession | null =>
  seen.seenAt - session.seenAt < coarseMs ? null : { ...session, ...seen };
