import { useSearch } from '@tanstack/react-router';

/** Only valid values of the address are returned; the router passes all. */
export const useValidSearch = <T>(validate: (search: Record<string, unknown>) => T): T =>
  validate(useSearch({ strict: false }) as Record<string, unknown>);
