import type { Stage } from '#lib/cloud/stages.ts';

// biome-ignore lint/suspicious/noExplicitAny: the command line of AWS answers JSON of many shapes.
export type Json = any;

export type Looked = {
  url: string;
  fetch: typeof fetch;
  account: Account | null;
};
export type Account = {
  aws(...args: string[]): Promise<Json>;
  stack: string;
  stage: Stage;
  outputs: ReadonlyMap<string, string>;
};

export type Check = {
  name: string;
  about: string;
  look(looked: Looked): Promise<string>;
};
export type AccountCheck = Omit<Check, 'look'> & {
  ask(account: Account, looked: Looked): Promise<string>;
};

export class CheckFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CheckFailed';
  }
}

export function expected(isSo: boolean, seen: string): asserts isSo {
  if (!isSo) throw new CheckFailed(seen);
}
