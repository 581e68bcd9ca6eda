import type { ClickSource } from './classify.ts';

export const maxFactLength = 100;

export const sourceParameters = {
  source: 'utm_source',
  medium: 'utm_medium',
  term: 'utm_term',
  content: 'utm_content',
} as const;

export type LandingSource = Record<keyof typeof sourceParameters, string>;

export function landingSourceOf(textOf: (name: string) => string): LandingSource {
  const text = (name: string) => textOf(name).trim().slice(0, maxFactLength).toWellFormed();
  const { source, medium, term, content } = sourceParameters;
  return { source: text(source), medium: text(medium), term: text(term), content: text(content) };
}

export const clickSourceOf = (
  { source, medium }: Pick<LandingSource, 'source' | 'medium'>,
  landing: Pick<ClickSource, 'campaign' | 'hasOwnCampaign' | 'referrerHost'>,
  networkClickIds: Readonly<Record<string, string>>,
): ClickSource => ({ source, medium, ...landing, networkIds: Object.keys(networkClickIds) });
