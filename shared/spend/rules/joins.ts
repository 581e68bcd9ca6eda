import leven from 'leven';
import { type SpendLevel, type SpendNames, spendLevels } from './spend-rows.ts';

export const joinLevels = ['campaign', 'ad_group', 'ad'] as const;
export type JoinLevel = (typeof joinLevels)[number];

/** `network: null` applies to every network. */
export type SpendAlias = {
  level: JoinLevel;
  network: string | null;
  value: string;
  id: string | null;
  name: string | null;
};
/** The names are the account's own words; `''` or `null` means no name. */
export type OurNames = { campaign: string | null; adGroup: string | null; adId: string | null };
export type JoinWay = 'id' | 'name' | 'alias';

export const foldedName = (name: string): string =>
  // Upper case unifies letters that lower case keeps apart, such as ς and σ, or ß and ss.
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

/** An ID is tried first, then a name, then an alias. */
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
 * Joins a click to a row of spend if the click's value at the row's level matches, and no coarser value contradicts.
 * Returns the ways from coarse to fine, or `null`.
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

/**
 * Finds the clicks that may join a row of spend by its finest level, in constant time, so that `joinOf` is not asked
 * for every pair.
 */
export function joinFinder<Ours extends OurNames>(all: readonly Ours[], aliases: readonly SpendAlias[]) {
  const keyed = joinLevels.flatMap((level) =>
    all.flatMap((ours) => {
      const value = oursOf(ours, level);
      return value === null
        ? []
        : [{ ours, exact: `${level} ${value}`, folded: `${level} ${foldedName(value)}` }];
    }),
  );
  const byValue = Map.groupBy(keyed, ({ exact }) => exact);
  const byName = Map.groupBy(keyed, ({ folded }) => folded);
  const aliasesOf = Map.groupBy(aliases, ({ level, id, name }) =>
    id !== null ? `${level} id ${id}` : `${level} name ${foldedName(name ?? '')}`,
  );
  return (row: SpendNames & { network: string; level: SpendLevel }): Ours[] => {
    const own = finest(row);
    if (!own) return [];
    const { level, theirs } = own;
    const folded = theirs.name === null ? null : foldedName(theirs.name);
    const meant = [
      ...(aliasesOf.get(`${level} id ${theirs.id}`) ?? []),
      ...(aliasesOf.get(`${level} name ${folded}`) ?? []),
    ];
    const possible = [
      ...[theirs.id, ...meant.map(({ value }) => value)].flatMap(
        (value) => byValue.get(`${level} ${value}`) ?? [],
      ),
      ...(byName.get(`${level} ${folded}`) ?? []),
    ];
    return [...new Set(possible.map(({ ours }) => ours))].filter(
      (ours) => joinOf(ours, row, aliases) !== null,
    );
  };
}

/** The evidence suggests that two names which do not join mean the same thing. */
export type Evidence = { nameDistance: number | null; contains: boolean; sharedDays: number };

const maxDistance = 3;
const minContained = 4;

/** Returns `null` if the names have nothing in common: shared days alone are no evidence. */
export function evidenceOf(ours: string, theirs: Theirs, sharedDays: number): Evidence | null {
  const value = foldedName(ours);
  const names = [theirs.name, theirs.id].flatMap((name) => (name === null ? [] : [foldedName(name)]));
  const distances = names.map((name) => {
    const [short, other] = [value.slice(0, 64), name.slice(0, 64)];
    // Names are at least as far apart as their lengths.
    const isFar = Math.abs(short.length - other.length) > maxDistance;
    return {
      distance: isFar ? Number.POSITIVE_INFINITY : leven(short, other),
      length: Math.max(value.length, name.length),
    };
  });
  const near = distances.filter(({ distance, length }) => distance <= maxDistance && distance * 2 <= length);
  const nameDistance = near.length === 0 ? null : Math.min(...near.map(({ distance }) => distance));
  const contains = names.some((name) => {
    const [short, long] = value.length < name.length ? [value, name] : [name, value];
    return short.length >= minContained && long.includes(short);
  });
  return nameDistance === null && !contains ? null : { nameDistance, contains, sharedDays };
}

/** Returns `null` for a row of a whole ad account. */
export function finest(row: SpendNames & { level: SpendLevel }): { level: JoinLevel; theirs: Theirs } | null {
  const level = joinLevels.find((one) => one === row.level);
  return level ? { level, theirs: theirsOf(row, level) } : null;
}
export const oursAt = oursOf;
