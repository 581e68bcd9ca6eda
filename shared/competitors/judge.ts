import { type Candidate, type Evidence, grounded, type Judged } from '#shared/competitors/rules/competitor-rules.ts';
import type { TaskRun } from '#shared/tasks/user-task.ts';
import { plainText } from '#shared/web/page-text.ts';
import { callModel } from './call-model.ts';
import type { LiveCandidate } from './check-sites.ts';
import type { DiscoveryDeps } from './discovery-deps.ts';
import { CandidatesForm, candidatesInstructions, RelevanceForm, relevanceInstructions } from './forms.ts';
import type { Company } from './profile-company.ts';

const line = (text: string, most: number) => plainText(text.replaceAll(/\s+/g, ' '), most);

export const pickCandidates = (
  run: TaskRun,
  round: 1 | 2,
  { company, evidence }: { company: Company; evidence: readonly Evidence[] },
  deps: DiscoveryDeps,
): Promise<Candidate[]> =>
  run.step(`candidates-${round}`, async () => {
    if (evidence.length === 0) return [];
    const input = {
      company: described(company),
      pages: evidence.map((page, number) => ({ number, ...page })),
    };
    const question = { purpose: 'discovery_candidates', schema: CandidatesForm };
    const { object, row } = await callModel(run, { ...question, instructions: candidatesInstructions, input, maxOutputTokens: 8000 }, deps);
    const proposals = object.competitors.map(({ why, description, ...rest }) => ({
      ...rest,
      why: line(why, 300),
      description: line(description, 300),
    }));
    return { output: grounded(proposals, evidence), also: [row] };
  });

export type Verdict = Omit<Judged, 'domain'> & { why: string; description: string };

export const judgeRelevance = async (
  run: TaskRun,
  round: 1 | 2,
  { company, candidates }: { company: Company; candidates: readonly LiveCandidate[] },
  deps: DiscoveryDeps,
): Promise<ReadonlyMap<string, Verdict>> => {
  const verdicts = await run.step(`relevance-${round}`, async () => {
    if (candidates.length === 0) return [];
    const input = {
      company: described(company),
      candidates: candidates.map(({ name, domain, title, siteText, why, description }, number) => ({
        number,
        name,
        domain,
        why,
        description,
        website_title: title,
        website_text: siteText,
      })),
    };
    const question = { purpose: 'discovery_relevance', schema: RelevanceForm };
    const { object, row } = await callModel(run, { ...question, instructions: relevanceInstructions, input, maxOutputTokens: 8000 }, deps);
    const output = object.candidates.flatMap(({ number, kind, relevance, why, description }) => {
      const domain = candidates[number]?.domain;
      const verdict = { isCompany: kind === 'company', relevance, why: line(why, 300) };
      return domain ? [{ domain, ...verdict, description: line(description, 300) }] : [];
    });
    return { output, also: [row] };
  });
  return new Map(verdicts.map(({ domain, ...verdict }) => [domain, verdict]));
};

const described = ({ profile: { searchTerms: _, ...profile }, domains }: Company) => ({
  ...profile,
  website: domains[0],
});
