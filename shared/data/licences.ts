import {
  bestTier,
  claimed,
  factsOf,
  type GrantingLicence,
  isGranting,
  knownEvents,
  type Licence,
  type LicenceStatus,
  type PartnerEvent,
  type Tier,
  wordOf,
} from '#shared/domain/licences.ts';
import type { WireMap } from './attribute-values.ts';
import { afterPrefix, keyOf } from './keys.ts';
import { changeLicences, type Drafts, licenceOf, licencesOf, shardOf } from './licence-drafts.ts';
import type { Item, Part, Table } from './table.ts';
import { activeIndex } from './tables.ts';

export { licenceShards } from './licence-drafts.ts';
export type Licences = ReturnType<typeof licencesIn>;

/** An event as it was recorded; `receivedAt` is ISO 8601 in UTC, of its first delivery. */
export type LicenceEvent = PartnerEvent & { receivedAt: string };
/** How an operator sets a licence. What is left out stays as it is. */
export type LicenceWord = {
  status: LicenceStatus;
  tier: Tier | null;
  userId?: number | null | undefined;
  members?: readonly number[] | undefined;
};

/** Licences of the partner, their holders and teams. */
export const licencesIn = (table: Table, { now }: { now: () => number }) => ({
  /** By one strongly consistent read. */
  async byKey(licenceKey: string): Promise<Licence | null> {
    const [item] = await licencesOf(table, [licenceKey]);
    return item ? licenceOf(item) : null;
  },

  /** What was reported of a licence, by the events' names and times. */
  events: (licenceKey: string): Promise<LicenceEvent[]> => {
    const { pk } = keyOf.licence(licenceKey);
    const range = ['EVENT#', afterPrefix('EVENT#')] as const;
    return Array.fromAsync(table.query<Item & LicenceEvent>(pk, range, { consistent: true }));
  },

  /**
   * Takes an event of the partner, once for its key, name and own time. `userId`: to whom the licence goes if it has no
   * holder. A chain of upgrades has one holder: whoever holds one end gets the other.
   */
  report: (told: PartnerEvent, userId: number | null = null): Promise<'noted' | 'known'> =>
    changeLicences(table, now, async (drafts) => {
      const record = keyOf.licenceEvent(told.licenceKey, told.event, told.at);
      const isKnown = (await table.get(record, { consistent: true })) !== null;
      for (const [licenceKey, facts] of factsOf(told)) await drafts.learn(licenceKey, facts);
      if (knownEvents.some((known) => known === told.event)) await shareHolder(drafts, told, userId);
      const receivedAt = new Date(now()).toISOString();
      const put = { ...record, kind: 'licence_event', ...told, receivedAt };
      return { answer: isKnown ? 'known' : 'noted', also: isKnown ? [] : [{ put }] };
    }),

  /** Links a licence, with its chain, to the user who brings its key: the first one. */
  claim: (licenceKey: string, userId: number) =>
    changeLicences<'linked' | 'unknown' | 'taken' | 'deactivated'>(table, now, async (drafts) => {
      if (!(await drafts.isKnown(licenceKey))) return { answer: 'unknown' };
      const stored = await drafts.edit(licenceKey);
      if (stored.userId !== null && stored.userId !== userId) return { answer: 'taken' };
      const { status, successorKey } = licenceOf(stored);
      if (stored.userId === null) {
        if (status === 'deactivated' && successorKey === null) return { answer: 'deactivated' };
        await drafts.learn(licenceKey, claimed);
        await drafts.handTo(licenceKey, userId);
      }
      return { answer: 'linked' };
    }),

  /** Sets a licence by an operator's word, which holds until the partner reports something newer. */
  set: (licenceKey: string, word: LicenceWord, also: readonly Part[]): Promise<Licence> =>
    changeLicences(table, now, async (drafts) => {
      const stored = await drafts.edit(licenceKey);
      await drafts.learn(licenceKey, wordOf(word, stored.facts, now()));
      if (word.userId !== undefined) await drafts.handTo(licenceKey, word.userId);
      if (word.members) {
        for (const earlier of await drafts.team(licenceKey)) earlier.members = [];
        stored.members = [...new Set(word.members)];
      }
      return { answer: licenceOf(stored), also };
    }),

  /** Adds a user to the team of an active licence of `holderId`, which has so many `seats` by its tier. */
  addMember: (
    licenceKey: string,
    { holderId, memberId, seats }: Seat & { seats(tier: Tier | null): number },
  ) =>
    changeLicences<'added' | 'not_held' | 'not_active' | 'full'>(table, now, async (drafts) => {
      const stored = await drafts.edit(licenceKey);
      if (stored.userId !== holderId) return { answer: 'not_held' };
      const { status, tier } = licenceOf(stored);
      if (status !== 'active') return { answer: 'not_active' };
      const members = await membersOf(drafts, licenceKey);
      if (members.includes(memberId)) return { answer: 'added' };
      if (members.length >= seats(tier)) return { answer: 'full' };
      stored.members = [...stored.members, memberId];
      return { answer: 'added' };
    }),

  /** Takes a user out of a licence's team. */
  removeMember: (licenceKey: string, { holderId, memberId }: Seat) =>
    changeLicences<'removed' | 'absent' | 'not_held'>(table, now, async (drafts) => {
      if ((await drafts.edit(licenceKey)).userId !== holderId) return { answer: 'not_held' };
      const isMember = (await membersOf(drafts, licenceKey)).includes(memberId);
      for (const stored of await drafts.team(licenceKey))
        stored.members = stored.members.filter((id) => id !== memberId);
      return { answer: isMember ? 'removed' : 'absent' };
    }),

  /** The team of a licence: its own members and those of the keys before it. */
  team: (licenceKey: string): Promise<number[]> =>
    changeLicences(table, now, async (drafts) => ({ answer: await membersOf(drafts, licenceKey) })),

  /** A user's own licences, oldest first, and the best tier of the active ones. */
  async ofUser(userId: number): Promise<{ licences: Licence[]; tier: Tier | null }> {
    const keys = await linkedKeys(table, userId, 'LICENCE#');
    const licences = (await licencesOf(table, keys)).map(licenceOf);
    licences.sort((a, b) => (a.createdAt + a.licenceKey < b.createdAt + b.licenceKey ? -1 : 1));
    return { licences, tier: bestTier(licences) };
  },

  /** Whether a user holds an active licence, or belongs to the team of one. */
  async isLinked(userId: number): Promise<boolean> {
    const gives = ({ status, parentKey }: Licence) => status === 'active' && parentKey === null;
    if ((await this.ofUser(userId)).licences.some(gives)) return true;
    const teams = await linkedKeys(table, userId, 'TEAM#');
    return await changeLicences(table, now, async (drafts) => {
      const heirs = await Promise.all(teams.map((licenceKey) => drafts.heirs(licenceKey)));
      return { answer: heirs.flat().map(licenceOf).some(gives) };
    });
  },

  /**
   * One page of a shard's licences that give their holders something, as they are now, by when we heard of them. All of
   * a user's licences are in one shard. The page may lack what changed a moment ago.
   */
  async activePage(
    shard: number,
    start?: WireMap,
    limit = 100,
  ): Promise<{ licences: GrantingLicence[]; next: WireMap | undefined }> {
    const range = { from: ' ', to: '\u{10ffff}', start, limit };
    const { items, next } = await table.indexPage(activeIndex, shardOf(shard), range);
    const found = await licencesOf(
      table,
      items.map(({ pk }) => pk.slice('LICENCE#'.length)),
    );
    const byPlace = new Map(found.map((item) => [item.pk, licenceOf(item)]));
    const licences = items.flatMap(({ pk }) => byPlace.get(pk) ?? []).filter(isGranting);
    return { licences, next };
  },
});

