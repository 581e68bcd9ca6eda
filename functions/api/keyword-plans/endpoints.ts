export { planKeywords } from './plan-keywords.ts';
export { readKeywordPlan, readKeywordPlanCsv } from './read-keyword-plan.ts';
export { readKeywordPlanTask } from './read-keyword-plan-task.ts';
