export type { AmountFormat } from './amount.ts';
export { type ClickSource, clickFrom } from './click.ts';
export type {
  Channel,
  ClickFacts,
  EventClick,
  PaidChannel,
  Traffic,
  TrafficSignal,
  UnpaidChannel,
} from './click-facts.ts';
export { Adtrail } from './client.ts';
export { emailSha256 } from './email.ts';
export {
  AdtrailError,
  ClosedError,
  EventRefusedError,
  NotDeliveredError,
  QueueFullError,
  RequestRefusedError,
} from './errors.ts';
export type {
  Checkout,
  Common,
  Consent,
  ContentsViewed,
  ItemsAdded,
  Order,
  SignUp,
  Subscription,
  User,
} from './events.ts';
export type { AdtrailOptions, CallOptions, DeliveryOptions } from './options.ts';
export type {
  ConsentWord,
  ConversionEvent,
  EmailForm,
  EventConsent,
  Fetch,
  HashedEmail,
  Problem,
  Sent,
  Spool,
  SpoolEntry,
  TrackEvent,
  Tracked,
  TrackResult,
  UnmatchedReason,
  UserData,
  WaitUntil,
  Warning,
} from './types.ts';