type Seat = { holderId: number; memberId: number };

async function shareHolder(
  drafts: Drafts,
  { licenceKey, previousKey, event }: PartnerEvent,
  userId: number | null,
): Promise<void> {
  const own = await drafts.edit(licenceKey);
  const isChained = previousKey !== null && (event === 'upgrade' || event === 'downgrade');
  const previous = isChained ? await drafts.edit(previousKey) : null;
  const holder = own.userId ?? previous?.userId ?? userId;
  if (own.userId === null && holder !== null) await drafts.handTo(licenceKey, holder);
  if (previous && previous.userId === null && holder !== null && previousKey !== null)
    await drafts.handTo(previousKey, holder);
}

async function membersOf(drafts: Drafts, licenceKey: string): Promise<number[]> {
  return [...new Set((await drafts.team(licenceKey)).flatMap(({ members }) => members))];
}

async function linkedKeys(table: Table, userId: number, prefix: 'LICENCE#' | 'TEAM#'): Promise<string[]> {
  const { pk } = keyOf.licenceOfUser(userId, '');
  const links = table.query<Item & { licenceKey: string }>(pk, [prefix, afterPrefix(prefix)], {
    consistent: true,
  });
  return (await Array.fromAsync(links)).map(({ licenceKey }) => licenceKey);
}
