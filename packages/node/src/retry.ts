export const isTransient = (status: number): boolean => status === 408 || status === 425 || status === 429 || status >= 500;

/** The longest pause between two attempts, unless the service asks for a longer pause. */
export const maxBackoffMs = 4000;

export function backoffMs(attempt: number, random = Math.random): number {
  const longest = Math.min(maxBackoffMs, 250 * 2 ** Math.min(attempt, 10));
  return longest * (0.5 + random() / 2);
}

/** A proxy can ask for hours, and a sale is worth a request every five minutes. */
const maxRetryAfterMs = 300_000;

export function retryAfterMs(header: string | null, now: number): number {
  const text = header?.trim() ?? '';
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, maxRetryAfterMs) : 0;
}
