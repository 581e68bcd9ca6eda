import Bowser from 'bowser';
import type { IpNetworkId } from '#shared/accounts/ip-network-id.ts';
import { ipNetworkOf } from '#shared/accounts/rules/ip-network.ts';
import { withNetwork } from '#shared/accounts/rules/known-networks.ts';
import { endedSessions, type SessionId, type UserSession } from '#shared/accounts/rules/user-sessions.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import type { UserChanges } from '#shared/accounts/store/users.ts';
import { activity } from '#shared/activity/activity.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import { randomText } from '#shared/values/ids.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';

export type Caller = { sourceIp: string; header(name: string): string | undefined };

export const seenOf = ({ sourceIp, header }: Caller, now: number) => ({
  seenAt: now,
  client: clientName(header('user-agent')),
  network: ipNetworkOf(sourceIp),
});

export type SessionStart = { id: SessionId; changes: UserChanges; ended: SessionId[] };
export type SignIn = SessionStart & { effects: EffectOf<'activity'>[] };

type Account = Pick<User, 'tokensValidAfter' | 'knownNetworks'>;

export async function signIn(
  user: Account & Pick<User, 'id'>,
  caller: Caller,
  method: 'password' | 'second_factor' | 'identity',
  ...more: [deps: SessionDeps, given?: SessionGiven]
): Promise<SignIn> {
  const [started, entry] = await Promise.all([startSession(user, caller, ...more), activity('sign_in', ownAccountOf(user.id), { method })]);
  return { ...started, effects: [entry] };
}

type SessionDeps = { ipNetworkId: IpNetworkId; now(): number };
type SessionGiven = { id?: SessionId; createdAt?: number; ipNetwork?: string };

export async function startSession(
  user: Account,
  caller: Caller,
  { ipNetworkId, now }: SessionDeps,
  sessionFields: SessionGiven = {},
): Promise<SessionStart> {
  const at = now();
  const id = sessionFields.id ?? (`session_${randomText(22)}` as const);
  const ipNetwork = sessionFields.ipNetwork ?? (await ipNetworkId(caller.sourceIp));
  const { tokensValidAfter: validAfter } = user;
  const session: UserSession = {
    createdAt: sessionFields.createdAt ?? at,
    validAfter,
    ...seenOf(caller, at),
  };
  const knownNetworks = withNetwork(user.knownNetworks, ipNetwork, at);
  return {
    id,
    changes: { [id]: session, ...(knownNetworks && { knownNetworks }) },
    ended: endedSessions(user, at).filter((other) => other !== id),
  };
}

/** The write fails if a second factor was enabled since the account was read. */
export const withoutMfa = {
  condition: 'attribute_not_exists(#mfa) OR #mfa = :no_mfa',
  names: { '#mfa': 'mfa' },
  values: { ':no_mfa': null },
};

export const firstSession = (caller: Caller, deps: SessionDeps) => startSession({ tokensValidAfter: 0 }, caller, deps);

const maxLength = 60;

function clientName(userAgent: string | undefined): string | null {
  const text = userAgent?.slice(0, 400).trim();
  if (!text) return null;
  const { browser, os } = Bowser.parse(text);
  const [major] = browser.version?.split('.') ?? [];
  const name = [browser.name, major, os.name && `on ${os.name}`].filter(Boolean).join(' ');
  return name.replace(/[^\x20-\x7e]/g, '').slice(0, maxLength) || null;
}
