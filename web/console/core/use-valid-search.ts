import { useSearch } from '@tanstack/react-router';

/** The router passes invalid values too. */
export const useValidSearch = <T>(validate: (search: Record<string, unknown>) => T): T =>
  validate(useSearch({ strict: false }) as Record<string, unknown>);
