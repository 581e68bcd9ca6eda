import type { Evidence } from '#shared/competitors/rules/competitor-rules.ts';
import { type CompanyProfile, discoveryQueries } from '#shared/competitors/rules/discovery-queries.ts';
import { log } from '#shared/log.ts';
import type { TaskRun } from '#shared/tasks/user-task.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';
import { plainText } from '#shared/web/page-text.ts';
import type { DiscoveryDeps } from './discovery-deps.ts';

const searchesAtOnce = 3;
const resultsOfSearch = 20;
const maxPages = 90;

export const gatherEvidence = (run: TaskRun, round: 1 | 2, profile: CompanyProfile, deps: DiscoveryDeps): Promise<Evidence[]> =>
  run.step(`evidence-${round}`, async () => {
    const queries = discoveryQueries(profile, round);
    const evidence: Evidence[][] = [];
    const failures: VendorUnavailable[] = [];
    await forEachConcurrent([...queries.entries()], searchesAtOnce, async ([at, query]) => {
      try {
        evidence[at] = await searched(run, `search-${round}-${at + 1}`, query, profile, deps);
      } catch (error) {
        if (!(error instanceof VendorUnavailable)) throw error;
        log.warn('search left out', { task: run.task.id, error });
        failures.push(error);
      }
    });
    if (failures[0] && failures.length === queries.length) throw failures[0];
    return distinctPages(evidence);
  });

const searched = (
  run: TaskRun,
  step: string,
  query: string,
  { country }: CompanyProfile,
  { search, discoveryLimits }: DiscoveryDeps,
): Promise<Evidence[]> =>
  run.step(step, async () => {
    const whom = { userId: run.task.userId, subject: run.task.id };
    const { results, rows } = await search.search(query, {
      whom,
      country,
      most: resultsOfSearch,
      timeoutSeconds: discoveryLimits.searchSeconds,
    });
    const output = results.map(({ url, title, snippet }) => ({
      url: url.slice(0, 500),
      title: plainText(title, 200),
      snippet: plainText(snippet, 600),
    }));
    return { output, also: rows };
  });

function distinctPages(evidenceLists: readonly (readonly Evidence[] | undefined)[]): Evidence[] {
  const pages = new Map<string, Evidence>();
  for (let place = 0; place < resultsOfSearch; place++)
    for (const results of evidenceLists) {
      const page = results?.[place];
      if (page && !pages.has(page.url)) pages.set(page.url, page);
    }
  return [...pages.values()].slice(0, maxPages);
}
