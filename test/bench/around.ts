/** `signal` ends a bench early and cleanly; `tell` receives its progress. */
export type Around = { signal: AbortSignal; tell(step: string): void };
