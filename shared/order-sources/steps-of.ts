import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { ignored, type Step } from './rules/steps.ts';
import type { Envelope, OrderSource } from './source.ts';

/** A stored delivery. The projection has the declared paths alone. */
export type KeptDelivery = { envelope: Envelope; projection: unknown };

/** Worker, replay, preview and dry run call it, so it has the same steps whenever and however often. */
export function stepsOf(
  source: Pick<OrderSource, 'transform'>,
  { envelope, projection }: KeptDelivery,
  { settings, environment }: { settings: unknown; environment: Environment },
): Step[] {
  if (envelope.isTest !== null && envelope.isTest !== (environment === 'test')) return ignored('wrong_environment');
  return source.transform({ envelope, body: projection }, settings);
}
