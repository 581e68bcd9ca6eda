import { Unavailable } from '#shared/values/unavailable.ts';
import type { Item } from './item.ts';

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

export class StoreUnavailable extends Unavailable {
  constructor(cause: unknown) {
    super('store', cause);
    this.name = 'StoreUnavailable';
  }
}

/** The store can never hold this text or key. The API responds 422. */
export class Unstorable extends Error {
  constructor(cause: unknown) {
    super('A value cannot be stored.', { cause });
    this.name = 'Unstorable';
  }
}

export async function refusalOf(write: Promise<unknown>): Promise<ConditionFailed | null> {
  try {
    await write;
    return null;
  } catch (error) {
    if (error instanceof ConditionFailed) return error;
    throw error;
  }
}

/** If an own write succeeded but its response was lost, the result is `false` too. */
export const tookEffect = async (write: Promise<unknown>): Promise<boolean> => (await refusalOf(write)) === null;

export async function resultOrNull<T>(write: Promise<T>): Promise<T | null> {
  const refusal = await refusalOf(write);
  return refusal ? null : await write;
}
