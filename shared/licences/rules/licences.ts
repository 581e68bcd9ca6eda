export const licenceStatuses = ['inactive', 'active', 'deactivated'] as const;
export type LicenceStatus = (typeof licenceStatuses)[number];

/** 1 silver, 2 gold, 3 platinum. */
export const tiers = [1, 2, 3] as const;
export type Tier = (typeof tiers)[number];
export const tierNames: Record<Tier, string> = { 1: 'silver', 2: 'gold', 3: 'platinum' };

/** The state of a key at a time, in epoch milliseconds. */
type Said<V> = { value: V; at: number };

/**
 * All that is known of a licence key: per statement the newest time it was made for, and its neighbours in the chain of
 * upgrades and downgrades. Times are the sender's (epoch milliseconds), never those of arrival.
 */
export type LicenceFacts = {
  activatedAt: number | null;
  /** An operator's word that it is not active yet. */
  setAsideAt: number | null;
  deactivatedAt: number | null;
  /** The tier as reported, even if it does not exist. */
  tier: Said<number> | null;
  /** Of an add-on: the licence that it belongs to. */
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

/** Somebody who may join a licence's team. It holds a seat until it is answered or expires. */
export type Invitation = {
  id: string;
  /** Normalised. */
  email: string;
  /** Only the licence's present holder's invitations count. */
  holderId: number;
  /** `tokensValidAfter` of the holder's account in the request that sent it. Invitations without it are older than the field. */
  sessionEpoch?: number;
  /** ISO 8601 in UTC. */
  sentAt: string;
  expiresAt: string;
};

/** The session epoch of an invitation; of an older one, when it was sent. */
export const epochOf = ({ sessionEpoch, sentAt }: Invitation): number => sessionEpoch ?? Date.parse(sentAt);

export const invitationDays = 7;

export type Licence = {
  licenceKey: string;
  /** The tier of the licence; `null` for an add-on, an unknown tier or none. */
  tier: Tier | null;
  reportedTier: number | null;
  status: LicenceStatus;
  userId: number | null;
  previousKey: string | null;
  successorKey: string | null;
  parentKey: string | null;
  /** Users who were added to this key's team; those of the keys before it belong to its team too. */
  members: readonly number[];
  /** When we first heard of it: ISO 8601 in UTC. */
  createdAt: string;
  /** Since when it gives, or last gave, its holder something: ISO 8601 in UTC; `null` if it never did. */
  entitledAt: string | null;
  /** When it last began to give its holder more than before: ISO 8601 in UTC; `null` if it never did, or before this was stored. */
  raisedAt: string | null;
};

/** A licence that gives its holder something. */
export type GrantingLicence = Licence & { tier: Tier; status: 'active'; userId: number };

/**
 * Both together. Every part is a maximum or a union, so neither order nor repetition of events matters: this
 * is the whole of the state machine's promise.
 */
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

/** Of one time the greater value, so that it does not depend on which came first. */
const laterSaid = <V extends number | string>(a: Said<V> | null, b: Said<V> | null) => {
  if (a === null || b === null) return a ?? b;
  return a.at > b.at || (a.at === b.at && a.value >= b.value) ? a : b;
};

const union = (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])].sort();

/** The newest word counts; of one time, the one that gives less. */
export function statusOf({ activatedAt, setAsideAt, deactivatedAt }: LicenceFacts): LicenceStatus {
  const [active, inactive, ended] = [activatedAt, setAsideAt, deactivatedAt].map((at) => at ?? -1) as [
    number,
    number,
    number,
  ];
  if (ended >= 0 && ended >= Math.max(active, inactive)) return 'deactivated';
  return active > inactive ? 'active' : 'inactive';
}

/** What a user's own claim to a key says: it is active, unless an event ever ended it. */
export const claimed: LicenceFacts = { ...noFacts, activatedAt: 0 };

/** A change by an operator, later than all known events, so that it holds until the partner reports something newer. */
export function wordOf(
  { status, tier }: { status: LicenceStatus; tier: Tier | null },
  before: LicenceFacts,
  now: number,
): LicenceFacts {
  const known = [before.activatedAt, before.setAsideAt, before.deactivatedAt, before.tier?.at ?? null];
  const at = Math.max(now, ...known.map((time) => (time ?? -1) + 1));
  return {
    ...noFacts,
    activatedAt: status === 'active' ? at : null,
    setAsideAt: status === 'inactive' ? at : null,
    deactivatedAt: status === 'deactivated' ? at : null,
    tier: tier === null ? null : { value: tier, at },
  };
}

/** The tier that facts give. */
export function tierOf({ tier, parent }: LicenceFacts): Tier | null {
  return parent === null ? (tiers.find((known) => known === tier?.value) ?? null) : null;
}

export const isGranting = (licence: Licence): licence is GrantingLicence =>
  licence.status === 'active' && licence.tier !== null && licence.userId !== null;

/** The best tier of active licences. */
export const bestTier = (licences: readonly Licence[]): Tier | null =>
  licences.reduce<Tier | null>(
    (best, licence) => (isGranting(licence) && (best === null || licence.tier > best) ? licence.tier : best),
    null,
  );
