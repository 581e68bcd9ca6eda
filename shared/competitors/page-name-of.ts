import type { Competitor } from '#shared/competitors/rules/competitors.ts';

/**
 * The name under which a competitor's page and its ads are stored, or `null` for a competitor without a page.
 */
export const pageNameOf = ({ pageHandle }: Pick<Competitor, 'pageHandle'>): string | null =>
  pageHandle?.toLowerCase() || null;
