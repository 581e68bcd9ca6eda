/** What every bench is given: `signal` ends it early and cleanly, `tell` hears of each step. */
export type Around = { signal: AbortSignal; tell(step: string): void };
