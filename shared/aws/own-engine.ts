import type { Dynamo } from '#shared/store/dynamo.ts';

let own: Dynamo | undefined;

export const ownEngine = (): Dynamo | undefined => own;
export function setOwnEngine(dynamo: Dynamo | undefined): void {
  own = dynamo;
}
