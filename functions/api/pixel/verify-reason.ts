import type { DepsOf } from '#shared/aws/deps-of.ts';
import { dataCentres } from '#shared/clicks/needs.ts';
import type { VerifyReason } from '#shared/clicks/rules/click-facts.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import { crowds } from '#shared/traffic/needs.ts';
import { crowdFrom } from '#shared/traffic/rules/recent-clicks.ts';
import { networkAndAdOf } from '#shared/traffic/rules/subjects.ts';

export const verifyReasonNeeds = { crowds, dataCentres };
type Deps = DepsOf<typeof verifyReasonNeeds>;

/** The check reads no store: the data centres' ranges and recent clicks are in memory. */
export function verifyReasonOf(
  click: Click,
  address: string,
  { dataCentres, crowds }: Pick<Deps, 'dataCentres' | 'crowds'>,
): VerifyReason | undefined {
  if (click.facts?.traffic !== 'human') return undefined;
  const subject = networkAndAdOf(click);
  const seen = subject ? crowds.add(subject, [{ at: Date.parse(click.createdAt), sid: click.sid }]) : [];
  if (dataCentres.has(address)) return 'data_centre';
  return seen.length >= crowdFrom ? 'crowd' : undefined;
}
