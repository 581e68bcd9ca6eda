import leven from 'leven';
import { type SpendLevel, type SpendNames, spendLevels } from './spend-rows.ts';

export const joinLevels = ['campaign', 'ad_group', 'ad'] as const;
export type JoinLevel = (typeof joinLevels)[number];

/** That a value of ours means a thing of a network, by its id or its name. `network`: `null` for each. */
export type SpendAlias = {
  level: JoinLevel;
  network: string | null;
  value: string;
  id: string | null;
  name: string | null;
};
/** What a click says of its ad, in the account's own words; `''` or `null` for nothing. */
export type OurNames = { campaign: string | null; adGroup: string | null; adId: string | null };
export type JoinWay = 'id' | 'name' | 'alias';

/** A name as it is compared: trimmed, in Unicode's normal form C, without case. */
export const foldedName = (name: string): string =>
  // Upper case first: it makes one form of letters such as ß and ς.
  name.normalize('NFC').trim().toUpperCase().toLowerCase();

type Theirs = { id: string | null; name: string | null };
const theirsOf = (row: SpendNames, level: JoinLevel): Theirs =>
  level === 'campaign'
    ? { id: row.campaignId, name: row.campaign }
    : level === 'ad_group'
      ? { id: row.adGroupId, name: row.adGroup }
      : { id: row.adId, name: row.ad };
const oursOf = ({ campaign, adGroup, adId }: OurNames, level: JoinLevel) =>
  (level === 'campaign' ? campaign : level === 'ad_group' ? adGroup : adId)?.trim() || null;

/** How a value of ours means a thing of a network, or `null`. */
export function joinWay(
  ours: string,
  { id, name }: Theirs,
  { level, network, aliases }: { level: JoinLevel; network: string; aliases: readonly SpendAlias[] },
): JoinWay | null {
  if (id !== null && ours === id) return 'id';
  if (name !== null && foldedName(ours) === foldedName(name)) return 'name';
  const isAlias = aliases.some(
    (alias) =>
      alias.level === level &&
      (alias.network === null || alias.network === network) &&
      alias.value === ours &&
      ((alias.id !== null && alias.id === id) ||
        (alias.name !== null && name !== null && foldedName(alias.name) === foldedName(name))),
  );
  return isAlias ? 'alias' : null;
}

/**
 * Whether a click is of a row of spend: its value at the row's level means the same thing, and none of its coarser values
 * means another one. The ways, from coarse to fine; `null` when it is not.
 */
export function joinOf(
  ours: OurNames,
  row: SpendNames & { network: string; level: SpendLevel },
  aliases: readonly SpendAlias[],
): JoinWay[] | null {
  const depth = spendLevels.indexOf(row.level);
  if (depth === 0) return null;
  const ways: JoinWay[] = [];
  for (const level of joinLevels.slice(0, depth)) {
    const [value, theirs] = [oursOf(ours, level), theirsOf(row, level)];
    const isUnknown = value === null || (theirs.id === null && theirs.name === null);
    if (isUnknown && level !== row.level) continue;
    if (value === null) return null;
    const way = joinWay(value, theirs, { level, network: row.network, aliases });
    if (way === null) return null;
    ways.push(way);
  }
  return ways;
}

/** Why two things that are not joined may be one. */
export type Evidence = { nameDistance: number | null; contains: boolean; sharedDays: number };

const maxDistance = 3;
const minContained = 4;

/** The evidence that a value of ours means a name of a network's; `null` without any but their days. */
export function evidenceOf(ours: string, theirs: Theirs, sharedDays: number): Evidence | null {
  const value = foldedName(ours);
  const names = [theirs.name, theirs.id].flatMap((name) => (name === null ? [] : [foldedName(name)]));
  const distances = names.map((name) => ({
    distance: leven(value.slice(0, 64), name.slice(0, 64)),
    length: Math.max(value.length, name.length),
  }));
  const near = distances.filter(({ distance, length }) => distance <= maxDistance && distance * 2 <= length);
  const nameDistance = near.length === 0 ? null : Math.min(...near.map(({ distance }) => distance));
  const contains = names.some((name) => {
    const [short, long] = value.length < name.length ? [value, name] : [name, value];
    return short.length >= minContained && long.includes(short);
  });
  return nameDistance === null && !contains ? null : { nameDistance, contains, sharedDays };
}

/** The value of ours and the name of theirs at the finest level that a row has. */
export function finest(row: SpendNames & { level: SpendLevel }): { level: JoinLevel; theirs: Theirs } | null {
  const level = joinLevels.find((one) => one === row.level);
  return level ? { level, theirs: theirsOf(row, level) } : null;
}
export const oursAt = oursOf;
