import { useSearch } from '@tanstack/react-router';

/** What the address says, as far as it is valid: the router hands over the rest of it as well. */
export const useValidSearch = <T>(validate: (search: Record<string, unknown>) => T): T =>
  validate(useSearch({ strict: false }) as Record<string, unknown>);
