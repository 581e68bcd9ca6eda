import type { Candidate } from '#shared/competitors/rules/competitor-rules.ts';
import type { TaskRun } from '#shared/tasks/user-task.ts';
import { cutText } from '#shared/values/cut-text.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { plainText } from '#shared/web/page-text.ts';
import { AddressRefused, SiteUnreachable } from '#shared/web/web.ts';
import type { DiscoveryDeps } from './discovery-deps.ts';
import { readWithRetry } from './read-with-retry.ts';

export type LiveCandidate = Candidate & {
  website: string;
  pageHandle: string | null;
  title: string;
  siteText: string;
};

const sitesAtOnce = 6;
const maxSiteText = 800;

export const checkSites = (run: TaskRun, round: 1 | 2, candidates: readonly Candidate[], deps: DiscoveryDeps): Promise<LiveCandidate[]> =>
  run.step(`sites-${round}`, async () => {
    const live: (LiveCandidate | null)[] = [];
    await forEachConcurrent([...candidates.entries()], sitesAtOnce, async ([at, candidate]) => {
      live[at] = await look(candidate, deps);
    });
    return live.filter((site) => site !== null);
  });

async function look(candidate: Candidate, { web, discoveryLimits }: DiscoveryDeps): Promise<LiveCandidate | null> {
  try {
    const url = `https://${candidate.domain}/`;
    const site = await readWithRetry(web, url, discoveryLimits.siteSeconds);
    if (site.state === 'parked' || site.state === 'broken' || !site.domain) return null;
    const hasMoved = site.domain !== candidate.domain;
    // A site that moved to another company's domain gets that company's name.
    const name = (hasMoved && (site.siteName || firstOf(site.title))) || candidate.name;
    return {
      ...candidate,
      name,
      domain: site.domain,
      website: new URL('/', site.url).href,
      pageHandle: site.pageHandles[0] ?? null,
      title: plainText(`${site.title} ${site.description}`.replaceAll(/\s+/g, ' '), 300),
      siteText: plainText(site.text.replaceAll(/\s+/g, ' '), maxSiteText),
    };
  } catch (error) {
    if (error instanceof SiteUnreachable || error instanceof AddressRefused) return null;
    throw error;
  }
}

const firstOf = (title: string) => cutText((title.split(/\s[|\-–—:]\s/)[0] ?? '').trim(), 80);
