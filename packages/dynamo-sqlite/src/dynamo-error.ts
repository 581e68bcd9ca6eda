import type { Item } from './item.ts';

export type Reason = { Code: string; Message?: string; Item?: Item };

export class DynamoError extends Error {
  readonly type: string;
  readonly item: Item | undefined;
  readonly reasons: readonly Reason[];
  constructor(type: string, message: string, { item, reasons = [] }: { item?: Item | undefined; reasons?: readonly Reason[] } = {}) {
    // An error is an answer here, and its stack would cost more than the rest of the request.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'DynamoError';
    this.type = type;
    this.item = item;
    this.reasons = reasons;
  }
}
