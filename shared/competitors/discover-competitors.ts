import { cachePages } from '#shared/ads/cache-pages.ts';
import { distinctRivals, ranked } from '#shared/competitors/rules/competitor-rules.ts';
import { type Competitor, maxCompetitors, minCompetitors } from '#shared/competitors/rules/competitors.ts';
import { competitorId } from '#shared/competitors/store/competitors.ts';
import { chargeTask } from '#shared/credits/charge-task.ts';
import { webhookEvent } from '#shared/messages/webhook-event.ts';
import type { UserTask } from '#shared/tasks/rules/user-tasks.ts';
import { type TaskEnd, TaskFailed, type TaskRun } from '#shared/tasks/user-task.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';
import { checkSites, type LiveCandidate } from './check-sites.ts';
import type { DiscoveryDeps } from './discovery-deps.ts';
import { gatherEvidence } from './gather-evidence.ts';
import { judgeRelevance, pickCandidates, type Verdict } from './judge.ts';
import { pageNameOf } from './page-name-of.ts';
import { type Company, type DiscoveryParameters, profileCompany } from './profile-company.ts';

export type DiscoveryResult = { competitors: readonly Competitor[]; note: string | null };

type Rival = LiveCandidate & Verdict;

const maxChecked = 30;

export async function discoverCompetitors(run: TaskRun, deps: DiscoveryDeps): Promise<TaskEnd> {
  const company = await profileCompany(run, deps);
  let rivals = await findRivals(run, 1, { company, known: [] }, deps);
  if (rivals.length < minCompetitors) {
    try {
      const more = await findRivals(run, 2, { company, known: rivals }, deps);
      rivals = best(distinctRivals([...rivals, ...more], company));
    } catch (error) {
      // If a vendor fails at the last try, an incomplete result is better than none.
      if (!(error instanceof VendorUnavailable) || !run.isLastTry || rivals.length === 0) throw error;
    }
  }
  if (rivals.length === 0)
    throw new TaskFailed(
      'No competitor with a working website was found. Give the company name, or a website that says more of what it sells.',
    );
  await run.report('saving', 95);
  await cachePages(
    rivals.flatMap((rival) => pageNameOf(rival) ?? []),
    deps,
  );
  const note =
    rivals.length < minCompetitors ? `No more than ${rivals.length} with a working website could be found that compete directly.` : null;
  if ((run.task.parameters as DiscoveryParameters).is_charged) await chargeTask('discovery', run.task, deps);
  return (task) => endOf(task, { rivals, note }, deps);
}

async function findRivals(
  run: TaskRun,
  round: 1 | 2,
  { company, known: knownRivals }: { company: Company; known: readonly Rival[] },
  deps: DiscoveryDeps,
): Promise<Rival[]> {
  const besides = knownRivals.map(({ domain }) => domain);
  const [searching, picking, checking, ranking] = round === 1 ? [25, 45, 60, 70] : [75, 80, 85, 90];
  await run.report('searching', searching);
  const evidence = await gatherEvidence(run, round, company.profile, deps);
  await run.report('picking', picking);
  const proposed = await pickCandidates(run, round, { company, evidence }, deps);
  await run.report('checking_websites', checking);
  const candidates = distinctRivals(proposed, company, { besides }).slice(0, maxChecked);
  const live = distinctRivals(await checkSites(run, round, candidates, deps), company, { besides });
  await run.report('ranking', ranking);
  const verdicts = await judgeRelevance(run, round, { company, candidates: live }, deps);
  return ranked(live, verdicts).map((candidate) => {
    const { why, description, ...verdict } = verdicts.get(candidate.domain) as Verdict;
    const words = { why: why || candidate.why, description: description || candidate.description };
    return { ...candidate, ...verdict, ...words };
  });
}

const best = (rivals: readonly Rival[]) => ranked(rivals, new Map(rivals.map((rival) => [rival.domain, rival]))).slice(0, maxCompetitors);

async function endOf(
  task: UserTask,
  { rivals, note }: { rivals: readonly Rival[]; note: string | null },
  { competitors: competitorStore, now }: DiscoveryDeps,
) {
  const { userId, id } = task;
  const { source, company_website } = task.parameters as DiscoveryParameters;
  const at = new Date(now()).toISOString();
  const competitorsFound = rivals.map(
    ({ name, domain, website, description, why, evidenceUrls, pageHandle }): Competitor => ({
      id: competitorId(userId, domain),
      userId,
      name,
      domain,
      website,
      description,
      source,
      why,
      evidenceUrls,
      pageHandle,
      discoveredAt: at,
      verifiedAt: at,
    }),
  );
  const { competitors, parts } = competitorStore.replaced(userId, source, competitorsFound, await competitorStore.setOf(userId));
  const result: DiscoveryResult = { competitors, note };
  const plan = { kind: 'keyword_plan', id: `keyword_plan#${id}`, user_id: userId } as const;
  const event = webhookEvent('discovery.completed', id, {
    accountId: userId,
    at,
    data: { task_id: id, company_website, source, competitors: competitors.length },
  });
  return { result, parts, effects: [{ ...plan, task_id: `kp_${id}`, company_website }, event] };
}
