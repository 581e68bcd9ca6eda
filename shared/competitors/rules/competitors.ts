import type { AccountId } from '#shared/values/tenant.ts';
export const competitorSources = ['direct_web_search', 'lite_signup'] as const;
export type CompetitorSource = (typeof competitorSources)[number];

export type Competitor = {
  id: string;
  userId: AccountId;
  name: string;
  /** The domain is registrable and in lower case, such as `example.co.uk`. */
  domain: string;
  website: string;
  description: string;
  source: CompetitorSource;
  why: string;
  evidenceUrls: readonly string[];
  pageHandle: string | null;
  /** The website last responded at `verifiedAt`. Times are ISO 8601 UTC. */
  discoveredAt: string;
  verifiedAt: string;
};

export const minCompetitors = 10;
export const maxCompetitors = 15;
