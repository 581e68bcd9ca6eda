import type { Competitor, CompetitorSource } from '#shared/domain/competitors.ts';
import { sha256 } from '#shared/ids.ts';
import { afterPrefix, keyOf } from './keys.ts';
import type { Item, Part, Table } from './table.ts';

export type Competitors = ReturnType<typeof competitorsIn>;

/** The id of a user's competitor: made of both, so that one found again has the id it had. */
export const competitorId = (userId: number, domain: string) =>
  `cmp_${sha256(`${userId}#${domain}`).slice(0, 22)}`;

/** Users' competitors. */
export const competitorsIn = (table: Table) => ({
  /** All of a user's, in the order in which they were found. One query. */
  async ofUser(userId: number, { consistent = false } = {}): Promise<Competitor[]> {
    const { pk, sk: prefix } = keyOf.competitor(userId, '');
    const found: Competitor[] = [];
    for await (const item of table.query<Item & Competitor>(pk, [prefix, afterPrefix(prefix)], {
      consistent,
    }))
      found.push(item);
    return found.sort((a, b) => (a.discoveredAt < b.discoveredAt ? -1 : 1));
  },

  /**
   * As steps of a discovery's end: its competitors take the place of those that its source gave before. One that the
   * user asked for stays the user's when the light sign-up finds it, too.
   */
  replaceParts(
    userId: number,
    source: CompetitorSource,
    found: readonly Competitor[],
    before: readonly Competitor[],
  ): Part[] {
    const known = new Map(before.map((competitor) => [competitor.domain, competitor]));
    const domains = new Set(found.map(({ domain }) => domain));
    const gone = before.filter(
      (competitor) => competitor.source === source && !domains.has(competitor.domain),
    );
    return [
      ...found.map((competitor): Part => {
        const earlier = known.get(competitor.domain);
        const asked = earlier?.source === 'direct_web_search' ? earlier.source : source;
        const { discoveredAt } = earlier ?? competitor;
        const item = { ...competitor, source: asked, discoveredAt };
        return { put: { ...keyOf.competitor(userId, competitor.domain), kind: 'competitor', ...item } };
      }),
      ...gone.map(({ domain }): Part => ({ remove: keyOf.competitor(userId, domain) })),
    ];
  },
});
