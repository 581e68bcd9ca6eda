export function keywordsSearch({ version }: Record<string, unknown>): { version?: number } {
  const number = Number(version);
  return Number.isInteger(number) && number >= 1 && number <= 1_000_000 ? { version: number } : {};
}
