import { keyOf as keyOfAccounts } from '#shared/accounts/items.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import { keyOf } from '#shared/licences/items.ts';
import { epochOf, type Invitation, type Tier } from '#shared/licences/rules/licences.ts';
import { invitationDays, resendMinutes } from '#shared/licences/rules/limits.ts';
import type { Effect } from '#shared/messages/effects.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import type { Part, Table } from '#shared/store/table.ts';
import { days, daysInSeconds, minutes } from '#shared/values/durations.ts';
import { newId, sha256 } from '#shared/values/ids.ts';
import type { UserId } from '#shared/values/tenant.ts';
import { notRecoveredAfter, wasRecoveredAfter } from './holder-recovery.ts';
import { changeLicences, type Drafts } from './licence-drafts.ts';
import { licenceOf, type Stored } from './licence-items.ts';
import { linkedKeys, membersOf } from './licence-reads.ts';

export type TeamMembers = { members: readonly number[]; invitations: readonly Invitation[]; seats: number };
export type OwnInvitation = Pick<Invitation, 'id' | 'email' | 'holderId' | 'expiresAt'> & {
  licenceKey: string;
};

type InvitationItem = Item & OwnInvitation & { state: 'open' | 'accepted' | 'declined'; ttl: number };
type Seats = (tier: Tier | null) => number;
type Refusal = 'not_held' | 'not_active' | 'full' | 'session_ended';

export const digestOfAddress = (email: string) => sha256(email);

export type MembershipNotes = (holderId: number | null) => Promise<readonly Part[]>;
const none: MembershipNotes = async () => [];

