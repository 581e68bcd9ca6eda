import leven from 'leven';
import { type SpendLevel, type SpendNames, spendLevels } from './spend-rows.ts';

export const joinLevels = ['campaign', 'ad_group', 'ad'] as const;
export type JoinLevel = (typeof joinLevels)[number];

export type SpendAlias = {
  level: JoinLevel;
  network: string | null;
  value: string;
  id: string | null;
  name: string | null;
};
export type OurNames = { campaign: string | null; adGroup: string | null; adId: string | null };
export type JoinWay = 'id' | 'name' | 'alias';

export const exactName = (name: string): string => name.normalize('NFC').trim();

export const foldedName = (name: string): string =>
  // Upper case first unifies letters such as ς and σ, or ß and ss.
  exactName(name).toUpperCase().toLowerCase();

/** An id is one object, whatever names it had. */
export type Theirs = { id: string | null; names: readonly string[] };
export type TheirNames = Record<JoinLevel, Theirs>;

export const theirNames = (row: SpendNames): TheirNames => ({
  campaign: theirsOf(row.campaignId, row.campaign),
  ad_group: theirsOf(row.adGroupId, row.adGroup),
  ad: theirsOf(row.adId, row.ad),
});
const theirsOf = (id: string | null, name: string | null): Theirs => ({
  id,
  names: name === null ? [] : [name],
});

export const oursAt = ({ campaign, adGroup, adId }: OurNames, level: JoinLevel) =>
  exactName((level === 'campaign' ? campaign : level === 'ad_group' ? adGroup : adId) ?? '') || null;

/** Our words that mean the object. An id and an alias are exact, names are folded. */
type Meaning = { id: string | null; aliases: ReadonlySet<string>; folded: ReadonlySet<string>; words: ReadonlySet<string> };

/** The aliases of an object are mapped once, and `asked` counts them. */
function meanings(aliases: readonly SpendAlias[], asked: (times: number) => void = () => {}) {
  const keyOf = (level: JoinLevel, kind: 'id' | 'name', text: string) => `${level} ${kind} ${text}`;
  const aliasesOf = Map.groupBy(aliases, ({ level, id, name }) =>
    id !== null ? keyOf(level, 'id', exactName(id)) : keyOf(level, 'name', foldedName(name ?? '')),
  );
  const cache = new Map<string, Meaning>();
  return (level: JoinLevel, network: string, { id, names }: Theirs): Meaning => {
    const key = JSON.stringify([level, network, id, ...names]);
    const cached = cache.get(key);
    if (cached) return cached;
    const folded = new Set(names.map(foldedName));
    const matching = [
      ...(id === null ? [] : (aliasesOf.get(keyOf(level, 'id', id)) ?? [])),
      ...[...folded].flatMap((name) => aliasesOf.get(keyOf(level, 'name', name)) ?? []),
    ];
    if (matching.length > 0) asked(matching.length);
    const ofNetwork = matching.filter((alias) => alias.network === null || alias.network === network);
    const aliases = new Set(ofNetwork.map(({ value }) => exactName(value)));
    const words = new Set([...(id === null ? [] : [foldedName(id)]), ...[...aliases].map(foldedName), ...folded]);
    const meaning = { id, folded, aliases, words };
    cache.set(key, meaning);
    return meaning;
  };
}

type Value = { exact: string; folded: string } | null;
type Values = Record<JoinLevel, Value>;

function valuesOf(ours: OurNames): Values {
  const valueAt = (level: JoinLevel) => {
    const exact = oursAt(ours, level);
    return exact === null ? null : { exact, folded: foldedName(exact) };
  };
  return { campaign: valueAt('campaign'), ad_group: valueAt('ad_group'), ad: valueAt('ad') };
}

function joinWay({ exact, folded }: NonNullable<Value>, meaning: Meaning): JoinWay | null {
  if (exact === meaning.id) return 'id';
  if (meaning.folded.has(folded)) return 'name';
  return meaning.aliases.has(exact) ? 'alias' : null;
}

type JoinedRow = { network: string; level: SpendLevel; theirs: TheirNames };

