import type { Item } from './item.ts';

/** A cancelled transaction has a reason for each of its parts. */
export type Reason = { Code: string; Message?: string; Item?: Item };

/** `type` is the name of DynamoDB's exception. */
export class DynamoError extends Error {
  readonly type: string;
  /** A failed condition returns the existing item, if the request asks for it. */
  readonly item: Item | undefined;
  readonly reasons: readonly Reason[];
  constructor(
    type: string,
    message: string,
    { item, reasons = [] }: { item?: Item | undefined; reasons?: readonly Reason[] } = {},
  ) {
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
