import { type LicenceFacts, noFacts } from './licences.ts';

export const knownEvents = ['purchase', 'activate', 'upgrade', 'downgrade', 'deactivate', 'migrate'] as const;

/** `at` is the event's own time in epoch milliseconds. */
export type PartnerEvent = {
  event: string;
  licenceKey: string;
  previousKey: string | null;
  parentKey: string | null;
  tier: number | null;
  reason: string | null;
  at: number;
};

/** The event of an upgrade ends the previous key, so no order of events interrupts access. */
export function factsOf(partnerEvent: PartnerEvent): [licenceKey: string, facts: LicenceFacts][] {
  const { event, licenceKey, previousKey, at } = partnerEvent;
  const facts: LicenceFacts = {
    ...noFacts,
    tier: partnerEvent.tier === null ? null : { value: partnerEvent.tier, at },
    parent: partnerEvent.parentKey === null ? null : { value: partnerEvent.parentKey, at },
  };
  switch (event) {
    case 'purchase':
    case 'migrate':
      return [[licenceKey, facts]];
    case 'activate':
      return [[licenceKey, { ...facts, activatedAt: at }]];
    case 'deactivate':
      return [[licenceKey, isTwin(partnerEvent) ? facts : { ...facts, deactivatedAt: at }]];
    case 'upgrade':
    case 'downgrade':
      if (previousKey === null || previousKey === licenceKey) return [[licenceKey, { ...facts, activatedAt: at }]];
      return [
        [licenceKey, { ...facts, activatedAt: at, previousKeys: [previousKey] }],
        [previousKey, { ...noFacts, deactivatedAt: at, successorKeys: [licenceKey] }],
      ];
    default:
      return [];
  }
}

/** The partner states this reason when an upgrade or downgrade replaces a key. */
const isTwin = ({ reason }: PartnerEvent) => /^\s*(up|down)graded\b/i.test(reason ?? '');
