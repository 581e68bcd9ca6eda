import { keyOf } from '#shared/competitors/items.ts';
import type { Competitor, CompetitorSource } from '#shared/competitors/rules/competitors.ts';
import type { Item } from '#shared/store/item.ts';
import type { Part, Table } from '#shared/store/table.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type Competitors = ReturnType<typeof competitorsIn>;

export const competitorId = (accountId: AccountId, domain: string) => `cmp_${sha256(`${accountId}#${domain}`).slice(0, 22)}`;

export type CompetitorSet = { competitors: readonly Competitor[]; version: number };

type SetItem = Item & { kind: 'competitor_set'; version: number; order: readonly string[] };
const isSet = (item: Item): item is SetItem => item.kind === 'competitor_set';

export const competitorsIn = (table: Table) => ({
  async ofUser(accountId: AccountId): Promise<Competitor[]> {
    return [...(await this.setOf(accountId)).competitors];
  },

  async setOf(accountId: AccountId): Promise<CompetitorSet> {
    const { pk, sk: first } = keyOf.competitor(accountId, '');
    const { sk: last } = keyOf.competitorSet(accountId);
    const competitors: Competitor[] = [];
    let set: Partial<SetItem> = {};
    for await (const item of table.query<(Item & Competitor) | SetItem>(pk, [first, last], {
      consistent: true,
    })) {
      if (isSet(item)) set = item;
      else competitors.push(item);
    }
    const { version = 0, order = [] } = set;
    competitors.sort((a, b) => order.indexOf(a.domain) - order.indexOf(b.domain));
    return { competitors, version };
  },

  replaced(
    accountId: AccountId,
    source: CompetitorSource,
    newCompetitors: readonly Competitor[],
    { competitors: before, version }: CompetitorSet,
  ): { competitors: Competitor[]; parts: Part[] } {
    const byDomain = new Map(before.map((competitor) => [competitor.domain, competitor]));
    const domains = new Set(newCompetitors.map(({ domain }) => domain));
    const removed = before.filter((competitor) => competitor.source === source && !domains.has(competitor.domain));
    const competitors = newCompetitors.map((competitor) => {
      const earlier = byDomain.get(competitor.domain);
      const keptSource = earlier?.source === 'direct_web_search' ? earlier.source : source;
      const { discoveredAt } = earlier ?? competitor;
      return { ...competitor, source: keptSource, discoveredAt };
    });
    const others = before.filter((competitor) => !removed.includes(competitor) && !domains.has(competitor.domain));
    const best = source === 'direct_web_search' ? [...competitors, ...others] : [...others, ...competitors];
    const order = best.map(({ domain }) => domain);
    const parts = [
      {
        put: { ...keyOf.competitorSet(accountId), kind: 'competitor_set', version: version + 1, order },
        condition: version === 0 ? 'attribute_not_exists(pk)' : 'version = :version',
        ...(version > 0 && { values: { ':version': version } }),
      },
      ...competitors.map(
        (item): Part => ({
          put: { ...keyOf.competitor(accountId, item.domain), kind: 'competitor', ...item },
        }),
      ),
      ...removed.map(({ domain }): Part => ({ remove: keyOf.competitor(accountId, domain) })),
    ];
    return { competitors, parts };
  },
});
