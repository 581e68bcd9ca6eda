/** A network sells ads. More networks follow with their senders. */
export const networks = ['meta', 'google_ads', 'openai_ads'] as const;
export type Network = (typeof networks)[number];

export const destinationStates = ['collecting', 'off'] as const;
export type DestinationState = (typeof destinationStates)[number];

/** Countries are ISO 3166-1 alpha-2, and the times ISO 8601 UTC. */
export type Destination = {
  network: Network;
  state: DestinationState;
  /** In these countries, unknown consent counts as granted. */
  consentDefault: Readonly<Record<string, 'granted'>>;
  /** A phone number without a country code belongs to this country. */
  phoneCountry: string | null;
  /** Only a destination that collects has it. */
  collectingSince?: string;
  createdAt: string;
  updatedAt: string;
  sessionEpoch: number;
};

export type DestinationSettings = Pick<Destination, 'state' | 'consentDefault' | 'phoneCountry'>;

/** Each key has a copy, so an event and a click read no destination. */
export type Collecting = {
  /** A copy of a lower revision never replaces a newer copy. */
  revision: number;
  isOn: boolean;
  /** Unknown consent counts as granted in the countries of any destination that collects. */
  countries: readonly string[];
  phoneCountry: string | null;
};

export function collectingOf(destinations: readonly Destination[], revision: number): Collecting {
  const collecting = destinations.filter(({ state }) => state === 'collecting');
  const countries = new Set(collecting.flatMap(({ consentDefault }) => Object.keys(consentDefault)));
  const phoneCountries = networks.map((network) => collecting.find((destination) => destination.network === network)?.phoneCountry);
  return { revision, isOn: collecting.length > 0, countries: [...countries].sort(), phoneCountry: phoneCountries.find(Boolean) ?? null };
}

/** Returns `null` if nothing changes. */
export function changedDestination(
  current: Destination | null,
  network: Network,
  { state, consentDefault, phoneCountry }: DestinationSettings,
  { at, sessionEpoch }: { at: string; sessionEpoch: number },
): Destination | null {
  const countries = Object.fromEntries(Object.entries(consentDefault).sort(([a], [b]) => (a < b ? -1 : 1)));
  const isSame =
    current?.state === state &&
    current.phoneCountry === phoneCountry &&
    JSON.stringify(current.consentDefault) === JSON.stringify(countries);
  if (isSame) return null;
  return {
    network,
    state,
    consentDefault: countries,
    phoneCountry,
    ...(state === 'collecting' && { collectingSince: current?.collectingSince ?? at }),
    createdAt: current?.createdAt ?? at,
    updatedAt: at,
    sessionEpoch,
  };
}
