export type Around = { signal: AbortSignal; onStep(step: string): void };
