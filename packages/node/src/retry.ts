export const isTransient = (status: number): boolean =>
  status === 408 || status === 425 || status === 429 || status >= 500;

export function backoffMs(attempt: number, random = Math.random): number {
  const longest = Math.min(30_000, 250 * 2 ** Math.min(attempt, 10));
  return longest * (0.5 + random() / 2);
}

export function retryAfterMs(header: string | null, now: number): number {
  const text = header?.trim() ?? '';
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, 3_600_000) : 0;
}
