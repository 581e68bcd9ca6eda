import { useValidSearch } from './use-valid-search.ts';

export type Environment = 'live' | 'test';
export type ScopeSearch = { env?: 'test'; zone?: string };

export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

export function isZone(zone: unknown): zone is string {
  if (typeof zone !== 'string') return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

export const scopeSearch = (search: Record<string, unknown>): ScopeSearch => ({
  ...(search.env === 'test' && { env: 'test' as const }),
  ...(isZone(search.zone) && { zone: search.zone }),
});

export function useScope(): { environment: Environment; zone: string } {
  const search = useValidSearch(scopeSearch);
  return { environment: search.env ?? 'live', zone: search.zone ?? browserZone };
}
