import type { Item } from './table.ts';

/** Somebody else's write stands in the way. `item` is what stands there, or `null` when nothing does. */
export class ConditionFailed extends Error {
  readonly item: Item | null;
  constructor(item: Item | null, options?: ErrorOptions) {
    super('A conditional write was refused.', options);
    this.name = 'ConditionFailed';
    this.item = item;
  }
}

/** The store did not do what was asked, and may do it when asked again. */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('The store did not answer.', { cause });
    this.name = 'StoreUnavailable';
  }
}
