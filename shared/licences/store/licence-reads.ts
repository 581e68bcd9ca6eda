import { keyOf } from '#shared/licences/items.ts';
import { bestTier, type GrantingLicence, isGranting, type Licence, type Tier } from '#shared/licences/rules/licences.ts';
import type { PartnerEvent } from '#shared/licences/rules/partner-events.ts';
import type { WireMap } from '#shared/store/attribute-values.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import { activeIndex } from '#shared/store/tables.ts';
import type { UserId } from '#shared/values/tenant.ts';
import { changeLicences, type Drafts } from './licence-drafts.ts';
import { type LicenceItem, licenceOf, licencesOf, shardOf } from './licence-items.ts';

export type LicenceEvent = PartnerEvent & { receivedAt: string };
export const licenceReadsIn = (table: Table, { now }: { now: () => number }) => ({
  /** Makes one strongly consistent read. */
  async byKey(licenceKey: string): Promise<Licence | null> {
    const item = await table.get<LicenceItem>(keyOf.licence(licenceKey), { consistent: true });
    return item ? licenceOf(item) : null;
  },

  events: (licenceKey: string): Promise<LicenceEvent[]> => {
    const { pk } = keyOf.licence(licenceKey);
    const range = ['EVENT#', afterPrefix('EVENT#')] as const;
    return Array.fromAsync(table.query<Item & LicenceEvent>(pk, range, { consistent: true }));
  },

  team: (licenceKey: string): Promise<number[]> =>
    changeLicences(table, now, async (drafts) => ({ answer: await membersOf(drafts, licenceKey) })),

  async ofUser(userId: UserId): Promise<{ licences: Licence[]; tier: Tier | null }> {
    const keys = await linkedKeys(table, userId, 'LICENCE#');
    const licences = (await licencesOf(table, keys)).map(licenceOf);
    licences.sort(byAge);
    return { licences, tier: bestTier(licences) };
  },

  async ofMember(userId: UserId): Promise<Licence[]> {
    const teams = await linkedKeys(table, userId, 'TEAM#');
    if (teams.length === 0) return [];
    return await changeLicences(table, now, async (drafts) => {
      const heirs = await Promise.all(teams.map((licenceKey) => drafts.heirs(licenceKey)));
      const heirsByKey = new Map(heirs.flat().map((heir) => [heir.licenceKey, licenceOf(heir)]));
      return { answer: [...heirsByKey.values()].sort(byAge) };
    });
  },

  async isLinked(userId: UserId): Promise<boolean> {
    const gives = ({ status, parentKey }: Licence) => status === 'active' && parentKey === null;
    if ((await this.ofUser(userId)).licences.some(gives)) return true;
    return (await this.ofMember(userId)).some(gives);
  },

  async activePage(shard: number, start?: WireMap, limit = 100): Promise<{ licences: GrantingLicence[]; next: WireMap | undefined }> {
    const range = { from: ' ', to: '\u{10ffff}', start, limit };
    const { items, next } = await table.indexPage(activeIndex, shardOf(shard), range);
    const storedLicences = await licencesOf(
      table,
      items.map(({ pk }) => pk.slice('LICENCE#'.length)),
    );
    const byPlace = new Map(storedLicences.map((item) => [item.pk, licenceOf(item)]));
    const licences = items.flatMap(({ pk }) => byPlace.get(pk) ?? []).filter(isGranting);
    return { licences, next };
  },
});

const byAge = (a: Licence, b: Licence) => (a.createdAt + a.licenceKey < b.createdAt + b.licenceKey ? -1 : 1);

export async function membersOf(drafts: Drafts, licenceKey: string): Promise<number[]> {
  return [...new Set((await drafts.team(licenceKey)).flatMap(({ members }) => members))];
}

export async function linkedKeys(table: Table, userId: UserId, prefix: 'LICENCE#' | 'TEAM#'): Promise<string[]> {
  const { pk } = keyOf.licenceOfUser(userId, '');
  const links = table.query<Item & { licenceKey: string }>(pk, [prefix, afterPrefix(prefix)], {
    consistent: true,
  });
  return (await Array.fromAsync(links)).map(({ licenceKey }) => licenceKey);
}
