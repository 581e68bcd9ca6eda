import type { UserId } from '#shared/values/tenant.ts';
export const licenceStatuses = ['inactive', 'active', 'deactivated'] as const;
export type LicenceStatus = (typeof licenceStatuses)[number];

/** The tiers are 1 silver, 2 gold, 3 platinum. */
export const tiers = [1, 2, 3] as const;
export type Tier = (typeof tiers)[number];
export const tierNames: Record<Tier, string> = { 1: 'silver', 2: 'gold', 3: 'platinum' };

/** `at` is in epoch milliseconds. */
type Said<V> = { value: V; at: number };

/** Times are the sender's (epoch milliseconds). */
export type LicenceFacts = {
  activatedAt: number | null;
  setAsideAt: number | null;
  deactivatedAt: number | null;
  tier: Said<number> | null;
  parent: Said<string> | null;
  previousKeys: readonly string[];
  successorKeys: readonly string[];
};

export const noFacts: LicenceFacts = {
  activatedAt: null,
  setAsideAt: null,
  deactivatedAt: null,
  tier: null,
  parent: null,
  previousKeys: [],
  successorKeys: [],
};

export type Invitation = {
  id: string;
  email: string;
  /** Only invitations of the current holder count. */
  holderId: number;
  /** Older invitations lack the holder's `tokensValidAfter`. */
  sessionEpoch?: number;
  sentAt: string;
  expiresAt: string;
};

export const epochOf = ({ sessionEpoch, sentAt }: Invitation): number => sessionEpoch ?? Date.parse(sentAt);

export type Licence = {
  licenceKey: string;
  tier: Tier | null;
  reportedTier: number | null;
  status: LicenceStatus;
  userId: UserId | null;
  previousKey: string | null;
  successorKey: string | null;
  parentKey: string | null;
  members: readonly number[];
  /** Times are ISO 8601 UTC. */
  createdAt: string;
  entitledAt: string | null;
  raisedAt: string | null;
};

export type GrantingLicence = Licence & { tier: Tier; status: 'active'; userId: UserId };

/** Every field's merge is a maximum or a union, so order and repetition of events are irrelevant. */
export const merged = (a: LicenceFacts, b: LicenceFacts): LicenceFacts => ({
  activatedAt: later(a.activatedAt, b.activatedAt),
  setAsideAt: later(a.setAsideAt, b.setAsideAt),
  deactivatedAt: later(a.deactivatedAt, b.deactivatedAt),
  tier: laterSaid(a.tier, b.tier),
  parent: laterSaid(a.parent, b.parent),
  previousKeys: union(a.previousKeys, b.previousKeys),
  successorKeys: union(a.successorKeys, b.successorKeys),
});

const later = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b));

/** At equal times the greater value counts, so the order of arrival is irrelevant. */
const laterSaid = <V extends number | string>(a: Said<V> | null, b: Said<V> | null) => {
  if (a === null || b === null) return a ?? b;
  return a.at > b.at || (a.at === b.at && a.value >= b.value) ? a : b;
};

const union = (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])].sort();

/** At equal times, the status with fewer rights counts. */
export function statusOf({ activatedAt, setAsideAt, deactivatedAt }: LicenceFacts): LicenceStatus {
  const [active, inactive, ended] = [activatedAt, setAsideAt, deactivatedAt].map((at) => at ?? -1) as [number, number, number];
  if (ended >= 0 && ended >= Math.max(active, inactive)) return 'deactivated';
  return active > inactive ? 'active' : 'inactive';
}

/** A user's claim makes a key active, unless an event ever ended it. */
export const claimed: LicenceFacts = { ...noFacts, activatedAt: 0 };

/** An operator's change holds until the partner reports a newer event. */
export function wordOf({ status, tier }: { status: LicenceStatus; tier: Tier | null }, before: LicenceFacts, now: number): LicenceFacts {
  const knownTimes = [before.activatedAt, before.setAsideAt, before.deactivatedAt, before.tier?.at ?? null];
  const at = Math.max(now, ...knownTimes.map((time) => (time ?? -1) + 1));
  return {
    ...noFacts,
    activatedAt: status === 'active' ? at : null,
    setAsideAt: status === 'inactive' ? at : null,
    deactivatedAt: status === 'deactivated' ? at : null,
    tier: tier === null ? null : { value: tier, at },
  };
}

export function tierOf({ tier, parent }: LicenceFacts): Tier | null {
  return parent === null ? (tiers.find((knownTimes) => knownTimes === tier?.value) ?? null) : null;
}

export const isGranting = (licence: Licence): licence is GrantingLicence =>
  licence.status === 'active' && licence.tier !== null && licence.userId !== null;

export const bestTier = (licences: readonly Licence[]): Tier | null =>
  licences.reduce<Tier | null>(
    (best, licence) => (isGranting(licence) && (best === null || licence.tier > best) ? licence.tier : best),
    null,
  );
