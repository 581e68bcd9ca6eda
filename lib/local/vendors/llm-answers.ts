import type { FormAnswer } from './answers/asked.ts';
import { assistantNarrative } from './answers/assistant-narrative.ts';
import { companyDescription } from './answers/company-description.ts';
import { discoveryCandidates, discoveryProfile, discoveryRelevance } from './answers/discovery.ts';
import { imagePrompt } from './answers/image-prompt.ts';
import { keywordPlan, moreKeywords } from './answers/keyword-plan.ts';

/** What the stand-in answers in a form, by the form's name. Forms that are not here get a sample. */
export const llmAnswers: Record<string, FormAnswer> = {
  ad_prompt: imagePrompt,
  assistant_narrative: assistantNarrative,
  company_description: companyDescription,
  discovery_candidates: discoveryCandidates,
  discovery_profile: discoveryProfile,
  discovery_relevance: discoveryRelevance,
  keyword_plan: keywordPlan,
  keyword_plan_more: moreKeywords,
  template_prompt: imagePrompt,
  // The search's results as they are.
  web_search_results: ({ found }) => ({
    results: found.map(({ url, title, content }) => ({ url, title, snippet: content })),
  }),
};
