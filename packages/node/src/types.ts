import type { AmountFormat } from './amount.ts';

/** An event in the fields of the Conversion API (`POST /api/v1/pixel/server-events`). */
export type ConversionEvent = {
  /** Your own name for what happened, in snake_case, such as `order_created`. */
  event_type: string;
  /** Stable and unique. Send the same ID when you retry: it counts once, forever. */
  event_id: string;
  /**
   * The field accepts a click ID (the raw value of the `svc_sid` cookie) or an ad network's ID, such as
   * `gclid:<value>`.
   */
  svc_click_id?: string | null | undefined;
  /** ISO 8601. Default: the time of the call. At most 24 hours in the future. */
  occurred_at?: string | null | undefined;
  /** Your own opaque ID of the user. The service stores only a keyed hash of it. */
  external_user_id?: string | null | undefined;
  /** In units of the currency, exact to 20 decimals: a number, or text such as `"25.99"`. */
  value?: number | string | null | undefined;
  /** Three-letter code. Default: `USD`. */
  currency?: string | null | undefined;
  /** A network finds the person by these. They are kept only with consent, while a destination of the account collects. */
  user_data?: UserData | null | undefined;
  /** Further facts without personal data, at most 32,768 bytes as compact JSON. */
  properties?: Record<string, unknown> | null | undefined;
  /** The consent of this event's person to ad networks. It beats that of the click. */
  consent?: Consent | null | undefined;
};

/** An omitted purpose is unknown. */
export type Consent = {
  ad_user_data?: 'granted' | 'denied' | null | undefined;
  ad_personalization?: 'granted' | 'denied' | null | undefined;
};

/** The values are raw. The service keeps only hashes of the first four, sealed for nine days. */
export type UserData = {
  email?: string | null | undefined;
  /** A hash that you made, with the form of the address that you hashed. */
  email_sha256?: { form: 'plain' | 'google' | 'canonical'; value: string } | null | undefined;
  phone?: string | null | undefined;
  external_id?: string | null | undefined;
  client_user_agent?: string | null | undefined;
  client_ip_address?: string | null | undefined;
  event_source_url?: string | null | undefined;
  fbp?: string | null | undefined;
  ttp?: string | null | undefined;
  obref?: string | null | undefined;
};

/** An event to track: the fields of the API, or `amount` in place of `value`. */
export type TrackEvent = ConversionEvent & {
  /** In minor units, as payment processors write money: 2599 is 25.99 USD and 2599 JPY. Not with `value`. */
  amount?: number | undefined;
  /** The minor units of `amount`. Default: `iso`, for ISO 4217. */
  amount_format?: AmountFormat | undefined;
};

/** Why an accepted event is not attributed to an ad click. */
export type UnmatchedReason = 'unknown_svc_click_id' | 'expired_svc_click_id' | 'no_ad_click' | 'no_click_id' | 'unreadable_svc_click_id';

export type Warning = {
  code:
    | 'event_id_payload_mismatch'
    | 'pii_redacted'
    | 'pii_suspected'
    | 'event_type_normalized'
    | 'event_id_qualified'
    | 'currency_defaulted'
    | 'user_data_ignored'
    | 'phone_without_country'
    | 'value_from_text'
    | 'value_too_fine'
    | 'empty_list_ignored'
    | 'matched_by_external_user_id'
    | 'page_viewed_from_server'
    | 'placeholder_ignored'
    | 'placeholder_suspected';
  /** Names of the fields concerned, never their values. */
  fields: string[];
};

export type TrackResult = {
  /** 200: matched, or a duplicate. 202: accepted, and `reason` says why it is not matched. */
  status: number;
  accepted: boolean;
  /** An event with this ID was accepted before; this is its result. */
  duplicate: boolean;
  event_id: string;
  event_type: string;
  warnings?: Warning[] | undefined;
  validate_only?: true | undefined;
  would_match?: boolean | undefined;
  would_duplicate?: boolean | undefined;
  would_count?: boolean | undefined;
} & (Matched | Unmatched);

type Matched = {
  matched: true;
  campaign: string;
  ad_group?: string | undefined;
  ad_id?: string | undefined;
  /** The click ID; absent if the visitor was erased. */
  session_id?: string | undefined;
  reason?: undefined;
};

type Unmatched = {
  matched: false;
  reason: UnmatchedReason;
  campaign?: undefined;
  ad_group?: undefined;
  ad_id?: undefined;
  session_id?: undefined;
};

export type Problem = { type: string; loc: (string | number)[]; msg: string };

/**
 * Resolves with the result, or rejects with an `AdtrailError`. It can be ignored, because `onError` is called
 * too.
 */
export type Sent<Result> = Promise<Result> & {
  /** Resolves when the queue has taken it; with a spool, when it is on the disk. */
  readonly queued: Promise<void>;
};
export type Tracked = Sent<TrackResult>;

/**
 * `WaitUntil` is the platform's `context.waitUntil`, or Next's `after`: it keeps a function alive until the
 * promise settles.
 */
export type WaitUntil = (promise: Promise<unknown>) => unknown;

export type Fetch = (
  url: string,
  init: {
    method: 'POST';
    headers: Record<string, string>;
    body: string;
    redirect: 'manual';
    signal: AbortSignal;
  },
) => Promise<{
  status: number;
  headers: { get(name: string): string | null };
  text(): Promise<string>;
}>;

export type SpoolEntry = { key: string; json: string };

/** Keeps events until they are delivered. `@adtrail/node/spool` has a store on a disk. */
export type Spool = {
  /**
   * Called once, first. Clients of one scope deliver each other's events after a crash, and the events
   * of `formerScope`, which an earlier version of this package wrote.
   */
  open(scope: string, formerScope?: string): void;
  /** Resolves when the event is durable. */
  add(entry: SpoolEntry): Promise<void>;
  /**
   * Stores an event for which the memory has no room, until `recover` returns it. Without this method, such
   * an event is rejected.
   */
  addAside?(entry: SpoolEntry): Promise<void>;
  /** Removes an event that was delivered or can never be delivered. */
  remove(key: string): void;
  /**
   * Adopts events of a process that has ended, or events that were set aside, the oldest first. Returns `null`
   * if there are none.
   */
  recover(): Promise<SpoolEntry[] | null>;
  /** Undelivered events stay for the next process. */
  close(): Promise<void>;
};
