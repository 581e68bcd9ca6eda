import type * as z from 'zod';
import type { DeclaredPaths, UserDataPaths } from './rules/projection.ts';
import type { Step } from './rules/steps.ts';

/** A request of the sender, as it arrived. Names of headers are lower case. */
export type SentDelivery = { headers: Readonly<Record<string, string | undefined>>; body: Uint8Array };

export type SignatureFault = 'missing' | 'unreadable' | 'untimely' | 'wrong';

export type Envelope = {
  /** The sender's name of the event. */
  event: string;
  eventId: string | null;
  /** Returns `null` where the sender says it by another secret alone. */
  isTest: boolean | null;
  /** The time is in epoch milliseconds. */
  sentAt: number | null;
};

export type SourceEvent = {
  name: string;
  /** The sentence says what follows from the event. */
  about: string;
  /** The setting that needs the event. Without it, the event can be left out. */
  onlyFor?: string;
};

/** Everything about a kind of sender. Receiver, worker, console, documentation, clients and mocks read it. */
export type OrderSource<Settings = unknown> = {
  kind: string;
  /** The sender's name for people. */
  title: string;
  /** Facts that no real account has confirmed yet. They are shown as beta. */
  unconfirmed: readonly string[];
  /** The events to choose in the sender's admin. */
  events: readonly SourceEvent[];
  /** Trims the secret, and refuses a text that is another key of the sender. */
  secret: z.ZodType<string>;
  settings: z.ZodType<Settings>;
  paths: DeclaredPaths;
  userData: UserDataPaths;
  /** Returns `null` if one of the secrets has signed the delivery. While secrets rotate, two hold. */
  verify(delivery: SentDelivery, signing: { secrets: readonly string[]; now: number }): SignatureFault | null;
  /** Returns `null` for a body in another form. */
  envelopeOf(body: unknown, headers: SentDelivery['headers']): Envelope | null;
  /** Two deliveries with one key are the same delivery. */
  deliveryKeyOf(delivery: SentDelivery, envelope: Envelope | null): string;
  /** The body is a projection, which has the declared paths alone. */
  transform(delivery: { envelope: Envelope; body: unknown }, settings: Settings): Step[];
};

/** Settings are stored by their names in requests, so each use of them has the defaults of today. */
export const defineOrderSource = <Settings>(source: OrderSource<Settings>): OrderSource => ({
  ...source,
  transform: (delivery, settings) => source.transform(delivery, source.settings.parse(settings)),
});
