import type { GrantingLicence, Licence, Tier } from '#shared/licences/rules/licences.ts';

/** What a calendar month has paid so far, in credits: to the user, and for each licence key by any holder. */
export type PaidInMonth = { toUser: number; forKey(licenceKey: string): number };
/** The credits that a month still owes, and the licence that owes them. */
export type PartnerDue = { licence: GrantingLicence; amount: number };

/** The keys of a licence's chain of upgrades among the licences of its holder. */
export function chainOf(licenceKey: string, licences: readonly Licence[]): string[] {
  const chain = new Set([licenceKey]);
  for (const key of chain)
    for (const licence of licences) {
      const neighbours = [licence.previousKey, licence.successorKey];
      if (licence.licenceKey === key) for (const next of neighbours) if (next !== null) chain.add(next);
      if (neighbours.includes(key)) chain.add(licence.licenceKey);
    }
  return [...chain];
}

/**
 * The most that one of the `payers` still owes: the credits of its tier, less what the month has paid to the user or
 * for the licence's chain, whichever is more. `null` if none owes any.
 */
export function partnerDue(
  payers: readonly GrantingLicence[],
  licences: readonly Licence[],
  paid: PaidInMonth,
  tierCredits: Record<Tier, number>,
): PartnerDue | null {
  const dues = payers.map((licence) => {
    const forChain = chainOf(licence.licenceKey, licences).reduce((sum, key) => sum + paid.forKey(key), 0);
    return { licence, amount: tierCredits[licence.tier] - Math.max(paid.toUser, forChain) };
  });
  dues.sort((a, b) => b.amount - a.amount || b.licence.tier - a.licence.tier);
  return dues[0] && dues[0].amount > 0 ? dues[0] : null;
}
