import type { FormAnswer } from './answers/asked.ts';
import { companyDescription } from './answers/company-description.ts';
import { imagePrompt } from './answers/image-prompt.ts';
import { keywordPlan, moreKeywords } from './answers/keyword-plan.ts';
import { webSearchResults } from './answers/web-search-results.ts';

/** What the stand-in answers in a form, by the form's name. Forms that are not here get a sample. */
export const llmAnswers: Record<string, FormAnswer> = {
  ad_prompt: imagePrompt,
  company_description: companyDescription,
  keyword_plan: keywordPlan,
  keyword_plan_more: moreKeywords,
  template_prompt: imagePrompt,
  web_search_results: webSearchResults,
};
