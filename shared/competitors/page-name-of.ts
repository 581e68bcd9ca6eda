import type { Competitor } from '#shared/competitors/rules/competitors.ts';

export const pageNameOf = ({ pageHandle }: Pick<Competitor, 'pageHandle'>): string | null => pageHandle?.toLowerCase() || null;
