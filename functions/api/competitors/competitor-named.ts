import type { Competitor } from '#shared/competitors/rules/competitors.ts';
import { siteDomain } from '#shared/values/site-domain.ts';

/** Compares names without letter case, width and spaces. */
const plain = (name: string) =>
  name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replace(/\s+/gu, ' ').trim();

export function competitorNamed(text: string, competitors: readonly Competitor[]): Competitor | undefined {
  const wanted = plain(text);
  return (
    competitors.find(({ name }) => plain(name) === wanted) ??
    competitors.find(({ domain }) => domain === wanted || domain === siteDomain(wanted))
  );
}
