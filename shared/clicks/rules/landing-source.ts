import type { ClickSource } from './classify.ts';

/** The stored texts of a click have at most so many characters. */
export const maxFactLength = 100;

/** The parameters of a landing address that say where a visitor came from. The pixel sends these and no others. */
export const sourceParameters = {
  source: 'utm_source',
  medium: 'utm_medium',
  term: 'utm_term',
  content: 'utm_content',
} as const;

/** Empty texts for parameters that the address does not have. */
export type LandingSource = Record<keyof typeof sourceParameters, string>;

/** The source of a landing, by `textOf` a parameter; at most 100 characters of each. */
export function landingSourceOf(textOf: (name: string) => string): LandingSource {
  const text = (name: string) => textOf(name).trim().slice(0, maxFactLength).toWellFormed();
  const { source, medium, term, content } = sourceParameters;
  return { source: text(source), medium: text(medium), term: text(term), content: text(content) };
}

/** What decides the channel, of a landing and the page before. */
export const clickSourceOf = (
  { source, medium }: Pick<LandingSource, 'source' | 'medium'>,
  landing: Pick<ClickSource, 'campaign' | 'hasOwnCampaign' | 'referrerHost'>,
  networkClickIds: Readonly<Record<string, string>>,
): ClickSource => ({ source, medium, ...landing, networkIds: Object.keys(networkClickIds) });
