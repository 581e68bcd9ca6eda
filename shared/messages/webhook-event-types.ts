import type * as z from 'zod';

/** Each capability adds its events in its `webhooks.ts`, so this file imports none of them. */
// biome-ignore lint/suspicious/noEmptyInterface: capabilities extend it.
export interface WebhookEventData {}
export type WebhookEventType = keyof WebhookEventData;
export type WebhookData<T extends WebhookEventType> = WebhookEventData[T];

/** Schemas and samples are functions, so that a bundle that only sends events has none of them. */
type Schemas = () => Readonly<Record<string, z.ZodObject>>;

export type SchemasOf<T extends readonly string[]> = Readonly<Record<T[number], z.ZodObject>>;
export type WebhookInputs<S extends Schemas> = { [T in keyof ReturnType<S>]: z.input<ReturnType<S>[T]> };
export type SamplesOf<S extends Schemas> = Readonly<WebhookInputs<S>>;
export type WebhookWords<S extends Schemas> = Readonly<Record<keyof ReturnType<S>, readonly [summary: string, description: string]>>;
