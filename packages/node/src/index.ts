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
  ContentsViewed,
  ItemsAdded,
  Order,
  SignUp,
  Subscription,
} from './events.ts';
export type { AdtrailOptions, CallOptions, DeliveryOptions } from './options.ts';
export type {
  ConversionEvent,
  Fetch,
  Problem,
  Sent,
  Spool,
  SpoolEntry,
  TrackEvent,
  Tracked,
  TrackResult,
  UnmatchedReason,
  WaitUntil,
  Warning,
} from './types.ts';
