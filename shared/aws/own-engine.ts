import type { Dynamo } from '#shared/store/dynamo.ts';

let engine: Dynamo | undefined;

export const ownEngine = (): Dynamo | undefined => engine;
export function setOwnEngine(dynamo: Dynamo | undefined): void {
  engine = dynamo;
}
