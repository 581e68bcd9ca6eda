import type { Users } from '#shared/accounts/store/users.ts';
import type { Competitors } from '#shared/competitors/store/competitors.ts';
import type { ChargeDeps } from '#shared/credits/charge-for.ts';
import { chargeTask } from '#shared/credits/charge-task.ts';
import type { KeywordPlan } from '#shared/keyword-plans/rules/keyword-plan.ts';
import { brandTerms, competitorNames, type PlanNames } from '#shared/keyword-plans/rules/plan-names.ts';
import { joinedProposals, type ProposedPlan, validatePlan } from '#shared/keyword-plans/rules/validate-plan.ts';
import type { KeywordPlans } from '#shared/keyword-plans/store/keyword-plans.ts';
import type { RecordedLlm } from '#shared/llm/recorded-llm.ts';
import type { UserTasks } from '#shared/tasks/store/user-tasks.ts';
import { type TaskEnd, TaskFailed, type TaskRun } from '#shared/tasks/user-task.ts';
import { siteDomain } from '#shared/values/site-domain.ts';
import { ownerOf } from '#shared/values/tenant.ts';
import type { Web } from '#shared/web/web.ts';
import { MoreForm, moreInstructions, PlanForm, planInstructions, proposalOf } from './plan-forms.ts';
import { readCompany } from './read-company.ts';

export type KeywordPlanDeps = {
  now(): number;
  tasks: UserTasks;
  users: Pick<Users, 'byId'>;
  competitors: Pick<Competitors, 'ofUser'>;
  plans: KeywordPlans;
  llm: RecordedLlm;
  web: Web;
} & ChargeDeps;

const maxRepairs = 2;
export const modelSeconds = 90;

export async function makeKeywordPlan(run: TaskRun, deps: KeywordPlanDeps): Promise<TaskEnd> {
  const { task } = run;
  const { userId } = task;
  const website = String(task.parameters.company_website);
  await run.report('reading', 10);
  const company = await run.step('company', () => readCompany({ userId, website }, deps));
  const rivals = (await deps.competitors.ofUser(userId)).map(({ name }) => name);
  const brand = brandTerms(company.name, siteDomain(website) ?? '');
  const names: PlanNames = { brand, competitors: competitorNames(rivals, brand) };

  await run.report('planning', 30);
  const input = { company, brand_terms: brand, competitors: rivals };
  let proposed = await run.step('plan', async () => {
    const { object, row } = await deps.llm.ask(whom(run), {
      purpose: 'keyword_plan',
      schemaName: 'keyword_plan',
      schema: PlanForm,
      instructions: planInstructions,
      maxOutputTokens: 6000,
      timeoutSeconds: modelSeconds,
      input: [{ type: 'text', text: JSON.stringify(input) }],
    });
    return { output: proposalOf(object, company), also: [row] };
  });

  await run.report('checking', 70);
  let validation = validatePlan(proposed, names);
  for (let repair = 1; validation.problems.length > 0 && repair <= maxRepairs; repair++) {
    const { problems } = validation;
    const more = await run.step(`more-${repair}`, async () => {
      const { object, row } = await deps.llm.ask(whom(run), {
        purpose: 'keyword_plan_repair',
        schemaName: 'keyword_plan_more',
        schema: MoreForm,
        instructions: moreInstructions,
        maxOutputTokens: 3000,
        timeoutSeconds: modelSeconds,
        input: [{ type: 'text', text: JSON.stringify({ ...input, problems, ...keywordsOf(proposed) }) }],
      });
      const output = { brand: object.brand_keywords, nonBrand: object.non_brand_keywords };
      return { output, also: [row] };
    });
    proposed = joinedProposals(proposed, more);
    validation = validatePlan(proposed, names);
  }
  if (validation.problems.length > 0) throw new TaskFailed('No valid keyword plan could be generated. Request it again.');

  if (task.parameters.is_charged) {
    await assertOwnWebsite(run, deps);
    // A plan costs credits only if it succeeds, and not as part of a discovery.
    await chargeTask('keyword_plan', task, deps);
  }
  const contents = validation.plan;
  return async () => {
    const before = await deps.plans.latest(userId);
    const plan: KeywordPlan = {
      ...contents,
      id: `kwp_${task.id}`,
      userId,
      taskId: task.id,
      model: deps.llm.model,
      version: (before?.version ?? 0) + 1,
      createdAt: new Date(deps.now()).toISOString(),
    };
    return { result: { version: plan.version }, parts: [deps.plans.part(plan)] };
  };
}

/** The user's website may have changed: a plan for an older website must not replace a newer plan. */
async function assertOwnWebsite({ task: { userId, subject } }: TaskRun, { users }: Pick<KeywordPlanDeps, 'users'>) {
  const user = await users.byId(ownerOf(userId));
  if (siteDomain(user?.companyWebsite ?? '') !== subject)
    throw new TaskFailed('The company website was changed meanwhile. Ask for a plan again.');
}

const whom = ({ task }: TaskRun) => ({ userId: task.userId, subject: task.id });
const keywordsOf = ({ brand, nonBrand }: ProposedPlan) => ({
  brand_keywords: brand.keywords,
  non_brand_keywords: nonBrand.keywords,
});
