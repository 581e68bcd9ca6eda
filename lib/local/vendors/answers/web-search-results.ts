import type { FormAnswer } from './asked.ts';

/** The search's results as they are. */
export const webSearchResults: FormAnswer = ({ found }) => ({
  results: found.map(({ url, title, content }) => ({ url, title, snippet: content })),
});
