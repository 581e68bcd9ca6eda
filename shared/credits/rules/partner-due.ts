import type { GrantingLicence, Licence, Tier } from '#shared/licences/rules/licences.ts';

export type PaidInMonth = { toUser: number; forKey(licenceKey: string): number };
export type PartnerDue = { licence: GrantingLicence; amount: number };

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

/** The month's larger payment, to the user or the licence, is subtracted. */
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
