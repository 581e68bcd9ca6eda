/** How a competitor was found: by web search on the user's request, or while a light sign-up looked by itself. */
export const competitorSources = ['direct_web_search', 'lite_signup'] as const;
export type CompetitorSource = (typeof competitorSources)[number];

/** A company that sells what the user's company sells. Of one user and registrable domain there is one. */
export type Competitor = {
  /** The same for the same user and domain, so a competitor that is found again keeps it. */
  id: string;
  userId: number;
  name: string;
  /** Registrable domain, lower case, as `example.co.uk`. */
  domain: string;
  /** Absolute http(s) URL of its home page. */
  website: string;
  description: string;
  source: CompetitorSource;
  /** Why it competes, in a sentence. */
  why: string;
  /** Pages that say so. */
  evidenceUrls: readonly string[];
  /** The page of the ad library that its own website links to: an alias or a numeric id; `null` when it links to none. */
  pageHandle: string | null;
  /** ISO 8601 in UTC: when it was first found, and when its website last answered. */
  discoveredAt: string;
  verifiedAt: string;
};

/** How many a discovery answers; fewer when there are no more that are true. */
export const fewestCompetitors = 10;
export const maxCompetitors = 15;
