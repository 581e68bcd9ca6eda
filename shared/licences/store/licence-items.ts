import { isDeepStrictEqual } from 'node:util';
import { keyOf } from '#shared/licences/items.ts';
import { type Invitation, isGranting, type Licence, type LicenceFacts, statusOf, tierOf } from '#shared/licences/rules/licences.ts';
import type { Item } from '#shared/store/item.ts';
import type { Part, Table } from '#shared/store/table.ts';
import type { UserId } from '#shared/values/tenant.ts';

export type Stored = {
  licenceKey: string;
  facts: LicenceFacts;
  userId: UserId | null;
  members: readonly number[];
  invitations?: readonly Invitation[] | undefined;
  createdAt: string;
  entitledAt: string | null;
  raisedAt?: string | null | undefined;
};
export type LicenceItem = Item & Stored & { version: number };

export const licenceShards = Array.from({ length: 8 }, (_, shard) => shard);
export const shardOf = (userId: UserId) => `LICENCE#${userId % licenceShards.length}`;

export const licenceOf = ({ licenceKey, facts, userId, members, createdAt, entitledAt, raisedAt = null }: Stored): Licence => ({
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
  entitledAt,
  raisedAt,
});

/** A new holder's entitlement starts now, so earlier months require no payment. */
function entitledSince(was: LicenceItem | null, is: Stored, now: number): string | null {
  const earlierTime = was?.userId === is.userId ? was.entitledAt : null;
  if (!isGranting(licenceOf(is))) return earlierTime;
  const goesOn = was !== null && earlierTime !== null && isGranting(licenceOf(was));
  return goesOn ? earlierTime : new Date(now).toISOString();
}

function raisedSince(was: LicenceItem | null, is: Stored, now: number): string | null {
  const tierGiven = (storedLicence: Stored | null) => {
    const licence = storedLicence && storedLicence.userId === is.userId ? licenceOf(storedLicence) : null;
    return licence && isGranting(licence) ? licence.tier : 0;
  };
  return tierGiven(is) > tierGiven(was) ? new Date(now).toISOString() : (was?.raisedAt ?? null);
}

export function partsOf(was: LicenceItem | null, is: Stored, now: number): Part[] {
  const { licenceKey, facts, userId, members, invitations = [], createdAt } = is;
  const before = was && [was.facts, was.userId, was.members, was.invitations ?? []];
  if (isDeepStrictEqual(before, [facts, userId, members, invitations])) return [];
  const licence = licenceOf(is);
  const item = {
    ...keyOf.licence(licenceKey),
    kind: 'licence',
    version: (was?.version ?? 0) + 1,
    licenceKey,
    facts,
    userId,
    members,
    invitations,
    createdAt,
    entitledAt: entitledSince(was, is, now),
    raisedAt: raisedSince(was, is, now),
    ...(isGranting(licence) && { activeShard: shardOf(licence.userId) }),
  };
  const formerMembers = (was?.members ?? []).filter((id) => !members.includes(id));
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
    ...formerMembers.map((id) => ({ remove: keyOf.teamMember(id, licenceKey) })),
    ...joined.map((id) => link('team_member', keyOf.teamMember(id, licenceKey))),
  ];
}

export async function licencesOf(table: Table, keys: readonly string[]): Promise<LicenceItem[]> {
  return await table.getMany<LicenceItem>(keys.map(keyOf.licence), { consistent: true });
}