/** A coarser name may not contradict. Returns the ways to join from coarse to fine, or `null`. */
function waysToJoin(values: Values, finestLevel: SpendLevel, meaningOf: (level: JoinLevel) => Meaning | null): JoinWay[] | null {
  const depth = spendLevels.indexOf(finestLevel);
  if (depth === 0) return null;
  const ways: JoinWay[] = [];
  for (const level of joinLevels.slice(0, depth)) {
    const [value, meaning] = [values[level], meaningOf(level)];
    if ((value === null || meaning === null) && level !== finestLevel) continue;
    if (value === null || meaning === null) return null;
    const way = joinWay(value, meaning);
    if (way === null) return null;
    ways.push(way);
  }
  return ways;
}

const isUnnamed = ({ id, names }: Theirs) => id === null && names.length === 0;

function meaningsOfRow({ network, theirs }: JoinedRow, meaningOf: ReturnType<typeof meanings>) {
  const cache: Partial<Record<JoinLevel, Meaning | null>> = {};
  return (level: JoinLevel): Meaning | null => {
    cache[level] ??= isUnnamed(theirs[level]) ? null : meaningOf(level, network, theirs[level]);
    return cache[level];
  };
}

export function joinOf(
  ours: OurNames,
  row: SpendNames & { network: string; level: SpendLevel },
  aliases: readonly SpendAlias[],
): JoinWay[] | null {
  const joinedRow = { network: row.network, level: row.level, theirs: theirNames(row) };
  return waysToJoin(valuesOf(ours), row.level, meaningsOfRow(joinedRow, meanings(aliases)));
}

/** A row of spend finds its clicks in constant time. Ads of the same name are separate by campaign. */
export function joinFinder<Ours extends OurNames>(
  all: readonly Ours[],
  aliases: readonly SpendAlias[],
  asked: (times: number) => void = () => {},
) {
  type Entry = { ours: Ours; values: Values };
  const byValue = new Map<string, Map<string, Entry[]>>();
  for (const ours of all) {
    const values = valuesOf(ours);
    const campaign = values.campaign?.folded ?? '';
    for (const level of joinLevels) {
      const value = values[level];
      if (value === null) continue;
      const key = `${level} ${value.folded}`;
      const byCampaign = byValue.get(key) ?? new Map<string, Entry[]>();
      byValue.set(key, byCampaign);
      const entries = byCampaign.get(campaign);
      if (entries) entries.push({ ours, values });
      else byCampaign.set(campaign, [{ ours, values }]);
    }
  }
  const meaningOf = meanings(aliases, asked);
  return (row: JoinedRow): Ours[] => {
    const level = joinLevels.find((joinLevel) => joinLevel === row.level);
    const ofRow = meaningsOfRow(row, meaningOf);
    const meaning = level && ofRow(level);
    if (!meaning) return [];
    const ofCampaign = level === 'campaign' ? null : ofRow('campaign');
    const campaigns = ofCampaign && [...ofCampaign.words, ''];
    const isOfCampaign = (name: string) => !ofCampaign || name === '' || ofCampaign.words.has(name);
    const possible = new Set<Entry>();
    for (const word of meaning.words) {
      const byCampaign = byValue.get(`${level} ${word}`);
      if (!byCampaign) continue;
      const names = campaigns && campaigns.length < byCampaign.size ? campaigns : [...byCampaign.keys()].filter(isOfCampaign);
      asked(Math.min(campaigns?.length ?? byCampaign.size, byCampaign.size));
      const lists = names.flatMap((name) => [byCampaign.get(name) ?? []]);
      for (const entries of lists) for (const entry of entries) possible.add(entry);
    }
    return [...possible].flatMap(({ ours, values }) => {
      asked(1);
      return waysToJoin(values, row.level, ofRow) === null ? [] : [ours];
    });
  };
}

export type Evidence = { nameDistance: number | null; contains: boolean; sharedDays: number };

const maxDistance = 3;
const minContained = 4;

/** Shared days alone are no evidence of a match. */
export function evidenceOf(ours: string, theirs: Theirs, sharedDays: number): Evidence | null {
  const value = foldedName(ours);
  const names = [...theirs.names, ...(theirs.id === null ? [] : [theirs.id])].map(foldedName);
  const distances = names.map((name) => {
    const [short, other] = [value.slice(0, 64), name.slice(0, 64)];
    // The distance of two names is at least the difference of their lengths.
    const isFar = Math.abs(short.length - other.length) > maxDistance;
    return {
      // The comparison ends at the first row above this distance.
      distance: isFar ? Number.POSITIVE_INFINITY : leven(short, other, { maxDistance: maxDistance + 1 }),
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
