import { days, hours } from '#shared/values/durations.ts';
export type SessionId = `session_${string}`;

/** One sign-in of a user. Times are epoch milliseconds. */
export type UserSession = {
  createdAt: number;
  /** The last time that it received a token, up to an hour late. */
  seenAt: number;
  /** Browser and operating system, or `null` if the client names none. */
  client: string | null;
  /** An IPv4 /24 or IPv6 /56. */
  network: string;
  /** The account's `tokensValidAfter` at the sign-in. A later value ends the session. */
  validAfter: number;
};

/** Sessions are attributes of the account, so that parallel sign-ins do not overwrite each other. */
export type SessionsOfUser = { [id: SessionId]: UserSession };

export const maxSessions = 20;
/**
 * A token can be refreshed for this time after the sign-in, any number of times
 * (docs/api/accounts.md#sessions).
 */
export const refreshableMs = days(30);
/** The last token of a session is valid for a day. */
const longestMs = refreshableMs + days(1);
const coarseMs = hours(1);

export const isSessionId = (name: string): name is SessionId => name.startsWith('session_');

type Holder = SessionsOfUser & { tokensValidAfter: number };

const allOf = (user: Holder): [SessionId, UserSession][] =>
  Object.entries(user).filter((entry): entry is [SessionId, UserSession] => isSessionId(entry[0]));

/** Includes ended sessions. */
export const storedSessions = (user: Holder): SessionId[] => allOf(user).map(([id]) => id);

/** Returns the account's active sessions, newest first. Above the limit, the oldest sessions have ended. */
export const sessionsOf = (user: Holder): [SessionId, UserSession][] =>
  allOf(user)
    .filter(([, { validAfter }]) => validAfter === user.tokensValidAfter)
    .sort(([a, { createdAt: atA }], [b, { createdAt: atB }]) => atB - atA || (a < b ? -1 : 1))
    .slice(0, maxSessions);

/** Works like `sessionsOf`, without sessions whose tokens have all expired. */
export const currentSessionsOf = (user: Holder, now: number): [SessionId, UserSession][] =>
  sessionsOf(user).filter(([, { createdAt }]) => now < createdAt + longestMs);

export const hasSession = (user: Holder, id: string): boolean => sessionsOf(user).some(([own]) => own === id);

/** Returns stored sessions to remove when another session starts, so that the account stays small. */
export function endedSessions(user: Holder, now: number): SessionId[] {
  const kept = new Set(
    currentSessionsOf(user, now)
      .map(([id]) => id)
      .slice(0, maxSessions - 1),
  );
  return storedSessions(user).filter((id) => !kept.has(id));
}

/** Returns the current sessions without data of devices. The next refresh stores the data again. */
export const anonymousSessions = (user: Holder, now: number): SessionsOfUser =>
  Object.fromEntries(
    currentSessionsOf(user, now).map(([id, session]) => [id, { ...session, client: null, network: '' }]),
  );

/** Returns the session after a refresh, or `null` if the stored time is recent enough. */
export const seenAgain = (
  session: UserSession,
  seen: Pick<UserSession, 'seenAt' | 'client' | 'network'>,
): UserSession | null => (seen.seenAt - session.seenAt < coarseMs ? null : { ...session, ...seen });
