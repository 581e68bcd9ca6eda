import { type AmountFormat, isAmountFormat, isoMoney } from './amount.ts';
import { AdtrailError, EventRefusedError } from './errors.ts';
import { eventIdPart, eventIdText, refusal, userIdText } from './ids.ts';
import type { ConsentWord, EventConsent, HashedEmail, TrackEvent, UserData } from './types.ts';
import { setMembers, withoutUserData } from './user-data.ts';

export type Common = {
  /** The result of `clickFrom(request)`. Store it with the order if payment comes later. */
  click?: string | null | undefined;
  /** Your own opaque ID of the user. Without a `click`, the event is attributed to the user's last click. */
  userId?: Id | null | undefined;
  /** In units of the currency: a number, or text such as `"25.99"`. */
  value?: number | string | null | undefined;
  /** In minor units, as payment processors write money. Not together with `value`. */
  amount?: number | undefined;
  /**
   * The processor whose minor units `amount` has: `stripe` differs from ISO 4217 for ISK, UGX and MGA.
   * Default: `iso`.
   */
  amountFormat?: AmountFormat | undefined;
  /** Three-letter code. Default: `USD`. */
  currency?: string | null | undefined;
  /** The time of the event. Default: now. */
  occurredAt?: Date | string | number | null | undefined;
  /** Further facts, which must not include personal data. */
  properties?: Record<string, unknown> | null | undefined;
  /** The customer's consent beats the consent of the click. An absent purpose is unknown. */
  consent?: Consent | null | undefined;
  /** A network finds the customer by these. They are kept with consent alone, while a destination of the account collects. */
  user?: User | null | undefined;
};
type Id = string | number | bigint;

export type Consent = {
  /** It allows the service to send data of the customer to an ad network. */
  adUserData?: ConsentWord | null | undefined;
  /** It allows an ad network to use the data for personalized ads. */
  adPersonalization?: ConsentWord | null | undefined;
};
export type User = {
  email?: string | null | undefined;
  /** The result of `await emailSha256(email)`, if the address shall not leave your server. */
  emailSha256?: HashedEmail | null | undefined;
  /** A number without a country code is of the `phone_country` of your destination. */
  phone?: string | number | bigint | null | undefined;
  externalId?: Id | null | undefined;
  clientUserAgent?: string | null | undefined;
  clientIpAddress?: string | null | undefined;
  /** The page of the event. */
  eventSourceUrl?: string | null | undefined;
  /** The cookie `_fbp` of Meta's pixel. */
  fbp?: string | null | undefined;
  /** The cookie `_ttp` of TikTok's pixel. */
  ttp?: string | null | undefined;
  /** The cookie `__obref` of OpenAI’s pixel. */
  obref?: string | null | undefined;
};

export type Order = Common & { orderId: Id };
export type Checkout = Common & { checkoutId: Id };
export type ItemsAdded = Common & {
  cartId: Id;
  /** Set it if each item of a cart is an event of its own. */
  itemId?: Id | undefined;
};
export type ContentsViewed = Common & {
  contentId: Id;
  /** Views of the same contents count once per visit. */
  sessionId: Id;
};
export type SignUp = Omit<Common, 'userId'> & { userId: Id };
export type Subscription = Common & { subscriptionId: Id };

export const orderCreated = ({ orderId, ...rest }: Order) => event('order_created', [orderId], rest);
export const purchaseCompleted = ({ orderId, ...rest }: Order) => event('purchase_completed', [orderId], rest);
export const checkoutStarted = ({ checkoutId, ...rest }: Checkout) => event('checkout_started', [checkoutId], rest);
export const itemsAdded = ({ cartId, itemId, ...rest }: ItemsAdded) =>
  event('items_added', itemId === undefined ? [cartId] : [cartId, itemId], rest);
export const contentsViewed = ({ contentId, sessionId, ...rest }: ContentsViewed) => event('contents_viewed', [sessionId, contentId], rest);
export const signUpCompleted = (signUp: SignUp) => event('signup_completed', [signUp.userId], signUp);
export const subscriptionStarted = ({ subscriptionId, ...rest }: Subscription) => event('subscription_started', [subscriptionId], rest);

function event(type: string, ids: Id[], common: Common): TrackEvent {
  const { click, userId, occurredAt, amountFormat, ...rest } = common;
  const { value, amount, currency, properties, consent, user } = rest;
  return {
    event_type: type,
    event_id: `${type}:${ids.map((id) => eventIdPart(type, id)).join(':')}`,
    svc_click_id: clickText(click),
    external_user_id: userIdText(userId),
    occurred_at: timeOf(occurredAt),
    value,
    amount,
    amount_format: amountFormat,
    currency,
    properties,
    consent: setMembers(consent) as EventConsent | undefined,
    user_data: setMembers(user) as UserData | undefined,
  };
}

