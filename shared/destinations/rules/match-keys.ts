import type { EmailHashes, ExternalIdHashes, PhoneHashes } from '#shared/consent/rules/normal-forms.ts';

/** A network finds the person of an event by these. A hash is in each normal form that a network uses. */
export type MatchKeys = {
  email?: EmailHashes;
  phone?: PhoneHashes;
  externalId?: ExternalIdHashes;
  clientUserAgent?: string;
  clientIpAddress?: string;
  eventSourceUrl?: string;
  fbp?: string;
  ttp?: string;
  obref?: string;
};

/** The raw texts are forgotten with the request. */
export type ReadUserData = {
  keys: MatchKeys;
  /** Names of fields without a usable value. */
  ignored: string[];
  isPhoneWithoutCountry: boolean;
};

/** Without `read`, nothing may be kept. `dropped` names what the warning names then. */
export type UserData = { read: ReadUserData | null; dropped: readonly string[] };

type Fields = Record<string, unknown>;

export const userDataNames = [
  'email',
  'email_sha256',
  'phone',
  'external_id',
  'client_user_agent',
  'client_ip_address',
  'event_source_url',
  'fbp',
  'ttp',
  'obref',
] as const;
export type UserDataName = (typeof userDataNames)[number];

/** The names under which a receipt lists what was kept. */
export const matchKeyNames = {
  email: 'email',
  phone: 'phone',
  externalId: 'external_id',
  clientUserAgent: 'client_user_agent',
  clientIpAddress: 'client_ip_address',
  eventSourceUrl: 'event_source_url',
  fbp: 'fbp',
  ttp: 'ttp',
  obref: 'obref',
} as const satisfies Record<keyof MatchKeys, UserDataName>;

export const namesOf = (keys: MatchKeys): UserDataName[] =>
  (Object.keys(matchKeyNames) as (keyof MatchKeys)[]).flatMap((name) => (keys[name] === undefined ? [] : [matchKeyNames[name]]));

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

export const isOmitted = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

export const hasUserData = (sent: unknown): boolean =>
  isFields(sent) ? Object.values(sent).some((value) => !isOmitted(value)) : !isOmitted(sent);
