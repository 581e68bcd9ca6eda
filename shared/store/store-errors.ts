import { Unavailable } from '#shared/values/unavailable.ts';
import type { Item } from './item.ts';

/**
 * Another write is in the way. `item` is the stored item, or `null` if there is none; `part` is the place
 * of the first part of a transaction whose condition failed, from 0.
 */
export class ConditionFailed extends Error {
  readonly item: Item | null;
  readonly part: number;
  constructor(item: Item | null, { part = 0, ...options }: ErrorOptions & { part?: number } = {}) {
    super('A conditional write was refused.', options);
    this.name = 'ConditionFailed';
    this.item = item;
    this.part = part;
  }
}

/** The store did not do what was asked, and may do it when asked again. */
export class StoreUnavailable extends Unavailable {
  constructor(cause: unknown) {
    super('store', cause);
    this.name = 'StoreUnavailable';
  }
}

/** A value can never be stored: ill-formed text, or a key of too many bytes. The API responds 422. */
export class Unstorable extends Error {
  constructor(cause: unknown) {
    super('A value cannot be stored.', { cause });
    this.name = 'Unstorable';
  }
}

/** Awaits a conditional write. `false` when its condition did not hold: somebody else was first, or its own lost answer was. */
export async function tookEffect(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}
