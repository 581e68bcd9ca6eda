import { keyOf } from '#shared/licences/items.ts';
import { claimed, type LicenceStatus, type Tier, wordOf } from '#shared/licences/rules/licences.ts';
import { factsOf, knownEvents, type PartnerEvent } from '#shared/licences/rules/partner-events.ts';
import type { Part, Table } from '#shared/store/table.ts';
import type { UserId } from '#shared/values/tenant.ts';
import { changeLicences, type Drafts } from './licence-drafts.ts';
import { licenceOf } from './licence-items.ts';
import { licenceReadsIn, linkedKeys, membersOf } from './licence-reads.ts';
import { type Transferred, transferLicence } from './transfer-licence.ts';

export { licenceShards } from './licence-items.ts';
export type Licences = ReturnType<typeof licencesIn>;

export type LicenceWord = {
  status: LicenceStatus;
  tier: Tier | null;
  userId?: UserId | null | undefined;
  members?: readonly number[] | undefined;
};

type Reported = { outcome: 'noted' | 'known'; userId: UserId | null };

export const licencesIn = (table: Table, { now }: { now: () => number }) => ({
  ...licenceReadsIn(table, { now }),

  /** The partner's event applies once per key, name and time. */
  report: (partnerEvent: PartnerEvent, userId: UserId | null = null): Promise<Reported> =>
    changeLicences(table, now, async (drafts) => {
      const record = keyOf.licenceEvent(partnerEvent.licenceKey, partnerEvent.event, partnerEvent.at);
      const isKnown = (await table.get(record, { consistent: true })) !== null;
      for (const [licenceKey, facts] of factsOf(partnerEvent)) await drafts.learn(licenceKey, facts);
      if (knownEvents.some((knownEvent) => knownEvent === partnerEvent.event)) await shareHolder(drafts, partnerEvent, userId);
      const receivedAt = new Date(now()).toISOString();
      const put = { ...record, kind: 'licence_event', ...partnerEvent, receivedAt };
      const { userId: holder } = await drafts.edit(partnerEvent.licenceKey);
      const answer: Reported = { outcome: isKnown ? 'known' : 'noted', userId: holder };
      return { answer, also: isKnown ? [] : [{ put }] };
    }),

  claim: (licenceKey: string, userId: UserId, also: readonly Part[] = []) =>
    changeLicences<'linked' | 'unknown' | 'taken' | 'deactivated'>(table, now, async (drafts) => {
      if (!(await drafts.isKnown(licenceKey))) return { answer: 'unknown' };
      const storedLicence = await drafts.edit(licenceKey);
      if (storedLicence.userId !== null && storedLicence.userId !== userId) return { answer: 'taken' };
      const { status, successorKey } = licenceOf(storedLicence);
      if (storedLicence.userId === null) {
        if (status === 'deactivated' && successorKey === null) return { answer: 'deactivated' };
        await drafts.learn(licenceKey, claimed);
        await drafts.handTo(licenceKey, userId);
        return { answer: 'linked', also };
      }
      return { answer: 'linked' };
    }),

  set: (licenceKey: string, word: LicenceWord, also: (userId: UserId | null) => readonly Part[]): Promise<void> =>
    changeLicences(table, now, async (drafts) => {
      const storedLicence = await drafts.edit(licenceKey);
      const { userId: before } = storedLicence;
      await drafts.learn(licenceKey, wordOf(word, storedLicence.facts, now()));
      if (word.userId !== undefined) await drafts.handTo(licenceKey, word.userId);
      if (word.members) {
        for (const earlier of await drafts.team(licenceKey)) earlier.members = [];
        storedLicence.members = [...new Set(word.members)];
      }
      return { answer: undefined, also: also(storedLicence.userId ?? before) };
    }),

  transfer: (move: Parameters<typeof transferLicence>[2], also: (from: number | null) => readonly Part[]): Promise<Transferred> =>
    transferLicence(table, now, move, also),

  /** A released key belongs to the next account that activates it. The call is idempotent. */
  async release(userId: UserId): Promise<void> {
    for (const key of await linkedKeys(table, userId, 'LICENCE#'))
      await changeLicences(table, now, async (drafts) => {
        const storedLicence = await drafts.edit(key);
        if (storedLicence.userId !== userId) return { answer: undefined };
        for (const teamLicence of await drafts.team(key)) Object.assign(teamLicence, { members: [], invitations: [] });
        await drafts.handTo(key, null);
        return { answer: undefined };
      });
  },

  removeMember: (licenceKey: string, { holderId, memberId }: Seat, also: readonly Part[] = []) =>
    changeLicences<'removed' | 'absent' | 'not_held'>(table, now, async (drafts) => {
      if ((await drafts.edit(licenceKey)).userId !== holderId) return { answer: 'not_held' };
      const isMember = (await membersOf(drafts, licenceKey)).includes(memberId);
      for (const teamLicence of await drafts.team(licenceKey)) teamLicence.members = teamLicence.members.filter((id) => id !== memberId);
      return { answer: isMember ? 'removed' : 'absent', also: isMember ? also : [] };
    }),
});

type Seat = { holderId: number; memberId: number };

async function shareHolder(drafts: Drafts, { licenceKey, previousKey, event }: PartnerEvent, userId: UserId | null): Promise<void> {
  const licence = await drafts.edit(licenceKey);
  const isChained = previousKey !== null && (event === 'upgrade' || event === 'downgrade');
  const previous = isChained ? await drafts.edit(previousKey) : null;
  const holder = licence.userId ?? previous?.userId ?? userId;
  if (licence.userId === null && holder !== null) await drafts.handTo(licenceKey, holder);
  if (previous && previous.userId === null && holder !== null && previousKey !== null) await drafts.handTo(previousKey, holder);
}
