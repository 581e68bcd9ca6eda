import { readdirSync, readFileSync } from 'node:fs';
import { orderSources } from '#shared/order-sources/kinds.ts';
import { projectionOf } from '#shared/order-sources/rules/projection.ts';
import type { Step } from '#shared/order-sources/rules/steps.ts';
import type { KeptDelivery } from '#shared/order-sources/steps-of.ts';
import { parseExactly } from '#shared/values/json.ts';

/** An example is a file of `shared/order-sources/<kind>/examples`. Its steps have the hash of a user in words. */
export type Example = {
  name: string;
  about: string;
  settings: Record<string, unknown>;
  environment: 'live' | 'test';
  body: unknown;
  steps: Step[];
};
export type Kind = keyof typeof orderSources;
export const kinds = Object.keys(orderSources) as Kind[];

export function examplesOf(kind: Kind): Example[] {
  const folder = new URL(`../../shared/order-sources/${kind.replaceAll('_', '-')}/examples/`, import.meta.url);
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const example = parseExactly(readFileSync(new URL(file, folder), 'utf8')) as Partial<Example>;
      return { settings: {}, environment: 'live', ...example, name: file.replace('.json', '') } as Example;
    });
}

export const userHash = async (externalUserId: string) => `hash of ${externalUserId}`;

export async function keptOf(kind: Kind, body: unknown): Promise<KeptDelivery> {
  const source = orderSources[kind];
  const envelope = source.envelopeOf(body, {});
  if (!envelope) throw new Error('The body has no envelope.');
  return { envelope, projection: await projectionOf(body, envelope.event, source, userHash) };
}
