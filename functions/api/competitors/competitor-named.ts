import type { Competitor } from '#shared/competitors/rules/competitors.ts';
import { siteDomain } from '#shared/values/site-domain.ts';

/** A name as people compare it: without regard to case, width and spaces. */
const plain = (name: string) =>
  name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replace(/\s+/gu, ' ').trim();

/** The competitor of a name, or else of a domain or website. */
export function competitorNamed(text: string, competitors: readonly Competitor[]): Competitor | undefined {
  const wanted = plain(text);
  return (
    competitors.find(({ name }) => plain(name) === wanted) ??
    competitors.find(({ domain }) => domain === wanted || domain === siteDomain(wanted))
  );
}
