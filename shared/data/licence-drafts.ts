import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  isGranting,
  type Licence,
  type LicenceFacts,
  merged,
  noFacts,
  statusOf,
  tierOf,
} from '#shared/domain/licences.ts';
import { keyOf } from './keys.ts';
import { ConditionFailed, StoreUnavailable } from './store-errors.ts';
import type { Item, Part, Table } from './table.ts';

/** What is stored of a licence; the rest follows from its facts. */
export type Stored = {
  licenceKey: string;
  facts: LicenceFacts;
  userId: number | null;
  members: readonly number[];
  createdAt: string;
};
export type LicenceItem = Item & Stored & { version: number };

/** Partitions of the index of licences that give their holders something. */
export const licenceShards = Array.from({ length: 8 }, (_, shard) => shard);
/** By user, so that all of a user's licences are in one. */
export const shardOf = (userId: number) => `LICENCE#${userId % licenceShards.length}`;

/** Keys of one chain that one change touches: longer chains than anybody upgrades through, and one transaction. */
const mostKeys = 30;
const mostTries = 40;

export const licenceOf = ({ licenceKey, facts, userId, members, createdAt }: Stored): Licence => ({
  licenceKey,
  tier: tierOf(facts),
  reportedTier: facts.tier?.value ?? null,
  status: statusOf(facts),
  userId,
  previousKey: facts.previousKeys[0] ?? null,
  successorKey: facts.successorKeys[0] ?? null,
  parentKey: facts.parent?.value ?? null,
  members,
  createdAt,
});

type Draft = { was: LicenceItem | null; is: Stored; isTold: boolean };
export type Drafts = ReturnType<typeof newDrafts>;

/** Licences as they were read and as one change leaves them. */
function newDrafts(table: Table, now: () => number) {
  const drafts = new Map<string, Draft>();

  async function draft(licenceKey: string): Promise<Draft> {
    const kept = drafts.get(licenceKey);
    if (kept) return kept;
    const was = await table.get<LicenceItem>(keyOf.licence(licenceKey), { consistent: true });
    const empty = { facts: noFacts, userId: null, members: [], createdAt: new Date(now()).toISOString() };
    const { facts, userId, members, createdAt } = was ?? empty;
    const made = { was, is: { licenceKey, facts, userId, members, createdAt }, isTold: false };
    drafts.set(licenceKey, made);
    return made;
  }

  /** A key and those that can be reached from it over its neighbours. */
  async function reach(
    from: string,
    next: (facts: LicenceFacts) => readonly string[],
    belongs: (stored: Stored) => boolean = () => true,
  ): Promise<Stored[]> {
    const found = new Map<string, Stored>();
    for (const open = [from]; open.length > 0 && found.size < mostKeys; ) {
      const licenceKey = open.shift() as string;
      if (found.has(licenceKey)) continue;
      const { is } = await draft(licenceKey);
      if (!belongs(is)) continue;
      found.set(licenceKey, is);
      open.push(...next(is.facts));
    }
    return [...found.values()];
  }

  return {
    /** The licence, or an empty one where there is none; what is changed of it is written. */
    edit: async (licenceKey: string): Promise<Stored> => (await draft(licenceKey)).is,
    isKnown: async (licenceKey: string): Promise<boolean> => (await draft(licenceKey)).was !== null,

    /** Adds facts to a licence; of one that nobody has heard of, that it exists. */
    async learn(licenceKey: string, facts: LicenceFacts): Promise<void> {
      const told = await draft(licenceKey);
      told.isTold = true;
      told.is.facts = merged(told.is.facts, facts);
    },

    /** A key and the keys before it: the team of the first is that of them all. */
    team: (licenceKey: string) => reach(licenceKey, ({ previousKeys }) => previousKeys),
    /** A key and the keys that replaced it. */
    heirs: (licenceKey: string) => reach(licenceKey, ({ successorKeys }) => successorKeys),

    /** Gives a key, and those of its chain that had the same holder (or none), to a user. */
    async handTo(licenceKey: string, userId: number | null): Promise<void> {
      const { userId: before } = (await draft(licenceKey)).is;
      const chain = await reach(
        licenceKey,
        ({ previousKeys, successorKeys }) => [...previousKeys, ...successorKeys],
        (stored) => stored.userId === before,
      );
      for (const stored of chain) stored.userId = userId;
    },

    /** The steps that write what was changed, each on the condition that its licence is as it was read. */
    parts: (): Part[] => [...drafts.values()].flatMap(partsOf),
  };
}

function partsOf({ was, is, isTold }: Draft): Part[] {
  const { licenceKey, facts, userId, members, createdAt } = is;
  const isSame = was && isDeepStrictEqual([was.facts, was.userId, was.members], [facts, userId, members]);
  if (isSame || (!was && !isTold)) return [];
  const licence = licenceOf(is);
  const item = {
    ...keyOf.licence(licenceKey),
    kind: 'licence',
    version: (was?.version ?? 0) + 1,
    licenceKey,
    facts,
    userId,
    members,
    createdAt,
    ...(isGranting(licence) && { activeShard: shardOf(licence.userId) }),
  };
  const left = (was?.members ?? []).filter((id) => !members.includes(id));
  const joined = members.filter((id) => !was?.members.includes(id));
  const isHanded = (was?.userId ?? null) !== userId;
  const link = (kind: string, key: { pk: string; sk: string }) => ({ put: { ...key, kind, licenceKey } });
  return [
    {
      put: item,
      ...(was
        ? { condition: '#version = :was', names: { '#version': 'version' }, values: { ':was': was.version } }
        : { condition: 'attribute_not_exists(pk)' }),
    },
    ...(isHanded && was?.userId ? [{ remove: keyOf.licenceOfUser(was.userId, licenceKey) }] : []),
    ...(isHanded && userId ? [link('licence_holder', keyOf.licenceOfUser(userId, licenceKey))] : []),
    ...left.map((id) => ({ remove: keyOf.teamMember(id, licenceKey) })),
    ...joined.map((id) => link('team_member', keyOf.teamMember(id, licenceKey))),
  ];
}

/**
 * Runs a change over fresh drafts until nobody else's write came between its look and its own. What the change answers
 * beside `also` comes out; a change that leaves everything as it was writes nothing.
 */
export async function changeLicences<A>(
  table: Table,
  now: () => number,
  change: (drafts: Drafts) => Promise<{ answer: A; also?: readonly Part[] }>,
): Promise<A> {
  for (let tries = 1; ; tries++) {
    const drafts = newDrafts(table, now);
    const { answer, also = [] } = await change(drafts);
    const parts = [...drafts.parts(), ...also];
    try {
      if (parts.length > 0) await table.transact(parts);
      return answer;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      if (tries === mostTries) throw new StoreUnavailable(error);
    }
    await pause(Math.random() * Math.min(10 * 2 ** tries, 200));
  }
}

/** The licences of keys as they are, those that exist. */
export async function licencesOf(table: Table, keys: readonly string[]): Promise<LicenceItem[]> {
  return await table.getMany<LicenceItem>(keys.map(keyOf.licence), { consistent: true });
}
