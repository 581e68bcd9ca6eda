/** The README documents the exit codes. */
export const exits = { failed: 1, usage: 2, unauthenticated: 3, unreachable: 4 } as const;

export class Failure extends Error {
  readonly exit: number;
  readonly code: string;
  readonly requestId: string | undefined;
  constructor(
    message: string,
    { exit = exits.failed as number, code = 'failed', requestId }: { exit?: number; code?: string; requestId?: string | undefined } = {},
  ) {
    super(message);
    this.exit = exit;
    this.code = code;
    this.requestId = requestId;
  }
}

export const usage = (message: string) => new Failure(message, { exit: exits.usage, code: 'usage' });
