import * as z from 'zod';
import type { Item } from '#shared/data/table.ts';
import type { WorkerDeps } from '#shared/deps.ts';
import { Effect } from '#shared/domain/effects.ts';
import { mailOf } from '#shared/mails/mail-of.ts';

type OutboxDeps = Pick<WorkerDeps, 'receipts' | 'mailer' | 'users'>;

/** The effects that a change of an item added: those it had already were delivered with the earlier change. */
export function newEffects(before: Item | null, after: Item | null): Effect[] {
  const known = new Set(effectsOf(before).map(({ id }) => id));
  return effectsOf(after).filter(({ id }) => !known.has(id));
}

const effectsOf = (item: Item | null): Effect[] =>
  typeof item?.effects === 'string' ? z.array(Effect).parse(JSON.parse(item.effects)) : [];

/**
 * Delivers an effect, once: its receipt is taken before and signed after. A worker that dies in between leaves the
 * receipt to the next one after a minute, so an effect is never lost, and repeated only by such a death.
 */
export async function deliver(effect: Effect, { receipts, mailer, users }: OutboxDeps): Promise<void> {
  const claim = await receipts.claim(effect.id);
  if (claim === 'delivered') return;
  if (claim === 'busy') throw new Error('Another worker is delivering this effect.');
  try {
    const user = await users.byId(effect.to_user);
    // Nobody to write to is an outcome, not a failure.
    if (user?.isActive) await mailer.send(mailOf(effect, user));
  } catch (error) {
    await receipts.release(effect.id);
    throw error;
  }
  await receipts.delivered(effect.id);
}
