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

type Theirs = { id: string | null; name: string | null };
const theirsOf = (row: SpendNames, level: JoinLevel): Theirs =>
  level === 'campaign'
    ? { id: row.campaignId, name: row.campaign }
    : level === 'ad_group'
      ? { id: row.adGroupId, name: row.adGroup }
      : { id: row.adId, name: row.ad };
const oursOf = ({ campaign, adGroup, adId }: OurNames, level: JoinLevel) =>
  exactName((level === 'campaign' ? campaign : level === 'ad_group' ? adGroup : adId) ?? '') || null;

function joinWay(
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
      exactName(alias.value) === ours &&
      ((alias.id !== null && exactName(alias.id) === id) ||
        (alias.name !== null && name !== null && foldedName(alias.name) === foldedName(name))),
  );
  return isAlias ? 'alias' : null;
}

/** A coarser name may not contradict. Returns the ways to join from coarse to fine, or `null`. */
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

/** A row of spend finds its clicks in constant time. Ads of the same name are separate by campaign. */
export function joinFinder<Ours extends OurNames>(
  all: readonly Ours[],
  aliases: readonly SpendAlias[],
  asked: () => void = () => {},
) {
  const byValue = new Map<string, Map<string, Ours[]>>();
  const put = (key: string, campaign: string, ours: Ours) => {
    const byCampaign = byValue.get(key) ?? new Map<string, Ours[]>();
    byValue.set(key, byCampaign);
    const some = byCampaign.get(campaign);
    if (some) some.push(ours);
    else byCampaign.set(campaign, [ours]);
  };
  for (const level of joinLevels)
    for (const ours of all) {
      const value = oursOf(ours, level);
      if (value === null) continue;
      const campaign = foldedName(oursOf(ours, 'campaign') ?? '');
      put(`${level} is ${value}`, campaign, ours);
      put(`${level} named ${foldedName(value)}`, campaign, ours);
    }
  const aliasesOf = Map.groupBy(aliases, ({ level, id, name }) =>
    id !== null ? `${level} id ${exactName(id)}` : `${level} name ${foldedName(name ?? '')}`,
  );
  const valuesOf = (level: JoinLevel, { id, name }: Theirs) => {
    const folded = name === null ? null : foldedName(name);
    const meant = [
      ...(id === null ? [] : (aliasesOf.get(`${level} id ${id}`) ?? [])),
      ...(folded === null ? [] : (aliasesOf.get(`${level} name ${folded}`) ?? [])),
    ];
    return { exact: [...(id === null ? [] : [id]), ...meant.map(({ value }) => exactName(value))], folded };
  };
  return (row: SpendNames & { network: string; level: SpendLevel }): Ours[] => {
    const finestName = finest(row);
    if (!finestName) return [];
    const { level, theirs } = finestName;
    const { exact, folded } = valuesOf(level, theirs);
    const keys = [
      ...exact.map((value) => `${level} is ${value}`),
      ...(folded === null ? [] : [`${level} named ${folded}`]),
    ];
    const campaign = theirsOf(row, 'campaign');
    const isAnyCampaign = level === 'campaign' || (campaign.id === null && campaign.name === null);
    const ofCampaign = valuesOf('campaign', campaign);
    const campaigns = ['', ...ofCampaign.exact.map(foldedName), ofCampaign.folded ?? ''];
    const possible = new Set<Ours>();
    for (const key of new Set(keys)) {
      const byCampaign = byValue.get(key);
      if (!byCampaign) continue;
      const lists = isAnyCampaign
        ? [...byCampaign.values()]
        : [...new Set(campaigns)].map((name) => byCampaign.get(name) ?? []);
      for (const some of lists) for (const ours of some) possible.add(ours);
    }
    return [...possible].filter((ours) => {
      asked();
      return joinOf(ours, row, aliases) !== null;
    });
  };
}

export type Evidence = { nameDistance: number | null; contains: boolean; sharedDays: number };

const maxDistance = 3;
const minContained = 4;

/** Shared days alone are no evidence of a match. */
export function evidenceOf(ours: string, theirs: Theirs, sharedDays: number): Evidence | null {
  const value = foldedName(ours);
  const names = [theirs.name, theirs.id].flatMap((name) => (name === null ? [] : [foldedName(name)]));
  const distances = names.map((name) => {
    const [short, other] = [value.slice(0, 64), name.slice(0, 64)];
    // The distance of two names is at least the difference of their lengths.
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

export function finest(row: SpendNames & { level: SpendLevel }): { level: JoinLevel; theirs: Theirs } | null {
  const level = joinLevels.find((joinLevel) => joinLevel === row.level);
  return level ? { level, theirs: theirsOf(row, level) } : null;
}
export const oursAt = oursOf;
