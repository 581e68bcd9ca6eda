import type { Dynamo } from '#shared/store/dynamo.ts';

let own: Dynamo | undefined;

/** The local host sets the engine before it loads the functions. */
export const ownEngine = (): Dynamo | undefined => own;
export function setOwnEngine(dynamo: Dynamo | undefined): void {
  own = dynamo;
}
