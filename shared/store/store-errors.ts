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

/** Awaits a conditional write: `null` when it took effect, the refusal when its condition did not hold. */
export async function refusalOf(write: Promise<unknown>): Promise<ConditionFailed | null> {
  try {
    await write;
    return null;
  } catch (error) {
    if (error instanceof ConditionFailed) return error;
    throw error;
  }
}

/** Awaits a conditional write. `false` when its condition did not hold: somebody else was first, or its own lost answer was. */
export const tookEffect = async (write: Promise<unknown>): Promise<boolean> =>
  (await refusalOf(write)) === null;

/** Awaits a conditional write: its result, or `null` when its condition did not hold. */
export async function resultOrNull<T>(write: Promise<T>): Promise<T | null> {
  const refusal = await refusalOf(write);
  return refusal ? null : await write;
}
