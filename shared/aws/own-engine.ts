import type { Dynamo } from '#shared/store/dynamo.ts';

let own: Dynamo | undefined;

/** The engine that runs in this very process, if one does: the local host sets it before it loads the functions. */
export const ownEngine = (): Dynamo | undefined => own;
export function setOwnEngine(dynamo: Dynamo | undefined): void {
  own = dynamo;
}