export function eventIdOf({ eventId, orderId }: { eventId?: unknown; orderId?: unknown }): string {
  if (eventId === undefined) return orderEventId('order_created', orderId);
  // An adjustment can also repair an event that was stored as `order_created:`.
  if (typeof eventId === 'string' && eventId.trim() !== '') return eventId;
  throw refusal('event_id_missing', 'eventId is not a text.');
}
export const orderEventId = (type: string, orderId: unknown) => eventIdText(`${type}:${eventIdPart(type, orderId)}`);

function clickText(click: unknown): string | undefined {
  if (click === undefined || click === null) return undefined;
  // The service would refuse the sale for a blank click ID.
  if (typeof click === 'string') return click.trim() === '' ? undefined : click;
  const isPromise = typeof (click as { then?: unknown }).then === 'function';
  throw refusal('invalid_click', `click is ${isPromise ? 'a promise: await it' : 'not a text'}.`);
}

/** This is 1973 in milliseconds; a smaller number is in seconds. */
const minMilliseconds = 1e11;

export function timeOf(time: unknown, name = 'occurredAt'): string | undefined {
  if (time === undefined || time === null) return undefined;
  if (typeof time === 'string') return time;
  const ms = time instanceof Date ? time.getTime() : time;
  if (typeof ms !== 'number' || Number.isNaN(new Date(ms).getTime())) throw refusal('invalid_time', `${name} is not a valid time.`);
  if (ms < minMilliseconds) throw refusal('invalid_time', `${name} looks like seconds: milliseconds since 1970 are expected.`);
  return new Date(ms).toISOString();
}

/** Errors and disks have hashes alone of the user data. */
export function readEvent(make: () => TrackEvent): { event: TrackEvent; json: string; diskJson?: string } {
  let event: TrackEvent | undefined;
  try {
    const sent = make();
    event = withoutUserData(sent);
    const json = itemJson(sent);
    return event === sent ? { event, json } : { event, json, diskJson: JSON.stringify(withoutUserData(JSON.parse(json))) };
  } catch (error) {
    const { message, code, cause } =
      error instanceof AdtrailError ? error : { message: 'The event cannot be read.', code: 'invalid_event', cause: error };
    throw new EventRefusedError(message, { code, cause, event });
  }
}

const ownText = Symbol('The JSON of an event as it was written');
type WithText = { [ownText]?: string };

/** Parsing would lose digits of numbers. */
export const withText = (event: TrackEvent, text: string): TrackEvent => Object.defineProperty(event, ownText, { value: text.trim() });

function textOf(event: TrackEvent & WithText, now: string): string | undefined {
  const { [ownText]: text } = event;
  const { timestamp_ms, data } = event as { timestamp_ms?: unknown; data?: { occurred_at?: unknown } };
  if (!text?.endsWith('}')) return undefined;
  const isTimed = [event.occurred_at, timestamp_ms, data?.occurred_at].some((time) => time !== undefined);
  const comma = text.slice(1, -1).trim() === '' ? '' : ',';
  return isTimed ? text : `${text.slice(0, -1)}${comma}"occurred_at":${JSON.stringify(now)}}`;
}

/** JSON would turn such a number into `null`, and the sale would count as 0. */
export function finite<T>(value: T, name = 'value'): T {
  if (typeof value === 'number' && !Number.isFinite(value)) throw refusal('invalid_value', `${name} is not a finite number.`);
  return value;
}

/** A retry sends the same bytes even if the object changes. */
export function itemJson(event: TrackEvent): string {
  const { amount, amount_format: format = 'iso', value } = event;
  eventIdText((event as { id?: unknown }).id ?? event.event_id);
  finite(value);
  if (amount !== undefined && !Number.isSafeInteger(amount))
    throw refusal('invalid_amount', 'amount is not a whole number of minor units.');
  if (amount !== undefined && value !== undefined && value !== null) throw refusal('amount_and_value', 'Send amount or value, not both.');
  if (!isAmountFormat(format)) throw refusal('invalid_amount_format', 'amount_format is not iso, stripe, adyen or sumup.');
  const facts = {
    svc_click_id: clickText(event.svc_click_id),
    external_user_id: userIdText(event.external_user_id),
    occurred_at: timeOf(event.occurred_at, 'occurred_at') ?? new Date().toISOString(),
    consent: setMembers(event.consent),
    user_data: setMembers(event.user_data),
  };
  const text = amount === undefined ? textOf(event, facts.occurred_at) : undefined;
  if (text !== undefined) return text;
  try {
    const { amount: _, amount_format: __, ...ownFields } = event;
    const money = amount === undefined ? {} : isoMoney(amount, format, event.currency);
    if (!('amount' in money)) return JSON.stringify({ ...ownFields, ...money, ...facts });
    const { event_id, event_type, currency, properties } = event;
    const { consent, user_data, ...inData } = facts;
    return JSON.stringify({ id: event_id, type: event_type, consent, user_data, data: { ...money, currency, ...inData, properties } });
  } catch (cause) {
    throw new EventRefusedError('The event cannot be written as JSON.', { code: 'not_json', cause });
  }
}
