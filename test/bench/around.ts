export type Around = { signal: AbortSignal; tell(step: string): void };