/** The licence's item contains its invitations, so only one invitation gets the last seat. */
export const teamsIn = (table: Table, { now }: { now: () => number }) => {
  const pointerOf = (digest: string, id: string) => table.get<InvitationItem>(keyOf.teamInvitation(digest, id), { consistent: true });
  const isOpen = (holderId: number | null) => (invitation: Invitation) =>
    invitation.holderId === holderId && Date.parse(invitation.expiresAt) > now();

  async function teamOf(drafts: Drafts, licenceKey: string): Promise<Stored[]> {
    const { userId } = await drafts.edit(licenceKey);
    const chain = await drafts.team(licenceKey);
    for (const licence of chain) licence.invitations = (licence.invitations ?? []).filter(isOpen(userId));
    return chain;
  }

  const invitationsOf = (chain: readonly Stored[]) => chain.flatMap(({ invitations = [] }) => invitations);

  const answered = (pointer: InvitationItem, state: InvitationItem['state']): Part => ({
    put: { ...pointer, state, effects: undefined },
  });

  return {
    read: (licenceKey: string, holderId: number, seats: Seats): Promise<TeamMembers | null> =>
      changeLicences<TeamMembers | null>(table, now, async (drafts) => {
        const storedLicence = await drafts.edit(licenceKey);
        if (storedLicence.userId !== holderId) return { answer: null };
        const chain = await drafts.team(licenceKey);
        return {
          answer: {
            members: await membersOf(drafts, licenceKey),
            invitations: invitationsOf(chain).filter(isOpen(holderId)),
            seats: seats(licenceOf(storedLicence).tier),
          },
        };
      }),

    /** The addresses of expired invitations leave the licence. */
    endExpired: (licenceKey: string): Promise<void> =>
      changeLicences<void>(table, now, async (drafts) => {
        await teamOf(drafts, licenceKey);
        return { answer: undefined };
      }),

    /** A repeated call after ten minutes renews the invitation and its mail. */
    invite: (
      licenceKey: string,
      {
        holderId,
        sessionEpoch,
        email,
        seats,
        noted,
      }: {
        holderId: number;
        sessionEpoch: number;
        email: string;
        seats: Seats;
        noted?: readonly Effect[];
      },
    ): Promise<Invitation | Refusal> =>
      changeLicences<Invitation | Refusal>(table, now, async (drafts) => {
        const storedLicence = await drafts.edit(licenceKey);
        if (storedLicence.userId !== holderId) return { answer: 'not_held' };
        if (await wasRecoveredAfter(sessionEpoch, holderId, table)) return { answer: 'session_ended' };
        const { status, tier } = licenceOf(storedLicence);
        if (status !== 'active') return { answer: 'not_active' };
        const chain = await teamOf(drafts, licenceKey);
        const openInvitations = invitationsOf(chain);
        const before = openInvitations.find((openInvitation) => openInvitation.email === email);
        const at = now();
        if (before && at - Date.parse(before.sentAt) < minutes(resendMinutes)) return { answer: before };
        const members = await membersOf(drafts, licenceKey);
        if (!before && members.length + openInvitations.length >= seats(tier)) return { answer: 'full' };
        const expires = at + days(invitationDays);
        const invitation: Invitation = {
          id: before?.id ?? newId('inv'),
          email,
          holderId,
          sessionEpoch,
          sentAt: new Date(at).toISOString(),
          expiresAt: new Date(expires).toISOString(),
        };
        for (const licence of chain) licence.invitations = (licence.invitations ?? []).filter(({ id }) => id !== invitation.id);
        storedLicence.invitations = [...(storedLicence.invitations ?? []), invitation];
        const pointer = { put: pointerTo(licenceKey, invitation, { expires, noted }) };
        return { answer: invitation, also: [pointer, ...notRecoveredAfter(sessionEpoch, holderId)] };
      }),

    withdraw: (licenceKey: string, { holderId, id }: { holderId: number; id: string }, also: readonly Part[] = []) =>
      changeLicences<'removed' | 'not_held'>(table, now, async (drafts) => {
        if ((await drafts.edit(licenceKey)).userId !== holderId) return { answer: 'not_held' };
        const chain = await teamOf(drafts, licenceKey);
        const isInvited = invitationsOf(chain).some((invitation) => invitation.id === id);
        for (const licence of chain) licence.invitations = (licence.invitations ?? []).filter((invitation) => invitation.id !== id);
        return { answer: 'removed', also: isInvited ? also : [] };
      }),

    async open(digest: string, id: string): Promise<OwnInvitation | null> {
      const pointer = await pointerOf(digest, id);
      if (pointer?.state !== 'open') return null;
      const licence = await table.get<Item & Stored>(keyOf.licence(pointer.licenceKey), { consistent: true });
      const isInvited = licence?.invitations?.filter(isOpen(licence.userId)).some((invitation) => invitation.id === id);
      return isInvited ? pointer : null;
    },

    invitedAddress: async (digest: string, id: string): Promise<string | null> => (await pointerOf(digest, id))?.email ?? null,

    async ofAddress(email: string): Promise<OwnInvitation[]> {
      const digest = digestOfAddress(email);
      const { pk } = keyOf.teamInvitation(digest, '');
      const range = ['inv_', afterPrefix('inv_')] as const;
      const pointers = table.query<InvitationItem>(pk, range, { consistent: true });
      const ids = (await Array.fromAsync(pointers)).filter(({ state }) => state === 'open');
      const invitations = await Promise.all(ids.map(({ sk }) => this.open(digest, sk)));
      return invitations.filter((invitation) => invitation !== null);
    },

    /** The caller has verified `email`. An invitation reserves its seat, so only a smaller tier can leave none. */
    accept: ({ email, id, userId, seats }: { email: string; id: string; userId: UserId; seats: Seats }, notesOf: MembershipNotes = none) =>
      changeLicences<{ licenceKey: string } | 'unknown' | 'not_active' | 'full'>(table, now, async (drafts) => {
        const pointer = await pointerOf(digestOfAddress(email), id);
        if (!pointer || pointer.state === 'declined') return { answer: 'unknown' };
        const heirs = await drafts.heirs(pointer.licenceKey);
        const current = heirs.find((heir) => licenceOf(heir).status === 'active') ?? heirs.at(-1);
        if (!current) return { answer: 'unknown' };
        const { licenceKey } = current;
        const chain = await teamOf(drafts, licenceKey);
        const members = await membersOf(drafts, licenceKey);
        const isMember = members.includes(userId);
        if (pointer.state === 'accepted') return { answer: isMember ? { licenceKey } : 'unknown' };
        const invited = invitationsOf(chain).find((invitation) => invitation.id === id);
        const user = await table.get<Item & User>(keyOfAccounts.user(userId), { consistent: true });
        if (!invited || !user?.isActive || current.userId === userId) return { answer: 'unknown' };
        // The recovery of the owner's account ends an invitation that another person may have sent.
        const epoch = epochOf(invited);
        if (await wasRecoveredAfter(epoch, current.userId, table)) return { answer: 'unknown' };
        const { status, tier } = licenceOf(current);
        if (status !== 'active') return { answer: 'not_active' };
        if (!isMember && members.length >= seats(tier)) return { answer: 'full' };
        for (const licence of chain) licence.invitations = (licence.invitations ?? []).filter((invitation) => invitation.id !== id);
        if (!isMember) current.members = [...current.members, userId];
        const notes = isMember ? [] : await notesOf(current.userId);
        const isActive: Part = {
          check: keyOfAccounts.user(userId),
          condition: 'isActive = :active',
          values: { ':active': true },
        };
        const isSame = notRecoveredAfter(epoch, current.userId);
        return {
          answer: { licenceKey },
          also: [answered(pointer, 'accepted'), isActive, ...isSame, ...notes],
        };
      }),

    decline: (digest: string, id: string) =>
      changeLicences<'declined' | 'unknown'>(table, now, async (drafts) => {
        const pointer = await pointerOf(digest, id);
        if (pointer?.state === 'declined') return { answer: 'declined' };
        if (pointer?.state !== 'open') return { answer: 'unknown' };
        let isFound = false;
        for (const heir of await drafts.heirs(pointer.licenceKey)) {
          const remaining = (heir.invitations ?? []).filter((invitation) => invitation.id !== id);
          isFound ||= remaining.length < (heir.invitations ?? []).length;
          heir.invitations = remaining;
        }
        return isFound ? { answer: 'declined', also: [answered(pointer, 'declined')] } : { answer: 'unknown' };
      }),

    async keysOf(userId: UserId): Promise<{ held: string[]; joined: string[] }> {
      const [heldKeys, joinedKeys] = await Promise.all([linkedKeys(table, userId, 'LICENCE#'), linkedKeys(table, userId, 'TEAM#')]);
      return { held: heldKeys, joined: joinedKeys };
    },

    async leaveAll(userId: UserId): Promise<void> {
      for (const licenceKey of await linkedKeys(table, userId, 'TEAM#')) await this.leave(licenceKey, userId);
    },

    /** The user also leaves the teams of earlier and later keys. */
    leave: (licenceKey: string, userId: UserId, notesOf: MembershipNotes = none): Promise<void> =>
      changeLicences(table, now, async (drafts) => {
        const chain = [...(await drafts.team(licenceKey)), ...(await drafts.heirs(licenceKey))];
        const joined = chain.find(({ members }) => members.includes(userId));
        for (const licence of chain) licence.members = licence.members.filter((id) => id !== userId);
        return { answer: undefined, also: joined ? await notesOf(joined.userId) : [] };
      }),
  };
};

function pointerTo(
  licenceKey: string,
  { id, email, holderId, sentAt, expiresAt }: Invitation,
  { expires, noted: effects = [] }: { expires: number; noted?: readonly Effect[] | undefined },
): Item & OwnInvitation {
  const effect = {
    kind: 'team_invitation',
    id: `team_invitation#${id}#${sentAt}`,
    email,
    holder_id: holderId,
    invitation_id: id,
    expires_at: expiresAt,
  };
  return {
    ...keyOf.teamInvitation(digestOfAddress(email), id),
    kind: 'team_invitation',
    id,
    email,
    holderId,
    licenceKey,
    expiresAt,
    state: 'open',
    effects: JSON.stringify([effect, ...effects]),
    ttl: Math.ceil(expires / 1000) + daysInSeconds(1),
  };
}
