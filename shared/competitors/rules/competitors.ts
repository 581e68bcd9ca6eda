/** The lite discovery runs after a sign-up. */
export const competitorSources = ['direct_web_search', 'lite_signup'] as const;
export type CompetitorSource = (typeof competitorSources)[number];

/** A competitor sells the same, and is unique per user and registrable domain. */
export type Competitor = {
  id: string;
  userId: number;
  name: string;
  /** A registrable domain in lower case, such as `example.co.uk`. */
  domain: string;
  website: string;
  description: string;
  source: CompetitorSource;
  why: string;
  evidenceUrls: readonly string[];
  pageHandle: string | null;
  /** `verifiedAt` is the last response of the website. ISO 8601 in UTC. */
  discoveredAt: string;
  verifiedAt: string;
};

/** A result can be shorter if there are no more true competitors. */
export const minCompetitors = 10;
export const maxCompetitors = 15;
